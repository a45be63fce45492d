//! The words that a seat may put into its signals, as they are called at its table.

use std::sync::Arc;

use backchannel::Rules;
use backchannel::signal::{Piece, Signals, Word, WordKind};
use parley::{Language, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use server::wire::Problem;

/// Asks for all words.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "VocabularyQuery")]
pub struct Query {}

/// The words of one kind.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WordGroup {
    pub kind: WordKind,
    pub words: Vec<NamedWord>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NamedWord {
    pub word: Word,
    pub text: String,
}

#[allow(clippy::unnecessary_wraps, reason = "a question may be refused")]
pub fn vocabulary(
    rules: &Arc<Rules>,
    seat: Seat,
    language: Language,
    Query {}: Query,
) -> Result<Vec<WordGroup>, Problem> {
    let book = Signals::standard().book(language);
    let named = |word: Word| {
        let own = book.sender().filter(|_| word == Word::Player(seat));
        let noun = own.or_else(|| book.noun(word)).unwrap_or_default();
        NamedWord { word, text: Piece::named(word, noun, &**rules).text().to_owned() }
    };
    let group = |kind| {
        let words = rules.vocabulary.words(kind).map(named);
        WordGroup { kind, words: words.collect() }
    };
    Ok(WordKind::ALL.map(group).to_vec())
}
