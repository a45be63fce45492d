//! The responses of a table's routes, as the OpenAPI document describes them.

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{MediaType, Operation, Response as Documented, SchemaObject, StatusCode};
use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;

use crate::wire::game::AnyMessage;

/// Serialised JSON; `T` is its type.
pub struct WrittenJson<T> {
    json: Body,
    shape: std::marker::PhantomData<fn() -> T>,
}

impl<T> WrittenJson<T> {
    pub fn new(json: impl Into<Body>) -> WrittenJson<T> {
        WrittenJson { json: json.into(), shape: std::marker::PhantomData }
    }
}

impl<T> IntoResponse for WrittenJson<T> {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.json).into_response()
    }
}

impl<T: JsonSchema> OperationOutput for WrittenJson<T> {
    type Inner = T;

    fn inferred_responses(
        ctx: &mut GenContext,
        operation: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        let response = axum::Json::<T>::operation_response(ctx, operation);
        response.map(|it| (Some(StatusCode::Code(200)), it)).into_iter().collect()
    }
}

/// A response that is not JSON: a file, a stream, a socket.
pub struct RawAnswer<K>(pub Response, std::marker::PhantomData<fn() -> K>);

impl<K> RawAnswer<K> {
    pub fn new(response: impl IntoResponse) -> RawAnswer<K> {
        RawAnswer(response.into_response(), std::marker::PhantomData)
    }
}

/// The type of a [`RawAnswer`].
pub trait RawAnswerKind {
    const STATUS: u16;
    const MEDIA: Option<&'static str>;
    const TEXT: &'static str;
}

/// A stream of server-sent events.
pub struct Stream;
/// A replay as a download.
pub struct ReplayFile;
/// The switch to a WebSocket.
pub struct SocketUpgrade;

impl RawAnswerKind for Stream {
    const STATUS: u16 = 200;
    const MEDIA: Option<&'static str> = Some("text/event-stream");
    const TEXT: &'static str = "Events whose `data` is a message and whose `id` is its `seq`.";
}

impl RawAnswerKind for ReplayFile {
    const STATUS: u16 = 200;
    const MEDIA: Option<&'static str> = Some("application/x-ndjson");
    const TEXT: &'static str = "The game as a file that anybody can check.";
}

impl RawAnswerKind for SocketUpgrade {
    const STATUS: u16 = 101;
    const MEDIA: Option<&'static str> = None;
    const TEXT: &'static str = "The connection becomes a WebSocket of messages.";
}

impl<K> IntoResponse for RawAnswer<K> {
    fn into_response(self) -> Response {
        self.0
    }
}

impl<K: RawAnswerKind> OperationOutput for RawAnswer<K> {
    type Inner = ();

    fn inferred_responses(
        ctx: &mut GenContext,
        _: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        ctx.schema.subschema_for::<AnyMessage>();
        let json_schema = schemars::json_schema!({ "type": "string" });
        let schema = Some(SchemaObject { json_schema, example: None, external_docs: None });
        let media = MediaType { schema, ..MediaType::default() };
        let response = Documented {
            description: K::TEXT.to_owned(),
            content: K::MEDIA.map(|kind| (kind.to_owned(), media)).into_iter().collect(),
            ..Documented::default()
        };
        vec![(Some(StatusCode::Code(K::STATUS)), response)]
    }
}
