//! A person's own account.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};

use super::person::{Account, Credentials, Reads, SignedIn};
use super::record::{KeyRecord, Opens, PersonRecord};
use super::session::{Welcome, end_sessions};
use super::{password, webhook};
use crate::document;
use crate::http::answer::{Created, JsonResult};
use crate::http::body::JsonBody;
use crate::people::People;
use crate::secret;
use crate::store::RecordKind;
use crate::text;
use crate::wire::Problem;
use crate::wire::person::{ChangeMe, Me, NewPassword, PersonId, Recovery};

/// Changes a person's record.
///
/// # Errors
/// Whatever `change` refuses; `conflict` if the sign-in name is taken.
pub async fn change(
    app: &People,
    id: &PersonId,
    change: impl FnMut(&mut PersonRecord) -> Result<(), Problem> + Send,
) -> Result<PersonRecord, Problem> {
    let changed = document::change(&*app.store, &id.0, change).await?;
    changed.map(|(person, ())| person).ok_or_else(Problem::unauthenticated)
}

/// Changes one's own account, unless one was signed out after the request began.
async fn change_own(
    app: &People,
    own: &SignedIn<Account>,
    mut change: impl FnMut(&mut PersonRecord) -> Result<(), Problem> + Send,
) -> Result<PersonRecord, Problem> {
    let changed = self::change(app, own.id(), |person| match person.honours(&own.key) {
        true => change(person),
        false => Err(Problem::unauthenticated()),
    });
    changed.await
}

/// The signed-in person. This extends the cookie by another 400 days.
pub async fn get(State(app): State<People>, person: SignedIn<Reads>) -> Result<Shown, Problem> {
    Ok(match &person.way {
        Credentials::Cookie { secret } => {
            Shown(Welcome::back(&app, &person.record, secret).into_response())
        }
        Credentials::Token => {
            let me = Me { webhook_secret: None, ..person.record.to_me() };
            Shown(Json(me).into_response())
        }
    })
}

/// The person who asks.
pub struct Shown(Response);

impl IntoResponse for Shown {
    fn into_response(self) -> Response {
        self.0
    }
}

impl aide::OperationOutput for Shown {
    type Inner = Me;

    fn inferred_responses(
        ctx: &mut aide::generate::GenContext,
        operation: &mut aide::openapi::Operation,
    ) -> Vec<(Option<aide::openapi::StatusCode>, aide::openapi::Response)> {
        Json::<Me>::inferred_responses(ctx, operation)
    }
}

pub async fn patch(
    State(app): State<People>,
    person: SignedIn<Account>,
    JsonBody(wanted): JsonBody<ChangeMe>,
) -> JsonResult<Me> {
    let name = wanted.name.map(|name| text::line("name", &name, 1, 40)).transpose()?;
    let hook = wanted.webhook.map(|url| webhook::check(&url, &app.config)).transpose()?;
    let mut had_one = false;
    let person = change_own(&app, &person, |person| {
        person.name = name.clone().unwrap_or_else(|| person.name.clone());
        had_one = person.webhook.is_some();
        if let Some(hook) = &hook {
            person.set_webhook(hook.clone());
        }
        Ok(())
    });
    let person = person.await?;
    if had_one && person.webhook.is_none() {
        webhook::forget(&*app.store, &person.id).await?;
    }
    Ok(Json(person.to_me()))
}

/// Secures the account with a name and a password, or changes them. Other browsers have to sign in again.
pub async fn set_password(
    State(app): State<People>,
    person: SignedIn<Account>,
    JsonBody(wanted): JsonBody<NewPassword>,
) -> JsonResult<Me> {
    let login = text::login(&wanted.login)?;
    check_length(&wanted.password)?;
    app.rates.guess(person.id())?;
    let before = person.record.password.clone();
    if before.is_some()
        && !password::matches(wanted.current.unwrap_or_default(), before.clone()).await?
    {
        return Err(Problem::invalid("current", "That is not the password you have now."));
    }
    let hash = password::hash(wanted.password).await?;
    let here = &person.key.fingerprint;
    let changed = change_own(&app, &person, |person| {
        if person.password != before {
            return Err(Problem::conflict("The password was changed in the meantime."));
        }
        (person.login, person.password) = (Some(login.clone()), Some(hash.clone()));
        person.end_sessions(Some(here.clone()));
        Ok(())
    });
    let changed = changed.await?;
    end_sessions(&app, person.id(), Some(here)).await?;
    Ok(Json(changed.to_me()))
}

fn check_length(password: &str) -> Result<(), Problem> {
    match password.chars().count() {
        8..=200 => Ok(()),
        _ => Err(Problem::invalid("password", "A password has 8 to 200 characters.")),
    }
}

/// A new recovery link; the previous one no longer works.
pub async fn new_recovery(
    State(app): State<People>,
    person: SignedIn<Account>,
) -> Result<Created<Recovery>, Problem> {
    let code = secret::secret();
    let fingerprint = secret::fingerprint(&code);
    let key = KeyRecord {
        fingerprint: fingerprint.clone(),
        person: person.id().clone(),
        opens: Opens::Recovery { used: false },
    };
    document::add(&*app.store, key).await?;
    let mut before = None;
    let changed = change_own(&app, &person, |person| {
        before = person.recovery.replace(fingerprint.clone());
        Ok(())
    });
    if let Err(problem) = changed.await {
        app.store.remove(RecordKind::Key, &fingerprint).await?;
        return Err(problem);
    }
    if let Some(before) = before {
        app.store.remove(RecordKind::Key, &before).await?;
    }
    Ok(Created(Recovery { path: format!("/recover#{code}"), code }))
}
