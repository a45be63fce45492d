//! The rulebooks, clause by clause.

use axum::Json;
use axum::extract::State;
use pulldown_cmark::{CowStr, Event, LinkType, Options, Parser, Tag, TagEnd, html};
use schemars::JsonSchema;
use serde::Deserialize;

use super::app::App;
use super::lasting::CachedJson;
use crate::http::answer::JsonResult;
use crate::http::params::PathParams;
use crate::ruleset::Ruleset;
use crate::wire::Problem;
use crate::wire::rulebook::{ClauseText, Rulebook, RulesetEntry, Section};

#[derive(Deserialize, JsonSchema)]
pub struct RulebookPath {
    /// The name of a ruleset.
    #[schemars(length(max = 40))]
    pub book: String,
}

pub(super) async fn get(
    State(app): State<App>,
    PathParams(RulebookPath { book }): PathParams<RulebookPath>,
) -> Result<CachedJson<Rulebook>, Problem> {
    let found = app.games.books.iter().find(|(name, _)| *name == book);
    found.map(|(_, book)| book.answer()).ok_or_else(|| Problem::not_found("rulebook"))
}

pub(super) async fn list(State(app): State<App>) -> JsonResult<Vec<RulesetEntry>> {
    Ok(Json(app.games.entries.clone()))
}

/// What is listed of a game.
pub fn entry<G: Ruleset>() -> RulesetEntry {
    let book = read(G::RULEBOOK);
    let first = book.sections.iter().flat_map(|section| &section.clauses).next();
    let letters = first.and_then(|clause| clause.id.split_once('-')).map(|(letters, _)| letters);
    RulesetEntry {
        name: G::NAME.to_owned(),
        letters: letters.unwrap_or_default().to_owned(),
        title: book.title,
        judge: G::JUDGE.map(|path| format!("/{}/{path}", G::NAME)),
    }
}

/// Parses a rulebook in Markdown: sections, and clauses that begin with their id in bold.
pub fn read(text: &str) -> Rulebook {
    let mut parts = text.split("\n## ");
    let (title, intro) = parts.next().and_then(|it| it.split_once('\n')).unwrap_or_default();
    Rulebook {
        title: title.trim_start_matches('#').trim().to_owned(),
        intro: to_html(intro),
        sections: parts.map(section).collect(),
    }
}

fn section(text: &str) -> Section {
    let (title, body) = text.split_once('\n').unwrap_or((text, ""));
    let mut parts = clauses(body).into_iter();
    let (_, intro) = parts.next().unwrap_or_default();
    let clauses = parts.map(|(id, text)| ClauseText { id: id.to_owned(), text: to_html(text) });
    Section {
        id: anchor(title),
        title: title.trim().to_owned(),
        intro: to_html(intro),
        clauses: clauses.collect(),
    }
}

/// The text before the first clause, without an id, and then each clause.
fn clauses(body: &str) -> Vec<(&str, &str)> {
    let starts: Vec<usize> = body
        .match_indices("**")
        .filter(|(at, _)| *at == 0 || body[..*at].ends_with('\n'))
        .filter(|(at, _)| {
            clause_id(&body[at + 2..]).is_some_and(|id| body[at + 2 + id.len()..].starts_with("**"))
        })
        .map(|(at, _)| at)
        .collect();
    let ends = starts.iter().copied().skip(1).chain([body.len()]);
    let before = &body[..starts.first().copied().unwrap_or(body.len())];
    let each = starts.iter().zip(ends).map(|(start, end)| {
        let id = clause_id(&body[start + 2..]).unwrap_or_default();
        (id, body[start + id.len() + 4..end].trim())
    });
    [("", before)].into_iter().chain(each).collect()
}

/// The clause that a text begins with, such as `BC-504`.
fn clause_id(text: &str) -> Option<&str> {
    let letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let digits = text[letters..].strip_prefix('-')?.bytes().take_while(u8::is_ascii_digit).count();
    (letters == 2 && digits >= 2).then(|| &text[..letters + 1 + digits])
}

/// The anchor of a heading.
fn anchor(title: &str) -> String {
    let fits = |letter: &char| letter.is_alphanumeric() || *letter == ' ' || *letter == '-';
    title.trim().to_lowercase().chars().filter(fits).collect::<String>().replace(' ', "-")
}

fn to_html(text: &str) -> String {
    let mut linked = false;
    let events = Parser::new_ext(text, Options::ENABLE_TABLES).flat_map(|event| match event {
        // Links out of the document lead to files that are not served.
        Event::Start(Tag::Link { dest_url, .. }) if !dest_url.starts_with('#') => Vec::new(),
        Event::End(TagEnd::Link) if !std::mem::take(&mut linked) => Vec::new(),
        Event::Start(Tag::Link { .. }) => {
            linked = true;
            vec![event]
        }
        Event::Text(text) if !linked => with_links(&text),
        other => vec![other],
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

/// Turns the clauses that a text mentions into links.
fn with_links<'e>(text: &str) -> Vec<Event<'e>> {
    let mut events = Vec::new();
    let (mut plain, mut rest) = (String::new(), text);
    while let Some(letter) = rest.chars().next() {
        if let Some(id) = clause_id(rest) {
            events.push(Event::Text(std::mem::take(&mut plain).into()));
            events.extend(link(id));
            rest = &rest[id.len()..];
        } else {
            plain.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    events.push(Event::Text(plain.into()));
    events
}

fn link<'e>(id: &str) -> [Event<'e>; 3] {
    let tag = Tag::Link {
        link_type: LinkType::Inline,
        dest_url: format!("#{id}").into(),
        title: CowStr::Borrowed(""),
        id: CowStr::Borrowed(""),
    };
    [Event::Start(tag), Event::Text(id.to_owned().into()), Event::End(TagEnd::Link)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_that_is_named_is_a_link() {
        assert_eq!(to_html("See BC-803."), "<p>See <a href=\"#BC-803\">BC-803</a>.</p>\n");
        assert_eq!(to_html("[out](../x.rs), [in](#a)"), "<p>out, <a href=\"#a\">in</a></p>\n");
    }
}
