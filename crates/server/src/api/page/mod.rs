//! The document of the API as a page that needs nothing from elsewhere.

use axum::http::header;
use axum::response::{Html, IntoResponse};

pub async fn html() -> Html<&'static str> {
    Html(include_str!("page.html"))
}

pub async fn script() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], include_str!("page.js"))
}

pub async fn style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("page.css"))
}
