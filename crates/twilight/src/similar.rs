//! Loose matching of names that people type, and "did you mean …?"

use thiserror::Error;

/// Nothing has that name. `Display` is a whole sentence for the person who typed it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no {kind} called {typed:?}{}", cure(.similar.as_deref(), .known))]
pub struct Unknown {
    /// The kind of thing, such as "faction".
    pub kind: &'static str,
    pub typed: String,
    /// The closest match.
    pub similar: Option<String>,
    /// Every possible name, if the list is short enough to read.
    pub known: Vec<String>,
}

fn cure(similar: Option<&str>, known: &[String]) -> String {
    match (similar, known) {
        (Some(name), _) => format!("; did you mean {name:?}?"),
        (None, []) => String::new(),
        (None, known) => format!("; choose one of {}", known.join(", ")),
    }
}

impl Unknown {
    /// The sentence for `typed`, given pairs of (name to match, name to show).
    pub(crate) fn among<'a>(
        kind: &'static str,
        typed: &str,
        names: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Unknown {
        let similar = similar(typed, names.clone()).map(str::to_owned);
        let mut known: Vec<String> = Vec::new();
        for (_, shown) in names {
            if known.last().is_none_or(|last| last != shown) {
                known.push(shown.to_owned());
            }
        }
        Unknown { kind, typed: typed.to_owned(), similar, known }
    }
}

/// A name without what people leave out or get wrong: case, accents, spaces, punctuation, the leading article and the Ω
/// of a revised card.
pub fn fold(name: &str) -> String {
    let mut fold = String::with_capacity(name.len());
    fold.extend(folded(name));
    fold
}

/// Whether a name, once folded, equals this one.
pub(crate) fn is(name: &str, fold: &str) -> bool {
    folded(name).eq(fold.chars())
}

fn folded(name: &str) -> impl Iterator<Item = char> {
    const ARTICLE: &str = "the ";
    let name = name.trim();
    let begins = name.get(..ARTICLE.len());
    let has_article = begins.is_some_and(|begins| begins.eq_ignore_ascii_case(ARTICLE));
    let bare = if has_article { &name[ARTICLE.len()..] } else { name };
    bare.chars().filter_map(plain)
}

/// The lower-case letter or digit that a letter is compared as, if any.
fn plain(letter: char) -> Option<char> {
    let lower = match letter.is_ascii() {
        true => letter.to_ascii_lowercase(),
        false => without_accent(letter.to_lowercase().next()?),
    };
    lower.is_ascii_alphanumeric().then_some(lower)
}

fn without_accent(letter: char) -> char {
    match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ý' | 'ÿ' => 'y',
        other => other,
    }
}

/// The display name closest to what was typed, if it is close enough to be a typo or a prefix.
fn similar<'a>(
    typed: &str,
    names: impl Iterator<Item = (&'a str, &'a str)> + Clone,
) -> Option<&'a str> {
    let folded: String = fold(typed).chars().take(100).collect();
    let slips = 1 + folded.len() / 4;
    names
        .clone()
        .map(|(name, shown)| (strsim::osa_distance(&folded, &fold(name)), shown))
        .filter(|(distance, _)| *distance <= slips && *distance < folded.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, shown)| shown)
        .or_else(|| containing(&folded, names))
}

fn containing<'a>(
    folded: &str,
    mut names: impl Iterator<Item = (&'a str, &'a str)>,
) -> Option<&'a str> {
    let long_enough = folded.len() >= 3;
    names.find(|(name, _)| long_enough && fold(name).contains(folded)).map(|(_, shown)| shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(typed: &str) -> Option<String> {
        let names = ["Hacan", "Sardakk N'orr", "Support for the Throne"];
        Unknown::among("name", typed, names.into_iter().map(|name| (name, name))).similar
    }

    #[test]
    fn names_are_compared_without_what_people_leave_out() {
        assert_eq!(fold("The Sardakk N’orr"), fold("sardakk norr"));
        assert_eq!(fold("Stymie Ω"), "stymie");
        assert_eq!(fold("Élysium"), "elysium");
    }

    #[test]
    fn a_slip_or_a_beginning_is_recognised_and_nonsense_is_not() {
        assert_eq!(meant("Hakan").as_deref(), Some("Hacan"));
        assert_eq!(meant("support").as_deref(), Some("Support for the Throne"));
        assert_eq!(meant("zzz"), None);
        assert_eq!(meant(""), None);
    }
}
