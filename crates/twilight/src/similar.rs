//! Loose matching of names that people type, and "did you mean …?"

use thiserror::Error;

/// Nothing has that name. `Display` is a whole sentence for the person who typed it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no {kind} called {typed:?}{}", cure(.similar, .known))]
pub struct Unknown {
    /// The kind of thing, such as "faction".
    pub kind: &'static str,
    pub typed: String,
    /// The closest matches, the best first.
    pub similar: Vec<String>,
    /// Every possible name.
    pub known: Vec<String>,
}

/// Names that are listed in an error, if there are no more.
const READABLE: usize = 40;
/// Suggestions in an error.
const FEW: usize = 3;

fn cure(similar: &[String], known: &[String]) -> String {
    match (similar.split_last(), known) {
        (Some((only, [])), _) => format!("; did you mean {only:?}?"),
        (Some((last, rest)), _) => {
            let rest: Vec<String> = rest.iter().map(|name| format!("{name:?}")).collect();
            format!("; did you mean {} or {last:?}?", rest.join(", "))
        }
        (None, known) if (1..=READABLE).contains(&known.len()) => {
            format!("; choose one of {}", known.join(", "))
        }
        (None, _) => String::new(),
    }
}

impl Unknown {
    /// The sentence for `typed`, given pairs of (name to match, name to show).
    pub(crate) fn among<'a>(
        kind: &'static str,
        typed: &str,
        names: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    ) -> Unknown {
        let similar = similar(typed, names.clone()).into_iter().map(str::to_owned).collect();
        let mut known: Vec<String> = Vec::new();
        for (_, shown) in names {
            if known.last().is_none_or(|last| last != shown) {
                known.push(shown.to_owned());
            }
        }
        Unknown { kind, typed: typed.to_owned(), similar, known }
    }

    /// Whether it is probably a slip.
    pub(crate) fn is_slip(&self) -> bool {
        !self.similar.is_empty()
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

/// How close a name is to what was typed; the smaller the closer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Closeness {
    /// Everything that was typed is a word of the name.
    Words,
    /// The name, or one of its words, begins so.
    Prefix,
    Slips(usize),
    /// It is somewhere in the name.
    Inside,
}

/// The display names closest to what was typed: by their words, their beginning, or a slip or two.
fn similar<'a>(typed: &str, names: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<&'a str> {
    let typed: String = typed.chars().take(100).collect();
    let mut found: Vec<(Closeness, &str)> = Vec::new();
    for (name, shown) in names {
        let Some(closeness) = closeness(&typed, name) else { continue };
        match found.iter_mut().find(|(_, known)| *known == shown) {
            Some((best, _)) => *best = closeness.min(*best),
            None => found.push((closeness, shown)),
        }
    }
    found.sort_by_key(|(closeness, _)| *closeness);
    // A clear match needs no company.
    let best = found.first().map(|(closeness, _)| *closeness);
    found.retain(|(closeness, _)| Some(*closeness) == best);
    found.truncate(FEW);
    found.into_iter().map(|(_, shown)| shown).collect()
}

fn closeness(typed: &str, name: &str) -> Option<Closeness> {
    const SHORTEST: usize = 3;
    let folded = fold(typed);
    let whole = fold(name);
    let words = || name.split([' ', '-', ',', '.', ':']).map(fold).filter(|word| !word.is_empty());
    let typed_words: Vec<String> =
        typed.split_whitespace().map(fold).filter(|word| word.len() >= SHORTEST).collect();
    let slips = folded.len() / 4;
    let distance = strsim::osa_distance(&folded, &whole);
    let inner = || words().map(|word| strsim::osa_distance(&folded, &word)).min();
    match () {
        () if !typed_words.is_empty()
            && typed_words.iter().all(|typed| words().any(|word| word == *typed)) =>
        {
            Some(Closeness::Words)
        }
        () if folded.len() < SHORTEST => None,
        () if whole.starts_with(&folded) || words().any(|word| word.starts_with(&folded)) => {
            Some(Closeness::Prefix)
        }
        () if distance <= slips.max(1) && distance < folded.len() => {
            Some(Closeness::Slips(distance))
        }
        () if inner().is_some_and(|distance| distance <= slips) => Some(Closeness::Slips(slips)),
        () if whole.contains(&folded) => Some(Closeness::Inside),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(typed: &str) -> Option<String> {
        let names =
            ["Hacan", "Sardakk N'orr", "Support for the Throne", "Gila the Silvertongue", "Sula"];
        let unknown = Unknown::among("name", typed, names.into_iter().map(|name| (name, name)));
        unknown.similar.first().cloned()
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
        assert_eq!(meant("Gila").as_deref(), Some("Gila the Silvertongue"));
        assert_eq!(meant("Silvertonge").as_deref(), Some("Gila the Silvertongue"));
        assert_eq!(meant("zzz"), None);
        assert_eq!(meant("moon"), None);
        assert_eq!(meant(""), None);
    }
}
