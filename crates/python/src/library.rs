//! Maps, bots, the text of the rules, and the judge.

use backchannel::map::{library, render};
use pyo3::prelude::*;
use twilight::situation;

use crate::error::value;
use crate::setup::find_map;

const BOOKS: [(&str, &str); 2] = [
    ("backchannel", include_str!("../../../docs/rules/backchannel.md")),
    ("twilight", include_str!("../../../docs/rules/twilight.md")),
];

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(maps, module)?)?;
    module.add_function(wrap_pyfunction!(map_file, module)?)?;
    module.add_function(wrap_pyfunction!(map_svg, module)?)?;
    module.add_function(wrap_pyfunction!(self::bots, module)?)?;
    module.add_function(wrap_pyfunction!(rules, module)?)?;
    module.add_function(wrap_pyfunction!(cards, module)?)?;
    module.add_function(wrap_pyfunction!(judge, module)?)
}

/// The ids of the maps of the library.
#[pyfunction]
fn maps() -> Vec<&'static str> {
    library::names().collect()
}

/// A map file as JSON.
#[pyfunction]
fn map_file(map: &str) -> PyResult<String> {
    serde_json::to_string(find_map(map)?.file()).map_err(value)
}

/// A drawing of a map.
#[pyfunction]
fn map_svg(map: &str) -> PyResult<String> {
    Ok(render::render(&find_map(map)?))
}

/// Name, style, and whether it deals, of every bot.
#[pyfunction]
fn bots() -> Vec<(&'static str, &'static str, bool)> {
    ::bots::CAST.iter().map(|one| (one.name, one.about, one.deals)).collect()
}

/// The text of a rulebook.
#[pyfunction]
fn rules(book: &str) -> PyResult<&'static str> {
    let found = BOOKS.iter().find(|(name, _)| *name == book);
    let missing = || value(format!("book: there is no {book:?}; use backchannel or twilight"));
    found.map(|(_, text)| *text).ok_or_else(missing)
}

/// The standard cards as JSON.
#[pyfunction]
fn cards() -> PyResult<String> {
    serde_json::to_string(backchannel::CardCatalogue::standard().specs()).map_err(value)
}

/// Judges situations of Twilight, which are JSON; the judgements are JSON too.
#[pyfunction]
fn judge(py: Python<'_>, situations: &str) -> PyResult<Vec<String>> {
    py.detach(|| {
        let parsed = situation::parse(situations).map_err(value)?;
        let one = |it: &situation::Situation| {
            let judgement = situation::judge(it).map_err(value)?;
            serde_json::to_string(&judgement).map_err(value)
        };
        parsed.iter().map(one).collect()
    })
}
