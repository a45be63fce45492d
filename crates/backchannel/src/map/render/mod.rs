//! Renders a map: one self-contained SVG in the style of the field manual.

mod borders;
mod ink;
mod legend;
mod links;

use std::fmt::Write;

use super::file::Point;
use super::label::Label;
use super::outline::Outline;
use super::{Map, Territory};
use borders::Borders;
use ink::{Escaped, path, tint};

const STYLE: &str = "\
.field-map text{font-family:'Barlow Condensed','Roboto Condensed','DejaVu Sans Condensed',\
'Arial Narrow',sans-serif;fill:#efe6d0}\
.field-map .name{font-weight:600;text-transform:uppercase;text-anchor:middle;letter-spacing:.04em;\
paint-order:stroke;stroke:#14181a;stroke-opacity:.55;stroke-width:2.6;stroke-linejoin:round}\
.field-map .title{font-weight:700;letter-spacing:.14em}\
.field-map .note{fill:#b9b09a}.field-map .good{fill:#d9c27a}.field-map .bad{fill:#e0695a}";

const COMPASS: &str = "opacity=\".6\" fill=\"none\" stroke=\"#b9ab86\">\
<circle r=\"44\"/><circle r=\"40\" stroke-dasharray=\"1.5 4.3\" stroke-width=\"4\"/><circle r=\"15\"/>\
<path d=\"M0 -56L7 -7L56 0L7 7L0 56L-7 7L-56 0L-7 -7Z\" fill=\"#172025\"/>\
<path d=\"M0 -56L7 -7L0 0ZM56 0L7 7L0 0ZM0 56L-7 7L0 0ZM-56 0L-7 -7L0 0Z\" fill=\"#b9ab86\"/>\
<text y=\"-60\" font-size=\"14\" text-anchor=\"middle\" stroke=\"none\">N</text>";

/// The whole map: land, borders, links, names, and a legend below it.
pub fn render(map: &Map) -> String {
    let [width, height] = map.file().size;
    let borders = Borders::of(map);
    let legend = legend::Legend::of(map);
    let total = height + legend.height();
    let mut svg = String::new();
    let _ = write!(
        svg,
        "<svg class=\"field-map\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {total}\" \
         width=\"{width}\" height=\"{total}\" role=\"img\"><title>{}</title><style>{STYLE}</style>",
        Escaped(&map.file().name)
    );
    definitions(&mut svg, map);
    sea(&mut svg, map);
    land(&mut svg, map, &borders);
    links::draw(&mut svg, map, &borders);
    names(&mut svg, map);
    compass(&mut svg, map);
    frame(&mut svg, map);
    legend.draw(&mut svg, map, &links::kinds(map, &borders));
    svg.push_str("</svg>\n");
    svg
}

fn definitions(svg: &mut String, map: &Map) {
    svg.push_str(
        "<defs><radialGradient id=\"sea\" cx=\"50%\" cy=\"42%\" r=\"75%\">\
         <stop offset=\"0\" stop-color=\"#1d2a30\"/><stop offset=\"1\" stop-color=\"#11181c\"/>\
         </radialGradient>",
    );
    for zone in 0..map.zones().len() {
        let _ = write!(
            svg,
            "<pattern id=\"hatch{zone}\" width=\"12\" height=\"12\" patternUnits=\"userSpaceOnUse\" \
             patternTransform=\"rotate(45)\"><rect width=\"3.4\" height=\"12\" fill=\"{}\"/></pattern>",
            tint(map, zone)
        );
    }
    svg.push_str("<g id=\"land\">");
    for (index, territory) in map.file().territories.iter().enumerate() {
        let _ = write!(svg, "<path id=\"t{index}\" d=\"{}\"/>", path(&territory.shape, true));
    }
    svg.push_str("</g></defs>");
}

/// Dark water, a grid, and the lines that old charts draw along a coast.
fn sea(svg: &mut String, map: &Map) {
    let [width, height] = map.file().size;
    let _ = write!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"url(#sea)\"/>");
    let mut grid = String::new();
    for step in 1..(width / 100.0) as usize + 1 {
        let _ = write!(grid, "M{} 0V{height}", step * 100);
    }
    for step in 1..(height / 100.0) as usize + 1 {
        let _ = write!(grid, "M0 {}H{width}", step * 100);
    }
    let _ = write!(svg, "<path d=\"{grid}\" stroke=\"#6f8790\" stroke-opacity=\".13\"/>");
    svg.push_str("<g fill=\"none\" stroke-linejoin=\"round\">");
    for (stroke, opacity, width) in [
        ("#8fb0b4", ".10", 44),
        ("#8fb0b4", ".11", 26),
        ("#8fb0b4", ".14", 12),
        ("#d8ccab", ".95", 4),
    ] {
        let _ = write!(
            svg,
            "<g opacity=\"{opacity}\"><use href=\"#land\" stroke=\"{stroke}\" \
             stroke-width=\"{width}\"/></g>"
        );
    }
    svg.push_str("</g>");
}

