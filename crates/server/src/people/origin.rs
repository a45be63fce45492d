//! Checks the origin of a request (CSRF). A cookie is sent whichever page makes the request, so the page has to be
//! ours.

use axum::http::{HeaderMap, Method, header};

use crate::config::Config;
use crate::wire::Problem;

/// A request that changes something and uses a cookie has to come from one of our pages.
///
/// # Errors
/// `forbidden` if it does not, or does not say.
pub fn check(method: &Method, headers: &HeaderMap, config: &Config) -> Result<(), Problem> {
    if is_look(method) || is_ours(headers, config) == Some(true) {
        return Ok(());
    }
    Err(foreign())
}

/// The same for requests that set a cookie, and for sockets: a program that sends no origin has no cookies to steal
/// either.
///
/// # Errors
/// `forbidden` if it comes from another page.
pub fn check_if_told(headers: &HeaderMap, config: &Config) -> Result<(), Problem> {
    let cookie = super::cookie::secret(headers).is_some();
    match is_ours(headers, config) {
        Some(true) => Ok(()),
        None if !cookie => Ok(()),
        _ => Err(foreign()),
    }
}

fn foreign() -> Problem {
    Problem::forbidden("The request comes from another page; send it from ours, or use a token.")
}

pub fn is_look(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

/// `None` if the request does not say where it comes from.
fn is_ours(headers: &HeaderMap, config: &Config) -> Option<bool> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(origin) = text(header::ORIGIN.as_str()) {
        let ours = match config.origin() {
            Some(public) => public == origin,
            None => text(header::HOST.as_str()).is_some_and(|host| host_of(origin) == Some(host)),
        };
        return Some(ours);
    }
    text("sec-fetch-site").map(|site| site == "same-origin")
}

fn host_of(origin: &str) -> Option<&str> {
    origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
}
