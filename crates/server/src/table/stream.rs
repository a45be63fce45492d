//! A table as server-sent events, for clients that cannot use a socket.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::{Event, KeepAlive, Sse};
use futures::{Stream, StreamExt as _};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::ask::WatcherMessage;
use crate::people::connections::Connected;

/// News as events, each with its `seq` as id, so that a browser resumes by itself.
pub(crate) fn events(
    news: mpsc::Receiver<WatcherMessage>,
    place: Connected,
    stopping: CancellationToken,
) -> Sse<impl Stream<Item = Result<Event, Infallible>> + Send> {
    let stream = futures::stream::unfold((news, place), |(mut news, place)| async move {
        let text = tokio::select! {
            biased;
            () = place.ended() => return None,
            text = news.recv() => text?,
        };
        Some((text, (news, place)))
    });
    let events = stream.take_until(stopping.cancelled_owned()).map(|text| {
        let event = Event::default().data(text.as_str());
        Ok(match number(&text) {
            Some(seq) => event.id(seq.to_string()),
            None => event,
        })
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(20)))
}

fn number(text: &str) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct Numbered {
        seq: Option<u32>,
    }
    serde_json::from_str::<Numbered>(text).ok()?.seq
}
