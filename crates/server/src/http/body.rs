//! JSON request bodies, and what may be wrong with them.

use aide::OperationInput;
use aide::generate::GenContext;
use aide::openapi::{Operation, Response as Documented, StatusCode};
use axum::Json;
use axum::extract::{FromRef, FromRequest, Request};
use axum::http::{HeaderMap, header};
use futures::StreamExt as _;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::{Http, problem};
use crate::config::Limits;
use crate::text::sentence;
use crate::wire::Problem;
use crate::work::Work;

/// A parsed JSON body. Errors name the field.
pub struct JsonBody<T>(pub T);

/// The same for bodies that may contain a map, or a whole table of the board game.
pub struct LargeJsonBody<T>(pub T);

impl<T, S> FromRequest<S> for JsonBody<T>
where
    T: DeserializeOwned + JsonSchema + 'static,
    S: Send + Sync,
    Http: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        check_kind(request.headers())?;
        let http = Http::from_ref(state);
        let small = small(&http.config.limits);
        let arrived = arrive(request, small, small).await?;
        read_bounded(&http, &arrived.bytes).map(JsonBody)
    }
}

/// How many large bodies are received at once: each is held in memory until it is complete.
static LARGE: Semaphore = Semaphore::const_new(24);

impl<T, S> FromRequest<S> for LargeJsonBody<T>
where
    T: DeserializeOwned + JsonSchema + Send + 'static,
    S: Send + Sync,
    Http: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        check_kind(request.headers())?;
        let http = Http::from_ref(state);
        let limits = &http.config.limits;
        let arrived = arrive(request, small(limits), limits.body_bytes).await?;
        match arrived.place {
            None => read_bounded(&http, &arrived.bytes),
            Some(_) => Work::Setup.run(move || read_bounded(&http, &arrived.bytes)).await?,
        }
        .map(LargeJsonBody)
    }
}

/// Receives a body that is not parsed here.
///
/// # Errors
/// As [`JsonBody`], if it is too long or breaks off.
pub async fn receive(
    request: Request,
    limits: &Limits,
    most: usize,
) -> Result<ArrivedBody, Problem> {
    arrive(request, small(limits), most.min(limits.body_bytes)).await
}

/// The size up to which a body is parsed on the request thread.
fn small(limits: &Limits) -> usize {
    limits.message_bytes.min(limits.body_bytes)
}

/// A body that has been received completely.
pub struct ArrivedBody {
    pub bytes: Vec<u8>,
    /// Its permit among the large ones, which is kept until it has been parsed.
    pub place: Option<SemaphorePermit<'static>>,
}

impl ArrivedBody {
    /// A text that came within another body.
    ///
    /// # Errors
    /// `unavailable` if it is large, and so are too many others.
    pub fn inner(bytes: Vec<u8>, limits: &Limits) -> Result<ArrivedBody, Problem> {
        let large = bytes.len() > small(limits);
        let place = large.then(place).transpose()?;
        Ok(ArrivedBody { bytes, place })
    }
}

fn place() -> Result<SemaphorePermit<'static>, Problem> {
    LARGE.try_acquire().map_err(|_| Problem::busy())
}

/// # Errors
/// If it is longer than `most`, or longer than `small` while too many large ones are being received, or if it breaks
/// off.
async fn arrive(request: Request, small: usize, most: usize) -> Result<ArrivedBody, Problem> {
    if length(request.headers()).is_some_and(|length| length > most) {
        return Err(Problem::too_large(most));
    }
    let mut arrived = ArrivedBody { bytes: Vec::new(), place: None };
    let mut chunks = request.into_body().into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| Problem::malformed("The body broke off; send it again."))?;
        let length = arrived.bytes.len() + chunk.len();
        if length > most {
            return Err(Problem::too_large(most));
        }
        if length > small && arrived.place.is_none() {
            arrived.place = Some(place()?);
        }
        arrived.bytes.extend_from_slice(&chunk);
    }
    Ok(arrived)
}

/// The length of the body, if the client sends it.
fn length(headers: &HeaderMap) -> Option<usize> {
    headers.get(header::CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn check_kind(headers: &HeaderMap) -> Result<(), Problem> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    match kind.eq_ignore_ascii_case("application/json") {
        true => Ok(()),
        false => Err(Problem::unsupported()),
    }
}

/// Parses untrusted input: nothing in it may be longer than the schema allows.
fn read_bounded<T>(http: &Http, bytes: &[u8]) -> Result<T, Problem>
where
    T: DeserializeOwned + JsonSchema + 'static,
{
    let value = read(bytes)?;
    http.schemas.of::<T>().check_text(bytes)?;
    Ok(value)
}

/// Parses JSON and says where it is invalid.
///
/// # Errors
/// `malformed` if it is not JSON, `invalid` with the field if it does not have the right shape.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    if bytes.is_empty() {
        return Err(Problem::malformed("The body is empty; send JSON."));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        use serde_json::error::Category;
        match error.inner().classify() {
            Category::Data => {
                let field = error.path().to_string();
                Problem::invalid(field, sentence(error.inner()))
            }
            _ => Problem::malformed(format!("The body is not JSON: {}.", error.inner())),
        }
    })?;
    reader.end().map_err(|error| Problem::malformed(format!("The body is not JSON: {error}.")))?;
    Ok(value)
}

impl<T: JsonSchema> OperationInput for JsonBody<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        Json::<T>::operation_input(ctx, operation);
    }

    fn inferred_early_responses(
        ctx: &mut GenContext,
        _: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        refusals(ctx)
    }
}

impl<T: JsonSchema> OperationInput for LargeJsonBody<T> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        JsonBody::<T>::operation_input(ctx, operation);
    }

    fn inferred_early_responses(
        ctx: &mut GenContext,
        operation: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        JsonBody::<T>::inferred_early_responses(ctx, operation)
    }
}

fn refusals(ctx: &mut GenContext) -> Vec<(Option<StatusCode>, Documented)> {
    problem::statuses(
        ctx,
        &[
            (400, "The body is not JSON."),
            (413, "The body is too large."),
            (415, "The `Content-Type` is not JSON."),
            (422, "A field is wrong, or the rules forbid it."),
        ],
    )
}
