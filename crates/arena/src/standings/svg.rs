//! Charts as SVG that follow the reader's dark or light theme.
//!
//! The library writes colours as numbers. Each of ours is a placeholder that is replaced by a variable of the page.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Text, lines of the grid, and what series are drawn in.
const INK: RGBColor = RGBColor(1, 0, 0);
const RULE: RGBColor = RGBColor(1, 0, 1);
const SERIES: [RGBColor; 6] = [
    RGBColor(1, 0, 2),
    RGBColor(1, 0, 3),
    RGBColor(1, 0, 4),
    RGBColor(1, 0, 5),
    RGBColor(1, 0, 6),
    RGBColor(1, 0, 7),
];
/// The variables that they become, with their values in the light and in the dark theme.
const THEME: [(&str, &str, &str); 8] = [
    ("ink", "#3b3527", "#d8cfb4"),
    ("rule", "#cdc09c", "#3b4032"),
    ("one", "#4d5521", "#c3cc86"),
    ("two", "#a3231a", "#ff8069"),
    ("three", "#0a6660", "#63d2c2"),
    ("four", "#865600", "#f0b84d"),
    ("five", "#0a4f8a", "#8cc8ff"),
    ("six", "#7a7160", "#8f8a75"),
];

const WIDTH: u32 = 460;
const TEXT: i32 = 18;
/// The library's estimate of the width of a character at that size.
const CHARACTER: f64 = 8.0;
const FONT: &str = "system-ui, sans-serif";

