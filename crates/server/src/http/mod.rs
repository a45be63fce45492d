//! HTTP requests and responses: bodies, paths and queries within their limits, and problems.

pub mod answer;
pub mod body;
pub mod bounds;
pub mod describe;
pub mod params;
pub mod problem;
pub mod unread;

use std::sync::Arc;

use self::bounds::Schemas;
use crate::config::Config;

/// What the extractors need.
#[derive(Clone)]
pub struct Http {
    pub config: Arc<Config>,
    pub(crate) schemas: Arc<Schemas>,
}

impl Http {
    pub fn new(config: Arc<Config>) -> Http {
        Http { config, schemas: Arc::default() }
    }
}
