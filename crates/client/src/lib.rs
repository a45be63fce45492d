//! The web client as it is embedded in the binary.

use include_dir::{Dir, include_dir};

static FILES: Dir<'_> = include_dir!("$OUT_DIR/dist");

/// A file of the client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asset {
    pub bytes: &'static [u8],
    /// The same, compressed, if that is smaller.
    pub gzip: Option<&'static [u8]>,
    /// Whether its name changes with its content, so that it can be cached for ever.
    pub immutable: bool,
}

/// The file at `path`, such as `assets/app-1a2b.js`.
pub fn asset(path: &str) -> Option<Asset> {
    let file = FILES.get_file(path)?;
    let gzip = FILES.get_file(format!("{path}.gz")).map(include_dir::File::contents);
    Some(Asset { bytes: file.contents(), gzip, immutable: path.starts_with("assets/") })
}

/// The media type of a path.
pub fn media_type(path: &str) -> String {
    let guess = mime_guess::from_path(path).first_or_octet_stream();
    match (guess.type_(), guess.subtype().as_str()) {
        (mime_guess::mime::TEXT, _) => format!("{guess}; charset=utf-8"),
        _ => guess.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_always_a_page_to_open() {
        let page = asset("index.html").expect("the build puts one there");
        assert!(page.gzip.is_some());
        assert!(String::from_utf8_lossy(page.bytes).contains("Backchannel"));
        assert_eq!(media_type("index.html"), "text/html; charset=utf-8");
    }

    #[test]
    fn what_is_not_there_is_nothing() {
        assert_eq!(asset("no/such/file"), None);
    }
}
