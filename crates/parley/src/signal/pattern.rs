//! Text with at most one gap.

use super::DataProblem;

/// The text before a gap, the gap, and the text after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WordingPattern {
    pub(super) before: String,
    /// The form of the noun that the gap asks for.
    pub(super) gap: Option<u8>,
    pub(super) after: String,
}

impl WordingPattern {
    /// Parses text such as `leave {accusative} alone`.
    pub(super) fn parse(
        text: &str,
        forms: &[String],
        wants_gap: bool,
    ) -> Result<WordingPattern, DataProblem> {
        check_gaps(text, wants_gap)?;
        let Some((before, rest)) = text.split_once('{') else {
            return Ok(WordingPattern { before: text.to_owned(), gap: None, after: String::new() });
        };
        let (name, after) = rest.split_once('}').ok_or(DataProblem::LooseBrace)?;
        let form = forms.iter().position(|form| form == name);
        let form = form.ok_or_else(|| DataProblem::UnknownForm(name.to_owned()))?;
        Ok(WordingPattern {
            before: before.to_owned(),
            gap: Some(form as u8),
            after: after.to_owned(),
        })
    }
}

fn check_gaps(text: &str, wanted: bool) -> Result<(), DataProblem> {
    let found = text.matches('{').count();
    match (wanted, found) {
        _ if found != text.matches('}').count() => Err(DataProblem::LooseBrace),
        (true, 1) | (false, 0) => Ok(()),
        (true, _) => Err(DataProblem::NeedsGap { found }),
        (false, _) => Err(DataProblem::NeedsNoGap { found }),
    }
}
