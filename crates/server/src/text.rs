//! Checks of user-provided text: names, titles, labels.

use crate::wire::Problem;

/// Trims a line and checks its length, and that it has no characters that would change how the text around it is
/// displayed.
///
/// # Errors
/// `invalid` with the field.
pub fn line(field: &str, text: &str, least: usize, most: usize) -> Result<String, Problem> {
    let text = text.trim();
    let length = text.chars().count();
    if !(least..=most).contains(&length) {
        let range = if least == 0 { format!("up to {most}") } else { format!("{least} to {most}") };
        let sentence = format!("It has {range} characters, and this has {length}.");
        return Err(Problem::invalid(field, sentence));
    }
    if text.chars().any(is_unreadable) {
        return Err(Problem::invalid(
            field,
            "It has characters that cannot be shown; leave them out.",
        ));
    }
    Ok(text.to_owned())
}

fn is_unreadable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A name to sign in with.
///
/// # Errors
/// `invalid` with the field `login`.
pub fn login(text: &str) -> Result<String, Problem> {
    let text = line("login", text, 3, 40)?;
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    if text.chars().all(fits) {
        return Ok(text);
    }
    Err(Problem::invalid("login", "It has letters from a to z, digits, `-`, `_` and `.` only."))
}

/// # Errors
/// `invalid` if a number is out of range.
pub fn within(field: &str, value: u32, least: u32, most: u32) -> Result<(), Problem> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(Problem::invalid(field, format!("{value} is out of range; use {least} to {most}.")))
}

/// Turns it into a sentence.
pub fn capital(text: &impl ToString) -> String {
    let text = text.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{}{}{end}", first.unwrap_or_default(), letters.as_str())
}

/// The errors of set-ups begin with the field, which has its own place in a problem.
pub fn without_field(text: &str) -> String {
    capital(&text.split_once(": ").map_or(text, |(_, rest)| rest))
}

/// An error of the JSON parser, as a sentence.
pub fn sentence(error: &serde_json::Error) -> String {
    capital(&error.to_string().split(" at line ").next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_trimmed_and_measured_in_characters() {
        assert_eq!(line("name", "  Zoë ", 1, 3).unwrap(), "Zoë");
        assert_eq!(line("name", "   ", 1, 3).unwrap_err().field.as_deref(), Some("name"));
        assert!(line("name", "four", 1, 3).is_err());
    }

    #[test]
    fn what_cannot_be_seen_is_refused() {
        assert!(line("name", "a\u{202e}b", 1, 9).is_err());
        assert!(line("name", "a\nb", 1, 9).is_err());
    }

    #[test]
    fn a_login_is_plain() {
        assert!(login("anna.k").is_ok());
        assert!(login("anna k").is_err());
        assert!(login("an").is_err());
    }
}
