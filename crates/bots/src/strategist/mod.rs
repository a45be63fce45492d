//! A bot that searches: it imagines worlds that fit its view, and plays them out.

mod beliefs;
#[cfg(test)]
mod tests;