/// A value with an interval, on a line of its own.
#[derive(Clone, PartialEq, Debug)]
pub struct ChartDot {
    pub label: String,
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// A bar made of parts, in the order of the legend.
#[derive(Clone, PartialEq, Debug)]
pub struct ChartBar {
    pub label: String,
    pub parts: Vec<f64>,
}

/// A curve through points (x, mean, low, high).
#[derive(Clone, PartialEq, Debug)]
pub struct ChartCurve {
    pub label: String,
    pub points: Vec<(f64, f64, f64, f64)>,
}

/// Values with intervals, one below the other, and a line where `at` is.
pub fn dots(about: &str, rows: &[ChartDot], at: f64, unit: &str) -> String {
    let lows = rows.iter().map(|row| row.low).chain([at]);
    let highs = rows.iter().map(|row| row.high).chain([at]);
    let (low, high) = padded(lows.fold(f64::MAX, f64::min), highs.fold(f64::MIN, f64::max));
    let labels: Vec<&str> = rows.iter().map(|row| row.label.as_str()).collect();
    draw(about, 34 * rows.len() as u32 + 56, |area| {
        let mut chart = rows_chart(area, &labels, low, high)?;
        let line = INK.mix(0.55).stroke_width(1);
        let top = labels.len() as f64;
        chart.draw_series(DashedLineSeries::new([(at, 0.0), (at, top)], 4, 4, line))?;
        mesh(area, &mut chart, &labels, unit, high - low)?;
        for (place, row) in rows.iter().enumerate() {
            let y = top - place as f64 - 0.5;
            let line = SERIES[0].stroke_width(3);
            let ends = [(row.low, y), (row.high, y)];
            chart.draw_series([PathElement::new(ends, line)])?;
            chart.draw_series([Circle::new((row.value, y), 6, SERIES[0].filled())])?;
        }
        Ok(())
    })
}

/// Bars of several parts, one below the other; the legend is the page's.
pub fn bars(about: &str, rows: &[ChartBar], unit: &str) -> String {
    let total = |row: &ChartBar| row.parts.iter().sum::<f64>();
    let most = rows.iter().map(total).fold(0.0, f64::max).max(1e-9);
    let labels: Vec<&str> = rows.iter().map(|row| row.label.as_str()).collect();
    draw(about, 34 * rows.len() as u32 + 56, |area| {
        let mut chart = rows_chart(area, &labels, 0.0, most * 1.04)?;
        mesh(area, &mut chart, &labels, unit, most)?;
        for (place, row) in rows.iter().enumerate() {
            let y = labels.len() as f64 - place as f64 - 0.5;
            let mut from = 0.0;
            for (part, colour) in row.parts.iter().zip(SERIES) {
                let corners = [(from, y - 0.3), (from + part, y + 0.3)];
                if *part > 0.0 {
                    chart.draw_series([Rectangle::new(corners, colour.filled())])?;
                }
                from += part;
            }
        }
        Ok(())
    })
}

/// Curves with a band each; the legend is the page's.
pub fn curves(about: &str, curves: &[ChartCurve], x_title: &str, unit: &str) -> String {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let (left, right) = range(points().map(|point| (point.0, point.0)));
    let (low, high) = range(points().map(|point| (point.2, point.3)).chain([(0.0, 0.0)]));
    let (low, high) = padded(low, high);
    draw(about, 290, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(16)
            .x_label_area_size(46)
            .y_label_area_size(58)
            .build_cartesian_2d(left..right.max(left + 1e-9), low..high)?;
        chart
            .configure_mesh()
            .axis_style(RULE)
            .bold_line_style(RULE.mix(0.7))
            .light_line_style(TRANSPARENT)
            .label_style((FONT, TEXT).into_font().color(&INK))
            .x_desc(x_title)
            .x_labels(6)
            .y_labels(6)
            .x_label_formatter(&|x| number(*x, right - left))
            .y_label_formatter(&|y| format!("{}{unit}", number(*y, high - low)))
            .draw()?;
        chart.draw_series(LineSeries::new([(left, 0.0), (right, 0.0)], INK.mix(0.55)))?;
        for (curve, colour) in curves.iter().zip(SERIES) {
            let there = curve.points.iter().map(|(x, _, low, _)| (*x, *low));
            let back = curve.points.iter().rev().map(|(x, _, _, high)| (*x, *high));
            let band: Vec<(f64, f64)> = there.chain(back).collect();
            chart.draw_series([Polygon::new(band, colour.mix(0.18))])?;
            let line = curve.points.iter().map(|(x, mean, ..)| (*x, *mean));
            chart.draw_series(LineSeries::new(line.clone(), colour.stroke_width(3)))?;
            chart.draw_series(line.map(|point| Circle::new(point, 4, colour.filled())))?;
        }
        Ok(())
    })
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;
type RowsChart<'a, 'b> = ChartContext<
    'b,
    SVGBackend<'a>,
    Cartesian2d<plotters::coord::types::RangedCoordf64, plotters::coord::types::RangedCoordf64>,
>;

/// A chart that cannot be drawn is left out, so that the rest of the report is still written.
fn draw(about: &str, height: u32, paint: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut text = String::new();
    let drawn = {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        paint(&area).and_then(|()| Ok(area.present()?))
    };
    match drawn {
        Ok(()) => themed(about, &text),
        Err(_) => String::new(),
    }
}

fn rows_chart<'a, 'b>(
    area: &'b Area<'a>,
    labels: &[&str],
    low: f64,
    high: f64,
) -> Result<RowsChart<'a, 'b>, Box<dyn std::error::Error>> {
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let room = (longest as f64 * CHARACTER + 18.0).clamp(60.0, 260.0);
    Ok(ChartBuilder::on(area)
        .margin(6)
        .margin_right(22)
        .x_label_area_size(34)
        .y_label_area_size(room as i32)
        .build_cartesian_2d(low..high, 0.0..labels.len() as f64)?)
}

/// The grid, and a label in the middle of each row. We draw labels ourselves, because the library chooses its own places.
fn mesh(
    area: &Area<'_>,
    chart: &mut RowsChart<'_, '_>,
    labels: &[&str],
    unit: &str,
    span: f64,
) -> Drawn {
    let text = (FONT, TEXT).into_font().color(&INK);
    chart
        .configure_mesh()
        .axis_style(RULE)
        .disable_y_mesh()
        .bold_line_style(RULE.mix(0.7))
        .light_line_style(TRANSPARENT)
        .label_style(text.clone())
        .x_labels(5)
        .y_labels(0)
        .x_label_formatter(&|x| format!("{}{unit}", number(*x, span)))
        .draw()?;
    let plot = chart.plotting_area();
    let style = text.pos(Pos::new(HPos::Right, VPos::Center));
    for (place, label) in labels.iter().enumerate() {
        let middle = labels.len() as f64 - place as f64 - 0.5;
        let (_, y) = plot.map_coordinate(&(0.0, middle));
        let at = (plot.get_base_pixel().0 - 10, y);
        area.draw(&Text::new((*label).to_owned(), at, style.clone()))?;
    }
    Ok(())
}

fn range(values: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    values.fold((f64::MAX, f64::MIN), |(low, high), (least, most)| (low.min(least), high.max(most)))
}

fn padded(low: f64, high: f64) -> (f64, f64) {
    let room = ((high - low) * 0.06).max(1e-6);
    (low - room, high + room)
}

/// With as many digits as the span needs.
fn number(value: f64, span: f64) -> String {
    let digits = if span >= 4.0 {
        0
    } else if span >= 0.8 {
        1
    } else {
        2
    };
    let text = format!("{value:.digits$}");
    if text.trim_start_matches(['-', '0', '.']).is_empty() { "0".to_owned() } else { text }
}

/// Replaces our colours by variables, and gives them values for when the chart stands alone.
fn themed(about: &str, svg: &str) -> String {
    let mut text = svg.to_owned();
    for (place, (name, ..)) in THEME.iter().enumerate() {
        text = text.replace(&format!("#0100{place:02X}"), &format!("var(--chart-{name})"));
    }
    let values = |pick: fn(&(&str, &str, &str)) -> String| {
        THEME.iter().map(pick).collect::<Vec<_>>().join("")
    };
    let day = values(|(name, day, _)| format!("--chart-{name}:{day};"));
    let night = values(|(name, _, night)| format!("--chart-{name}:{night};"));
    let style = format!(
        "<title>{}</title><style>svg{{{day}}}@media(prefers-color-scheme:dark){{svg{{{night}}}}}</style>",
        escape(about)
    );
    match text.find('>') {
        Some(end) => {
            let (head, rest) = text.split_at(end);
            format!("{head} role=\"img\">{style}{}", &rest[1..])
        }
        None => text,
    }
}

/// Text for HTML and SVG.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}
