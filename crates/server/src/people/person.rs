//! The signed-in person, as an extractor.

use std::marker::PhantomData;

use aide::OperationInput;
use aide::generate::GenContext;
use aide::openapi::{Operation, Response as Documented, StatusCode};
use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

use super::record::{KeyRecord, Opens, PersonRecord};
use super::{cookie, origin};
use crate::document;
use crate::http::problem;
use crate::people::People;
use crate::secret;
use crate::store::RecordKind;
use crate::wire::Problem;
use crate::wire::person::{PersonId, Scope};

/// The token scope that a route needs.
pub trait Need: Send + Sync + 'static {
    /// Without a scope, no token is accepted: the route is about the account itself.
    const SCOPE: Option<Scope>;
}

/// A route that only reads.
pub struct Reads;
/// A route that makes moves.
pub struct Plays;
/// A route that creates or changes tables.
pub struct Hosts;
/// A route that changes the account.
pub struct Account;

impl Need for Reads {
    const SCOPE: Option<Scope> = Some(Scope::Read);
}
impl Need for Plays {
    const SCOPE: Option<Scope> = Some(Scope::Play);
}
impl Need for Hosts {
    const SCOPE: Option<Scope> = Some(Scope::Tables);
}
impl Need for Account {
    const SCOPE: Option<Scope> = None;
}

/// Somebody who is signed in, by cookie or with a token that has the scope of the route.
pub struct SignedIn<N: Need = Reads> {
    pub record: PersonRecord,
    pub way: Credentials,
    /// The session or token.
    pub key: KeyRecord,
    need: PhantomData<N>,
}

/// How somebody is signed in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Credentials {
    /// The secret in the cookie.
    Cookie {
        secret: String,
    },
    Token,
}

impl<N: Need> SignedIn<N> {
    pub fn id(&self) -> &PersonId {
        &self.record.id
    }

    /// The person and the hash of the session or token that they used.
    pub fn holder(&self) -> (&PersonId, &str) {
        (&self.record.id, &self.key.fingerprint)
    }
}

impl<N: Need, S: Send + Sync> FromRequestParts<S> for SignedIn<N>
where
    People: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let person = MaybeSignedIn::<N>::from_request_parts(parts, state).await?;
        person.0.ok_or_else(Problem::unauthenticated)
    }
}

/// Somebody who may be signed in. An invalid token is still refused.
pub struct MaybeSignedIn<N: Need = Reads>(pub Option<SignedIn<N>>);

impl<N: Need> MaybeSignedIn<N> {
    pub fn id(&self) -> Option<&PersonId> {
        self.0.as_ref().map(SignedIn::id)
    }
}

impl<N: Need, S: Send + Sync> FromRequestParts<S> for MaybeSignedIn<N>
where
    People: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let app = People::from_ref(state);
        let found = match bearer(&parts.headers)? {
            Some(token) => Some(by_token(&app, token, N::SCOPE).await?),
            None => match cookie::secret(&parts.headers) {
                Some(secret) => by_cookie(&app, secret).await?,
                None => None,
            },
        };
        let Some((record, way, key)) = found else { return Ok(MaybeSignedIn(None)) };
        if let Credentials::Cookie { .. } = way {
            origin::check(&parts.method, &parts.headers, &app.config)?;
        }
        if !origin::is_look(&parts.method) {
            app.rates.write(&record.id)?;
        }
        Ok(MaybeSignedIn(Some(SignedIn { record, way, key, need: PhantomData })))
    }
}

fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let (kind, token) = value.to_str().ok().and_then(|it| it.split_once(' ')).unwrap_or_default();
    if kind.eq_ignore_ascii_case("bearer") {
        return Ok(Some(token.trim()));
    }
    Err(Problem::wrong_secret("Send `Authorization: Bearer` and a token, or nothing."))
}

type Found = (PersonRecord, Credentials, KeyRecord);

async fn by_token(app: &People, token: &str, scope: Option<Scope>) -> Result<Found, Problem> {
    let unknown = || Problem::wrong_secret("There is no such token; make one in your account.");
    let key = document::load::<KeyRecord>(&*app.store, &secret::fingerprint(token)).await?;
    let key = key.filter(|it| it.value.token().is_some()).ok_or_else(unknown)?.value;
    let Some(scope) = scope else {
        return Err(Problem::forbidden("No token may do this: sign in with a browser."));
    };
    if !key.allows(scope) {
        let name = serde_json::to_value(scope).unwrap_or_default();
        let name = name.as_str().unwrap_or_default();
        return Err(Problem::forbidden(format!("The token lacks the scope `{name}`.")));
    }
    let record = document::load(&*app.store, &key.person.0).await?.ok_or_else(unknown)?;
    Ok((record.value, Credentials::Token, key))
}

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

async fn by_cookie(app: &People, secret: &str) -> Result<Option<Found>, Problem> {
    let store = &*app.store;
    let Some(mut key) = document::load::<KeyRecord>(store, &secret::fingerprint(secret)).await?
    else {
        return Ok(None);
    };
    let Opens::Session { used_at: last, .. } = key.value.opens else { return Ok(None) };
    // Neither a clock jump nor a long outage signs anybody out.
    let time = &app.time;
    let now = time.now();
    let unused = time.served(now) - time.served(last);
    if unused > cookie::LIFE_SECONDS * 1000 {
        store.remove(RecordKind::Key, &key.value.fingerprint).await?;
        return Ok(None);
    }
    let person = document::load::<PersonRecord>(store, &key.value.person.0).await?;
    let Some(person) = person.filter(|person| person.value.honours(&key.value)) else {
        return Ok(None);
    };
    if unused.abs() > DAY_MS {
        key.value.use_at(now);
        // If another request was faster, it has extended the session as well.
        let _ = key.save(store).await?;
    }
    let way = Credentials::Cookie { secret: secret.to_owned() };
    Ok(Some((person.value, way, key.value)))
}

/// The names of the two security schemes in the OpenAPI document.
pub const SCHEMES: [&str; 2] = ["cookie", "token"];

impl<N: Need> OperationInput for SignedIn<N> {
    fn operation_input(_: &mut GenContext, operation: &mut Operation) {
        let schemes = SCHEMES.iter().take(if N::SCOPE.is_some() { 2 } else { 1 });
        let ways = schemes.map(|scheme| [((*scheme).to_owned(), Vec::new())].into_iter().collect());
        operation.security = ways.collect();
    }

    fn inferred_early_responses(
        ctx: &mut GenContext,
        _: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        refusals(ctx)
    }
}

impl<N: Need> OperationInput for MaybeSignedIn<N> {
    fn operation_input(ctx: &mut GenContext, operation: &mut Operation) {
        SignedIn::<N>::operation_input(ctx, operation);
        operation.security.insert(0, Default::default());
    }

    fn inferred_early_responses(
        ctx: &mut GenContext,
        _: &mut Operation,
    ) -> Vec<(Option<StatusCode>, Documented)> {
        refusals(ctx)
    }
}

fn refusals(ctx: &mut GenContext) -> Vec<(Option<StatusCode>, Documented)> {
    let texts = [
        (401, "Nobody is signed in, or the token is invalid."),
        (403, "The token lacks the scope, the page is not ours, or it is not yours to do."),
        (429, "Too often; `Retry-After` says when to try again."),
        (503, "The server cannot answer at the moment."),
    ];
    problem::statuses(ctx, &texts)
}
