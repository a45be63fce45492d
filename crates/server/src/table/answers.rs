//! What the routes of a table give back, as the API documents it.

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{MediaType, Operation, Response as Documented, SchemaObject, StatusCode};
use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Serialize;

use crate::ruleset;
use crate::wire::live::{LogLine, Message};

/// Everything that a Backchannel table says.
pub type BackchannelMessage = Message<
    backchannel::View,
    ruleset::ViewPatch<'static>,
    backchannel::Options,
    ruleset::OptionsPatch<'static>,
    ruleset::BackchannelLine,
>;

/// Everything that a Twilight table says.
pub type TwilightMessage = Message<
    twilight::View,
    ruleset::TwilightViewPatch<'static>,
    twilight::Options,
    twilight::Options,
    ruleset::TwilightLine,
>;

/// A message of either ruleset.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum AnyMessage {
    Backchannel(Box<BackchannelMessage>),
    Twilight(Box<TwilightMessage>),
}

/// A line of the log of either ruleset.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum AnyLine {
    Backchannel(Box<LogLine<ruleset::BackchannelLine>>),
    Twilight(Box<LogLine<ruleset::TwilightLine>>),
}

/// A command of either ruleset.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "it is only there to be described")]
pub enum AnyCommand {
    Backchannel(backchannel::Command),
    Twilight(Box<twilight::Command>),
}

/// What both sides agreed on, with its map.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub enum AnySetup {
    Backchannel(Box<backchannel::Setup>),
    Twilight(Box<twilight::Setup>),
}

/// JSON that is already written out; `T` says what it is.
pub struct Written<T> {
    json: Body,
    shape: std::marker::PhantomData<fn() -> T>,
}

impl<T> Written<T> {
    pub fn new(json: impl Into<Body>) -> Written<T> {
        Written { json: json.into(), shape: std::marker::PhantomData }
    }
}

impl<T> IntoResponse for Written<T> {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.json).into_response()
    }
}

impl<T: JsonSchema> OperationOutput for Written<T> {
    type Inner = T;

    fn inferred_responses(
        ctx: &mut GenContext,
        operation: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        let response = axum::Json::<T>::operation_response(ctx, operation);
        response.map(|it| (Some(StatusCode::Code(200)), it)).into_iter().collect()
    }
}

/// An answer that is no JSON: a file, a stream, a socket.
pub struct Raw<K>(pub Response, std::marker::PhantomData<fn() -> K>);

impl<K> Raw<K> {
    pub fn new(response: impl IntoResponse) -> Raw<K> {
        Raw(response.into_response(), std::marker::PhantomData)
    }
}

/// What a [`Raw`] answer is.
pub trait Kind {
    const STATUS: u16;
    const MEDIA: Option<&'static str>;
    const TEXT: &'static str;
}

pub struct Stream;
pub struct Replay;
pub struct Socket;

impl Kind for Stream {
    const STATUS: u16 = 200;
    const MEDIA: Option<&'static str> = Some("text/event-stream");
    const TEXT: &'static str = "Events whose `data` is a message and whose `id` is its `seq`.";
}

impl Kind for Replay {
    const STATUS: u16 = 200;
    const MEDIA: Option<&'static str> = Some("application/x-ndjson");
    const TEXT: &'static str = "The game as a file that anybody can check.";
}

impl Kind for Socket {
    const STATUS: u16 = 101;
    const MEDIA: Option<&'static str> = None;
    const TEXT: &'static str = "The connection becomes a WebSocket of messages.";
}

impl<K> IntoResponse for Raw<K> {
    fn into_response(self) -> Response {
        self.0
    }
}

impl<K: Kind> OperationOutput for Raw<K> {
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
