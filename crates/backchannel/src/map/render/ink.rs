//! Colours, escaped text and path data.

use std::fmt::{self, Write};

use crate::map::file::Point;
use crate::map::{Map, TerritorySet};

const TINTS: [&str; 12] = [
    "#8f7a45", "#4d7468", "#7a5c80", "#557099", "#8d6350", "#6c7f4c", "#93707c", "#3f7284",
    "#a07f5a", "#686a96", "#567a52", "#857f6a",
];
/// Land that costs its holder.
const SCORCHED: [&str; 3] = ["#70413a", "#7c3f48", "#6b4a35"];
/// Stripes over other zones.
const STRIPES: [&str; 4] = ["#d9bd68", "#9fc7c0", "#d5cdbb", "#c79ac0"];
const RED_STRIPES: [&str; 2] = ["#b8402f", "#a8356a"];

/// The colour of a zone: muted for land of its own, bright for one that only lies over others.
pub(super) fn tint(map: &Map, zone: usize) -> &'static str {
    let kind = |zone: usize| {
        let rules = &map.zones()[zone];
        let earlier = map.zones()[..zone].iter().map(|zone| zone.territories);
        let covered = earlier.fold(TerritorySet::EMPTY, TerritorySet::or);
        (rules.troops < 0 || rules.cards < 0, covered.contains_all(rules.territories))
    };
    let alike = (0..zone).filter(|other| kind(*other) == kind(zone)).count();
    let colours: &[&str] = match kind(zone) {
        (false, false) => &TINTS,
        (true, false) => &SCORCHED,
        (false, true) => &STRIPES,
        (true, true) => &RED_STRIPES,
    };
    colours[alike % colours.len()]
}

/// Text that is safe between tags and in attributes.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                // XML has no way to write these at all.
                '\u{fffe}' | '\u{ffff}' => {}
                _ if letter.is_control() => f.write_char(' ')?,
                _ => f.write_char(letter)?,
            }
        }
        Ok(())
    }
}

pub(super) fn path(points: &[Point], closed: bool) -> String {
    let mut path = String::new();
    for (index, [x, y]) in points.iter().enumerate() {
        let _ = write!(path, "{}{x} {y}", if index == 0 { 'M' } else { 'L' });
    }
    if closed {
        path.push('Z');
    }
    path
}
