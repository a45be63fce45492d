//! The session cookie.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::config::Config;

/// The name of the session cookie.
pub const NAME: &str = "backchannel";

/// How long an unused session lasts: 400 days, the longest that browsers keep a cookie.
pub const LIFE_SECONDS: i64 = 400 * 24 * 60 * 60;

/// The secret in the cookie, if there is one.
pub fn secret(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
    let mut pairs =
        cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.find(|(name, _)| name.trim() == NAME).map(|(_, value)| value.trim())
}

/// Sets the cookie.
pub fn set(secret: &str, config: &Config) -> HeaderValue {
    cookie(secret, LIFE_SECONDS, config)
}

/// Deletes the cookie.
pub fn clear(config: &Config) -> HeaderValue {
    cookie("", 0, config)
}

fn cookie(value: &str, seconds: i64, config: &Config) -> HeaderValue {
    let secure = if config.is_https() { "; Secure" } else { "" };
    let text = format!("{NAME}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    let mut value = HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static(""));
    value.set_sensitive(true);
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ours_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("a=1; notbackchannel=2"));
        assert_eq!(secret(&headers), None);
        headers.append(header::COOKIE, HeaderValue::from_static("b=3; backchannel=abc"));
        assert_eq!(secret(&headers), Some("abc"));
    }
}
