//! The native half of the Python package `backchannel`: thin bindings, everything else is in the crates behind them.
//!
//! Bad input becomes an exception with a sentence and the field, and changes nothing.

mod common;
mod env;
mod error;
mod league;
mod library;
mod recorded;
mod setup;
mod simultaneous;
mod vector;

use pyo3::prelude::*;

/// Rules, bots and environments of Backchannel, and the judge of Twilight.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("CHOICES", gym::CHOICES)?;
    module.add("VERBS", gym::Verb::ALL.map(gym::Verb::name).to_vec())?;
    module.add("STAGES", gym::Stage::ALL.map(gym::Stage::name).to_vec())?;
    module.add("IllegalAction", module.py().get_type::<error::IllegalAction>())?;
    module.add("GameOver", module.py().get_type::<error::GameOver>())?;
    module.add_class::<env::Env>()?;
    module.add_class::<simultaneous::Simultaneous>()?;
    module.add_class::<vector::Vector>()?;
    module.add_class::<recorded::Recorded>()?;
    library::register(module)?;
    league::register(module)
}
