//! The state of handlers for people.

use std::sync::Arc;

use super::connections::Connections;
use super::rates::Rates;
use crate::config::Config;
use crate::http::Http;
use crate::store::Store;
use crate::time::Time;

/// The state of handlers for people.
#[derive(Clone)]
pub struct People {
    pub http: Http,
    pub store: Arc<dyn Store>,
    pub config: Arc<Config>,
    pub rates: Arc<Rates>,
    pub connections: Connections,
    /// The time by which sessions expire.
    pub time: Time,
}

impl People {
    pub fn new(store: Arc<dyn Store>, config: Config, time: Time) -> People {
        let config = Arc::new(config);
        People {
            http: Http::new(Arc::clone(&config)),
            store,
            rates: Arc::new(Rates::new(&config.limits)),
            connections: Connections::new(&config.limits),
            config,
            time,
        }
    }
}
