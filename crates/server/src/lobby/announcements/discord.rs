//! Announcements as a message in Discord's format.

use serde_json::{Value, json};

use crate::ruleset::{Announcement, AnnouncementTone};

/// Discord takes ten embeds in a message, and 6000 characters in all of them.
const MOST_EMBEDS: usize = 10;
const MOST_CHARACTERS: usize = 5_500;
const LONGEST_TITLE: usize = 200;
const LONGEST_TEXT: usize = 2_000;

/// A message with as many announcements as fit, and how many those are. It mentions nobody, whatever is in it.
pub(super) fn message<'a>(
    news: impl Iterator<Item = &'a Announcement>,
    link: Option<&str>,
) -> (String, usize) {
    let (mut embeds, mut left) = (Vec::new(), MOST_CHARACTERS);
    for announcement in news.take(MOST_EMBEDS) {
        let title = plain(&announcement.title, LONGEST_TITLE);
        let text = plain(&announcement.text, LONGEST_TEXT);
        let length = title.chars().count() + text.chars().count();
        if length > left {
            break;
        }
        left -= length;
        embeds.push(embed(announcement.tone, &title, &text, link));
    }
    let count = embeds.len();
    let body = json!({ "embeds": embeds, "allowed_mentions": { "parse": [] } });
    (body.to_string(), count)
}

fn embed(tone: AnnouncementTone, title: &str, text: &str, link: Option<&str>) -> Value {
    let mut embed = json!({ "title": title, "description": text, "color": colour(tone) });
    if let Some(link) = link {
        embed["url"] = link.into();
    }
    embed
}

fn colour(tone: AnnouncementTone) -> u32 {
    match tone {
        AnnouncementTone::Agreed => 0x003b_82c4,
        AnnouncementTone::Due => 0x00d9_9a1c,
        AnnouncementTone::Kept => 0x003c_8f5a,
        AnnouncementTone::Broken => 0x00b4_3a3a,
    }
}

/// The text as it reads, whatever marks are in it: names and words are not ours. It has at most so many characters.
fn plain(text: &str, most: usize) -> String {
    let (mut plain, mut length) = (String::new(), 0);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let link = letter == ':' && letters.peek() == Some(&'/');
        let marks = link || "\\*_~`|>#[]()<@".contains(letter);
        let wide = if marks { 2 } else { 1 };
        if length + wide + 1 > most {
            plain.push('…');
            break;
        }
        if marks {
            plain.push('\\');
        }
        plain.push(letter);
        length += wide;
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn news(title: &str, text: &str) -> Announcement {
        let (title, text) = (title.to_owned(), text.to_owned());
        Announcement { tone: AnnouncementTone::Agreed, title, text }
    }

    fn read(body: &str) -> Value {
        serde_json::from_str(body).unwrap()
    }

    #[test]
    fn a_message_mentions_nobody_and_has_no_marks_of_others() {
        let told = [news("@everyone", "[here](https://evil.example) <@12> *x*")];
        let (body, taken) = message(told.iter(), Some("https://table.test/t/1"));
        let body = read(&body);
        assert_eq!(taken, 1);
        assert_eq!(body["allowed_mentions"], json!({ "parse": [] }));
        assert_eq!(body["embeds"][0]["title"], "\\@everyone");
        let text = "\\[here\\]\\(https\\://evil.example\\) \\<\\@12\\> \\*x\\*";
        assert_eq!(body["embeds"][0]["description"], text);
        assert_eq!(body["embeds"][0]["url"], "https://table.test/t/1");
    }

    #[test]
    fn what_does_not_fit_is_left_for_the_next_message() {
        let many: Vec<_> = (0..12).map(|n| news(&n.to_string(), "x")).collect();
        assert_eq!(message(many.iter(), None).1, 10);
        let long: Vec<_> = (0..4).map(|_| news("long", &"*".repeat(5_000))).collect();
        let (body, taken) = message(long.iter(), None);
        assert_eq!(taken, 2);
        let text = read(&body)["embeds"][0]["description"].as_str().unwrap().to_owned();
        assert!(text.ends_with('…') && text.chars().count() <= LONGEST_TEXT);
    }
}
