//! Changes one field in the text of a map file and leaves everything else as its designer wrote it.

use backchannel::map::{HeadStarts, MapFile};

use crate::failure::Failure;

const FIELD: &str = "\"head_starts\"";
const NEXT: &str = "\"size\"";

/// The text of a map file with other head starts.
pub(crate) fn with_head_starts(text: &str, rows: &[HeadStarts]) -> Result<String, Failure> {
    let json = rows.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    let field = match json.is_empty() {
        true => String::new(),
        false => format!("{FIELD}: [\n    {}\n  ],\n  ", json.join(",\n    ")),
    };
    let changed = match (key(text, FIELD), key(text, NEXT)) {
        (Some(start), _) => end(&text[start..])
            .map(|length| format!("{}{field}{}", &text[..start], &text[start + length..])),
        (None, Some(start)) => Some(format!("{}{field}{}", &text[..start], &text[start..])),
        (None, None) => None,
    };
    let read = |text: &str| serde_json::from_str::<MapFile>(text).ok();
    let wanted = read(text).map(|file| MapFile { head_starts: rows.to_vec(), ..file });
    changed.filter(|changed| wanted.is_some() && read(changed) == wanted).ok_or_else(|| {
        Failure::Input("MAP: its `head_starts` cannot be replaced; write them by hand".to_owned())
    })
}

/// Where a field begins.
fn key(text: &str, name: &str) -> Option<usize> {
    let mut places = text.match_indices(name).map(|(at, _)| at);
    places.find(|at| text[at + name.len()..].trim_start().starts_with(':'))
}

/// The length of a field whose value is a list of numbers and objects, with the comma and the space after it.
fn end(field: &str) -> Option<usize> {
    let mut depth = 0;
    let close = field.char_indices().find(|(_, letter)| {
        depth += match letter {
            '[' => 1,
            ']' => -1,
            _ => 0,
        };
        depth == 0 && *letter == ']'
    });
    let rest = field[close?.0 + 1..].trim_start().strip_prefix(',')?.trim_start();
    Some(field.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use backchannel::map::{HeadStarts, MapFile, library};

    use super::with_head_starts;

    fn row(troops: &[u8]) -> HeadStarts {
        HeadStarts { troops: troops.to_vec(), cards: Vec::new() }
    }

    #[test]
    fn only_the_head_starts_change() {
        let file = MapFile {
            head_starts: Vec::new(),
            ..library::find("wherrymouth").unwrap().file().clone()
        };
        for text in
            [serde_json::to_string(&file).unwrap(), serde_json::to_string_pretty(&file).unwrap()]
        {
            let rows = vec![row(&[0, 3]), HeadStarts { cards: vec![0, 0, 1], ..row(&[0, 2, 4]) }];
            let first = with_head_starts(&text, &rows).ok().unwrap();
            assert_eq!(serde_json::from_str::<MapFile>(&first).unwrap().head_starts, rows);
            let second = with_head_starts(&first, &rows[..1]).ok().unwrap();
            assert_eq!(serde_json::from_str::<MapFile>(&second).unwrap().head_starts, rows[..1]);
            assert_eq!(with_head_starts(&second, &[]).ok().unwrap(), text);
        }
        assert!(with_head_starts("{}", &[]).is_err());
    }
}
