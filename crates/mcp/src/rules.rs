//! The rulebooks, clause by clause.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::arguments::{Rules, encoded};
use crate::caller::Caller;
use crate::reply::{Failed, Outcome, Told};

/// A game of the server, as it is listed.
#[derive(Deserialize)]
pub struct ListedRuleset {
    pub name: String,
    pub title: String,
    /// The letters that its clauses begin with.
    letters: String,
    /// Where a situation is judged.
    pub judge: Option<String>,
}

impl Caller<'_> {
    pub async fn rulesets(&self) -> Result<Vec<ListedRuleset>, Failed> {
        let all = self.get("/rulesets".to_owned()).await?;
        serde_json::from_value(all).map_err(|_| Failed::new("The server does not list its games."))
    }

    pub async fn rules(&self, asked: Rules) -> Outcome {
        let clause = asked.clause.map(|clause| clause.trim().to_uppercase());
        let letters = clause.as_deref().and_then(|clause| clause.split_once('-')).map(|(it, _)| it);
        let all = self.rulesets().await?;
        let named = |it: &&ListedRuleset| asked.book.as_ref().is_some_and(|book| *book == it.name);
        let found = match &asked.book {
            Some(_) => all.iter().find(named),
            None => all.iter().find(|it| Some(&*it.letters) == letters).or(all.first()),
        };
        let found = found.ok_or_else(|| Failed::new("There is no such rulebook."))?;
        let book = self.book(&found.name).await?;
        if let Some(clause) = clause {
            let (id, text) = find_clause(&book, &found.letters, &clause)?;
            return Ok(Told::new(format!("{id}: {text}"), json!({ "clause": id, "text": text })));
        }
        if let Some(section) = asked.section {
            let text = sections(&book)
                .find(|it| it["title"] == *section || it["id"] == *section)
                .map(section_text)
                .ok_or_else(|| {
                    Failed::new("There is no such section; ask without one for the list.")
                })?;
            return Ok(Told::new(text.clone(), json!({ "text": text })));
        }
        let titles: Vec<&Value> = sections(&book).map(|section| &section["title"]).collect();
        let lines: String =
            titles.iter().filter_map(|it| it.as_str()).map(|it| format!("{it}\n")).collect();
        Ok(Told::new(lines, json!({ "book": found.name, "sections": titles })))
    }

    /// A book, or `book/clause`.
    pub async fn read_rules(&self, path: &str) -> Result<String, Failed> {
        let (name, clause) =
            path.split_once('/').map_or((path, None), |(name, it)| (name, Some(it)));
        let all = self.rulesets().await?;
        let found = all.iter().find(|it| it.name == name);
        let found = found.ok_or_else(|| Failed::new("there is no such rulebook"))?;
        let book = self.book(&found.name).await?;
        match clause {
            Some(clause) => {
                find_clause(&book, &found.letters, &clause.to_uppercase()).map(|(_, text)| text)
            }
            None => Ok(sections(&book).map(section_text).collect()),
        }
    }

    async fn book(&self, name: &str) -> Result<Value, Failed> {
        self.get(format!("/rules/{}", encoded(name))).await
    }
}

fn sections(book: &Value) -> impl Iterator<Item = &Value> {
    book["sections"].as_array().into_iter().flatten()
}

fn clauses(section: &Value) -> impl Iterator<Item = &Value> {
    section["clauses"].as_array().into_iter().flatten()
}

/// A clause by its id, or by its number alone.
fn find_clause(book: &Value, letters: &str, wanted: &str) -> Result<(String, String), Failed> {
    let numbered = format!("{letters}-{wanted}");
    let found = sections(book)
        .flat_map(clauses)
        .find(|it| it["id"].as_str().is_some_and(|id| id == wanted || id == numbered));
    let text = |it: &Value, name: &str| it[name].as_str().unwrap_or_default().to_owned();
    found
        .map(|it| (text(it, "id"), plain(&text(it, "text"))))
        .ok_or_else(|| Failed::new(format!("There is no clause {wanted} in this book.")))
}

fn section_text(section: &Value) -> String {
    let text = |name: &str| section[name].as_str().unwrap_or_default();
    let mut whole = format!("{}\n\n{}\n", text("title"), plain(text("intro")));
    for clause in clauses(section) {
        let (id, text) = (clause["id"].as_str(), clause["text"].as_str());
        whole += &format!("{}: {}\n", id.unwrap_or_default(), plain(text.unwrap_or_default()));
    }
    whole + "\n"
}

/// The text of simple HTML, as the rulebooks have it.
fn plain(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        text.push_str(&rest[..start]);
        let Some(end) = rest[start..].find('>') else { break };
        if matches!(&rest[start..=start + end], "</td>" | "</th>" | "<br />") {
            text.push(' ');
        }
        rest = &rest[start + end + 1..];
    }
    text.push_str(rest);
    let decoded = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")];
    let text = decoded.iter().fold(text, |text, (from, to)| text.replace(from, to));
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_reads_without_its_markup() {
        let html = "<p>See <a href=\"#BC-803\">BC-803</a>: a &lt; b &amp;amp; c.</p>\n";
        assert_eq!(plain(html), "See BC-803: a < b &amp; c.");
        assert_eq!(plain("<td>1</td><td>2</td>"), "1 2");
    }
}
