//! The strip below the map: its name, what it is like, and what its zones are worth.

use std::fmt::Write;

use super::borders::peaks;
use super::ink::{Escaped, tint};
use super::links::DrawnLink;
use crate::map::Map;
use crate::map::file::SeatCounts;
use crate::map::label::width;

const MARGIN: f32 = 26.0;
const COLUMN: f32 = 340.0;
const ROW: f32 = 25.0;
const NOTE: f32 = 15.0;

/// The legend below a drawn map.
pub(super) struct Legend {
    about: Vec<String>,
    rows: usize,
    zones_at: f32,
}

impl Legend {
    pub(super) fn of(map: &Map) -> Legend {
        let usable = map.file().size[0] - 2.0 * MARGIN;
        let about = wrap(&map.file().about, usable);
        let columns = ((usable / COLUMN) as usize).max(1);
        let rows = map.zones().len().div_ceil(columns);
        let zones_at = 66.0 + about.len() as f32 * NOTE * 1.35;
        Legend { about, rows, zones_at }
    }

    pub(super) fn height(&self) -> f32 {
        self.zones_at + self.rows as f32 * ROW + 40.0
    }

    pub(super) fn draw(&self, svg: &mut String, map: &Map, kinds: &[DrawnLink]) {
        let file = map.file();
        let [wide, top] = file.size;
        let _ = write!(
            svg,
            "<g transform=\"translate(0 {top})\"><rect width=\"{wide}\" height=\"{}\" fill=\"#0f1315\"/>\
             <text class=\"title\" x=\"{MARGIN}\" y=\"40\" font-size=\"24\">{}</text>\
             <text class=\"note\" x=\"{}\" y=\"40\" font-size=\"{NOTE}\" text-anchor=\"end\">\
             {} · {} territories</text>",
            self.height(),
            Escaped(&file.name.to_uppercase()),
            wide - MARGIN,
            seats(file.seats),
            map.len()
        );
        for (line, text) in self.about.iter().enumerate() {
            let y = 66.0 + line as f32 * NOTE * 1.35;
            let _ = write!(
                svg,
                "<text class=\"note\" x=\"{MARGIN}\" y=\"{y}\" font-size=\"{NOTE}\">{}</text>",
                Escaped(text)
            );
        }
        for zone in 0..map.zones().len() {
            self.entry(svg, map, zone);
        }
        self.key(svg, kinds);
        svg.push_str("</g>");
    }

    fn entry(&self, svg: &mut String, map: &Map, zone: usize) {
        let x = MARGIN + (zone / self.rows) as f32 * COLUMN;
        let y = self.zones_at + (zone % self.rows) as f32 * ROW;
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{}\" width=\"22\" height=\"14\" rx=\"2\" fill=\"{}\" \
             stroke=\"#d8ccab\" stroke-width=\".8\"/>\
             <text x=\"{}\" y=\"{}\" font-size=\"15\">{} <tspan class=\"note\">({})</tspan>  ",
            y - 4.0,
            tint(map, zone),
            x + 31.0,
            y + 8.5,
            Escaped(&map.file().zones[zone].name),
            map.zones()[zone].territories.len()
        );
        let rules = &map.zones()[zone];
        for (amount, what) in [(rules.troops, "troop"), (rules.cards, "card")] {
            if amount != 0 {
                let class = if amount < 0 { "bad" } else { "good" };
                let plural = if amount.abs() == 1 { "" } else { "s" };
                let _ = write!(
                    svg,
                    " <tspan class=\"{class}\" font-weight=\"700\">{amount:+} {what}{plural}</tspan>"
                );
            }
        }
        svg.push_str("</text>");
    }

    /// Only what the map has.
    fn key(&self, svg: &mut String, kinds: &[DrawnLink]) {
        let y = self.zones_at + self.rows as f32 * ROW + 14.0;
        let mut x = MARGIN;
        for kind in kinds {
            let (colour, dashes, text) = kind.key();
            let (drawing, stroke) = match kind {
                DrawnLink::Closed => (peaks(&[[x, y - 4.5], [x + 34.0, y - 4.5]]), 1.1),
                _ => (format!("M{x} {}h34", y - 4.5), 3.0),
            };
            let _ = write!(
                svg,
                "<path d=\"{drawing}\" fill=\"none\" stroke=\"{colour}\" \
                 stroke-width=\"{stroke}\" stroke-dasharray=\"{dashes}\" \
                 stroke-linecap=\"round\"/>\
                 <text class=\"note\" x=\"{}\" y=\"{y}\" font-size=\"13\">{text}</text>",
                x + 43.0
            );
            x += 66.0 + width(text, 13.0) * 0.86;
        }
    }
}

fn seats(SeatCounts { least, most }: SeatCounts) -> String {
    if least == most { format!("{most} seats") } else { format!("{least}–{most} seats") }
}

fn wrap(text: &str, usable: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line, NOTE) * 0.82 + width(word, NOTE) < usable => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
