//! What comes in over HTTP and what goes out: bodies, paths and queries within their bounds, and answers.

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

/// What is needed to read a request.
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
