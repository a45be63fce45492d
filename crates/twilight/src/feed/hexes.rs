//! `hexSummary`: who is where, in a few letters per system, such as `19+0+0BdWt*e;Bi2pWo*Ci`.
//!
//! Systems are separated by commas, and the planets of a system by semicolons. A capital is a colour and stays for the
//! rest of the system, a number is a count, a small letter is a unit or a token, and what follows an asterisk is
//! attached.

use super::MOST_PLACES;

/// One system as it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Written<'t> {
    pub tile: &'t str,
    /// The colours of the units in space and on the planets.
    pub units: Vec<char>,
    /// The colour that controls each planet.
    pub planets: Vec<Option<char>>,
}

/// Planets of a system that are read.
const MOST_PLANETS: usize = 8;

pub(super) fn read(text: &str) -> Vec<Written<'_>> {
    text.split(',').take(MOST_PLACES).filter_map(system).collect()
}

fn system(text: &str) -> Option<Written<'_>> {
    let text = text.trim();
    let at = text.find(['+', '-'])?;
    let (tile, rest) = text.split_at(at);
    let known = !tile.is_empty() && tile.chars().all(|letter| letter.is_ascii_alphanumeric());
    let rest = coordinate(coordinate(rest)?)?;
    let mut found = Written { tile, units: Vec::new(), planets: Vec::new() };
    let mut colour = None;
    for (place, region) in rest.split(';').take(MOST_PLANETS + 1).enumerate() {
        let (token, units) = self::region(region, &mut colour);
        let ground = units.first().copied();
        for unit in units {
            if !found.units.contains(&unit) {
                found.units.push(unit);
            }
        }
        if place > 0 {
            found.planets.push(token.or(ground));
        }
    }
    known.then_some(found)
}

/// What follows a coordinate with its sign.
fn coordinate(text: &str) -> Option<&str> {
    let digits = text.strip_prefix(['+', '-'])?;
    let rest = digits.trim_start_matches(|letter: char| letter.is_ascii_digit());
    (rest.len() < digits.len()).then_some(rest)
}

/// The colour of the control token, and the colours of the units.
fn region(text: &str, colour: &mut Option<char>) -> (Option<char>, Vec<char>) {
    let (mut token, mut units) = (None, Vec::new());
    let letters = text.split('*').next().unwrap_or_default();
    for letter in letters.chars() {
        match letter {
            'A'..='Z' => *colour = Some(letter),
            't' => {}
            'o' => token = *colour,
            'a'..='z' => units.extend(*colour),
            _ => {}
        }
    }
    (token, units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_tokens_and_attachments_are_told_apart() {
        let all = read("19+0+0BdWt*e;Bi2pWo*Ci,18-1+2;,26+3-1Rc2f;Ri;o");
        let tiles: Vec<&str> = all.iter().map(|it| it.tile).collect();
        assert_eq!(tiles, ["19", "18", "26"]);
        assert_eq!(all[0].units, ['B'], "White has a command token and a control token only");
        assert_eq!(all[0].planets, [Some('W')], "a control token comes before infantry");
        assert_eq!((all[1].units.len(), &*all[1].planets), (0, &[None][..]));
        assert_eq!(all[2].planets, [Some('R'), Some('R')], "a colour stays for the whole system");
    }

    #[test]
    fn nonsense_is_left_out() {
        for text in ["", ",,,", "19", "19+", "19+1", "+1+1Bd", "1é9+0+0B", "19+0+0", "é+0+0"] {
            assert!(read(text).iter().all(|it| it.units.is_empty()), "{text}");
        }
        assert_eq!(read(&"1+0+0Bd,".repeat(5_000)).len(), MOST_PLACES);
        assert!(read(&format!("1+0+0{}", ";Bi".repeat(5_000)))[0].planets.len() <= MOST_PLANETS);
    }
}
