//! Exports of a store, as they come from elsewhere.

use std::panic::AssertUnwindSafe;

use server::doctor::check_table;
use server::store::transfer::import;
use server::store::{NewStep, StoredRecord};

use crate::house::TestServer;
use crate::steps::Shelf;
use crate::target;

#[test]
fn imports() {
    let house = TestServer::open();
    house.war(16);
    house.desk(8);
    let good = [house.exported()];
    let house = AssertUnwindSafe(house);
    target!("imports", |input: &[u8]| {
        let file = fuzz::lines(input, &good);
        house.runtime.block_on(async {
            let shelf = Shelf::with(&[]).await;
            let check = async |record: &StoredRecord, steps: &[NewStep]| {
                check_table(games::all().hosts(), &*shelf.store, record, steps).await
            };
            match import(&*shelf.store, &*file, check).await {
                Ok(imported) => {
                    for table in &imported.tables {
                        assert!(shelf.open(table).await, "a table that came in was not opened");
                    }
                }
                Err(error) => assert!(!error.to_string().is_empty()),
            }
        });
    });
}
