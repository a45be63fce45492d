//! Exports of a store, as they come from elsewhere.

use std::panic::AssertUnwindSafe;

use server::doctor::check_table;
use server::store::transfer::import;
use server::store::{NewStep, StoredRecord};

use crate::steps::Shelf;
use crate::target;
use crate::test_server::TestServer;

#[test]
fn imports() {
    let server = TestServer::open();
    server.war(16);
    server.desk(8);
    let good = [server.exported()];
    let server = AssertUnwindSafe(server);
    target!("imports", |input: &[u8]| {
        let file = fuzz::lines(input, &good);
        server.runtime.block_on(async {
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
