//! Tokens for bots and other programs of a person.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use schemars::JsonSchema;
use serde::Deserialize;

use super::person::{Account, SignedIn};
use super::record::{KeyRecord, Opens, PersonRecord, tokens_key};
use super::session::end_key;
use crate::document::{self, Kept};
use crate::http::answer::{Created, Done, JsonResult};
use crate::http::body::JsonBody;
use crate::http::params::PathParams;
use crate::people::People;
use crate::secret;
use crate::store::Page;
use crate::text;
use crate::time::now;
use crate::wire::Problem;
use crate::wire::person::{IssuedToken, NewToken, PersonId, Token};

/// The prefix of every token, so that a leaked one is recognised.
const PREFIX: &str = "bck_";

async fn all(app: &People, person: &PersonId) -> Result<Vec<Kept<KeyRecord>>, Problem> {
    document::find(&*app.store, &tokens_key(person), Page::first(1000)).await
}

pub async fn list(State(app): State<People>, person: SignedIn<Account>) -> JsonResult<Vec<Token>> {
    let keys = all(&app, person.id()).await?;
    Ok(Json(keys.iter().filter_map(|key| key.value.token().cloned()).collect()))
}

pub async fn issue(
    State(app): State<People>,
    person: SignedIn<Account>,
    JsonBody(wanted): JsonBody<NewToken>,
) -> Result<Created<IssuedToken>, Problem> {
    let label = text::line("label", &wanted.label, 1, 40)?;
    let mut scopes = wanted.scopes;
    scopes.sort();
    scopes.dedup();
    if scopes.is_empty() {
        return Err(Problem::invalid("scopes", "A token needs at least one scope."));
    }
    let secret = format!("{PREFIX}{}", secret::secret());
    let token = Token { id: secret::id(), label, scopes, created_at: now() };
    let key = KeyRecord {
        fingerprint: secret::fingerprint(&secret),
        person: person.id().clone(),
        opens: Opens::Token { token: token.clone() },
    };
    let added = document::add_within(&*app.store, key, app.config.limits.tokens_per_person).await?;
    let Some(key) = added else {
        return Err(Problem::too_many("You have too many tokens; revoke one first.", None));
    };
    // Whoever signs out everywhere and then lists their tokens has seen all that there will be.
    let now = document::load::<PersonRecord>(&*app.store, &person.id().0).await?;
    if !now.is_some_and(|now| now.value.honours(&person.key)) {
        end_key(&app, &key.fingerprint).await?;
        return Err(Problem::unauthenticated());
    }
    Ok(Created(IssuedToken { token, secret }))
}

#[derive(Deserialize, JsonSchema)]
pub struct TokenPath {
    #[schemars(length(max = 40))]
    pub id: String,
}

pub async fn take_back(
    State(app): State<People>,
    person: SignedIn<Account>,
    PathParams(TokenPath { id }): PathParams<TokenPath>,
) -> Done {
    let keys = all(&app, person.id()).await?;
    let key = keys.iter().find(|key| key.value.token().is_some_and(|token| token.id == id));
    let key = key.ok_or_else(|| Problem::not_found("token"))?;
    end_key(&app, &key.value.fingerprint).await?;
    Ok(NoContent)
}
