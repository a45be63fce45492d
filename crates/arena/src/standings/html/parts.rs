//! The parts that the sections of the page are made of.

use std::fmt::Write as _;

use crate::standings::report::ShareInterval;
use crate::standings::svg::escape;

pub(super) fn section(class: &str, title: &str, about: &str, body: &str) -> String {
    let title = escape(title);
    format!("<section class=\"{class}\"><h2>{title}</h2><p>{}</p>{body}</section>", escape(about))
}

pub(super) fn figure(svg: &str) -> String {
    format!("<figure>{svg}</figure>")
}

/// A table; cells are HTML already.
pub(super) fn grid(titles: &[String], rows: &[Vec<String>]) -> String {
    let head: String =
        titles.iter().map(|title| format!("<th scope=\"col\">{title}</th>")).collect();
    let mut body = String::new();
    for row in rows {
        body += "<tr>";
        for (place, cell) in row.iter().enumerate() {
            match (place, cell.starts_with("<td")) {
                (0, _) => _ = write!(body, "<th scope=\"row\">{cell}</th>"),
                (_, true) => body += cell,
                (_, false) => _ = write!(body, "<td>{cell}</td>"),
            }
        }
        body += "</tr>";
    }
    format!(
        "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
}

pub(super) fn titles(first: &str, rest: &[&str]) -> Vec<String> {
    [first].iter().chain(rest).map(|title| escape(title)).collect()
}

pub(super) fn legend(entries: &[(&str, &str)]) -> String {
    let items = entries.iter().map(|(colour, told)| {
        format!("<li><i style=\"background:var(--{colour})\"></i>{}</li>", escape(told))
    });
    format!("<ul class=\"legend\">{}</ul>", items.collect::<String>())
}

/// Counts, in as many columns as fit.
pub(super) fn tally<'a>(counts: impl Iterator<Item = (&'a String, &'a u64)>) -> String {
    let items = counts.map(|(id, count)| {
        format!(
            "<li><span>{}</span><b>{}</b></li>",
            escape(&id.replace(['_', '-'], " ")),
            whole(*count)
        )
    });
    format!("<ul class=\"tally\">{}</ul>", items.collect::<String>())
}

/// A cell that is warmer the further a share is from what is fair.
pub(super) fn heat(value: f64, fair: f64, text: &str) -> String {
    let away = if fair > 0.0 { (value / fair - 1.0).clamp(-1.0, 1.0) } else { 0.0 };
    warm(if away >= 0.0 { "more" } else { "less" }, away.abs(), text)
}

pub(super) fn warm(class: &str, part: f64, text: &str) -> String {
    format!("<td class=\"heat {class}\" style=\"--warmth:{:.0}%\">{text}</td>", part * 55.0)
}

pub(super) fn nil() -> String {
    "<span class=\"nil\">–</span>".to_owned()
}

pub(super) fn share(wins: &ShareInterval) -> String {
    let (low, high) = (wins.low * 100.0, wins.high * 100.0);
    format!("{} <small>{low:.1}–{high:.1}</small>", percent(wins.rate))
}

pub(super) fn percent(part: f64) -> String {
    format!("{:.1} %", part * 100.0)
}

/// A number with a separator between its thousands.
pub(super) fn whole(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}