fn land(svg: &mut String, map: &Map, borders: &Borders) {
    svg.push_str("<g>");
    for territory in map.all() {
        let zones = zones_of(map, territory);
        let index = territory.index();
        let fill = zones.first().map_or("#565b56", |zone| tint(map, *zone));
        let _ = write!(svg, "<use href=\"#t{index}\" fill=\"{fill}\"/>");
        for zone in zones.iter().skip(1) {
            let _ = write!(
                svg,
                "<use href=\"#t{index}\" fill=\"url(#hatch{zone})\" fill-opacity=\".62\"/>"
            );
        }
    }
    svg.push_str("</g><g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\">");
    let _ = write!(
        svg,
        "<path d=\"{}\" stroke=\"#1a1c1a\" stroke-opacity=\".85\" stroke-width=\"1.6\"/>",
        borders.lines(|_, _| true)
    );
    let _ = write!(
        svg,
        "<path d=\"{}\" stroke=\"#14110d\" stroke-width=\"3.2\"/>",
        borders.lines(|one, two| zones_of(map, one).first() != zones_of(map, two).first())
    );
    let peaks: String = borders.closed(map).map(|line| borders::peaks(line)).collect();
    let _ = write!(
        svg,
        "<path d=\"{peaks}\" fill=\"#2b2822\" stroke=\"#cfc5ac\" stroke-width=\"1.1\"/></g>"
    );
}

fn names(svg: &mut String, map: &Map) {
    for territory in &map.file().territories {
        let [x, y] = territory.anchor;
        let label = Label::fit(&territory.name, territory.anchor, &Outline::new(&territory.shape));
        let limits = limits(territory.least, territory.most);
        let radius = if limits.is_empty() { 7.0 } else { 12.0 };
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"#12161a\" fill-opacity=\".35\" \
             stroke=\"#efe6d0\" stroke-opacity=\".7\"/>"
        );
        let _ = write!(
            svg,
            "<text x=\"{x}\" y=\"{}\" font-size=\"9\" text-anchor=\"middle\">{limits}</text>",
            y + 3.2
        );
        for (line, text) in label.lines.iter().enumerate() {
            let _ = write!(
                svg,
                "<text class=\"name\" x=\"{x}\" y=\"{}\" font-size=\"{}\">{}</text>",
                y + label.baseline(line),
                label.size,
                Escaped(&text.to_uppercase())
            );
        }
    }
}

/// How many troops must stay and how many fit, where it is not any number.
fn limits(least: Option<u32>, most: Option<u32>) -> String {
    match (least, most) {
        (None, None) => String::new(),
        (least, Some(most)) => format!("{}–{most}", least.unwrap_or(1)),
        (Some(least), None) => format!("{least}+"),
    }
}

fn frame(svg: &mut String, map: &Map) {
    let [width, height] = map.file().size;
    for (inset, stroke) in [(6.0, 2.2), (11.0, 0.7)] {
        let _ = write!(
            svg,
            "<rect x=\"{inset}\" y=\"{inset}\" width=\"{}\" height=\"{}\" fill=\"none\" \
             stroke=\"#b9ab86\" stroke-opacity=\".55\" stroke-width=\"{stroke}\"/>",
            width - 2.0 * inset,
            height - 2.0 * inset
        );
    }
}

/// A compass in the emptiest corner, if there is one.
fn compass(svg: &mut String, map: &Map) {
    let [width, height] = map.file().size;
    let shapes = || map.file().territories.iter().flat_map(|territory| &territory.shape);
    let room = |[x, y]: Point| {
        let far = |[px, py]: &Point| (px - x) * (px - x) + (py - y) * (py - y);
        shapes().map(far).fold(f32::MAX, f32::min)
    };
    let inset = 82.0;
    let corners = [inset, width - inset].map(|x| [inset, height - inset].map(|y| [x, y]));
    let best = corners.into_iter().flatten().max_by(|a, b| room(*a).total_cmp(&room(*b)));
    if let Some([x, y]) = best.filter(|corner| room(*corner) > 78.0 * 78.0) {
        let _ = write!(svg, "<g transform=\"translate({x} {y})\" {COMPASS}</g>");
    }
}

/// The zones that a territory belongs to, in map order.
fn zones_of(map: &Map, territory: Territory) -> Vec<usize> {
    let zones = map.zones().iter().enumerate();
    zones.filter(|(_, zone)| zone.territories.contains(territory)).map(|(zone, _)| zone).collect()
}
