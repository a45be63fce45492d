//! A store in memory.

use server::store::address;

use crate::home::{find, keep, keyed, seqs, step};

#[tokio::test]
async fn what_is_in_memory_is_there_for_readers_and_gone_with_the_store() {
    let store = address::open("sqlite::memory:").await.unwrap();
    let other = address::open("sqlite::memory:").await.unwrap();
    store.put(&keyed("ann", &["k"])).await.unwrap();
    keep(&*store, &[step("t", 0)]).await;
    assert_eq!((find(&*store, "k").await, seqs(&*store, "t").await), (vec!["ann".into()], vec![0]));
    assert!(find(&*other, "k").await.is_empty());
}
