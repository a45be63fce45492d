//! "Did you mean …?"

/// The candidate closest to what was typed, if it is close enough to be a slip.
pub(super) fn similar<'a>(
    typed: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let typed: Vec<char> = typed.chars().take(100).collect();
    let slips = 1 + typed.len() / 4;
    candidates
        .map(|candidate| (distance(&typed, candidate), candidate))
        .filter(|(distance, _)| *distance <= slips)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Levenshtein's: how many letters to add, drop or change.
fn distance(one: &[char], two: &str) -> usize {
    let mut row: Vec<usize> = (0..=one.len()).collect();
    for (line, letter) in two.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], line + 1);
        for (place, other) in one.iter().enumerate() {
            let change = corner + usize::from(letter != *other);
            corner = row[place + 1];
            row[place + 1] = change.min(corner + 1).min(row[place] + 1);
        }
    }
    row[one.len()]
}
