//! Signing in and signing out.

use aide::OperationOutput;
use aide::generate::GenContext;
use aide::openapi::{Operation, Response as Documented, StatusCode as Code};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::person::{Account, Credentials, MaybeSignedIn, SignedIn};
use super::record::{KeyRecord, Opens, PersonRecord, login_key, sessions_key};
use super::{cookie, password};
use crate::document;
use crate::http::body::JsonBody;
use crate::people::People;
use crate::people::address::Address;
use crate::people::page::OwnPage;
use crate::secret;
use crate::store::{Page, RecordKind};
use crate::text;
use crate::time::now;
use crate::wire::Problem;
use crate::wire::person::{Me, NewGuest, PersonId, Recover, SignIn};

/// The person, with a session cookie.
pub struct Welcome {
    status: StatusCode,
    me: Me,
    cookie: HeaderValue,
}

impl IntoResponse for Welcome {
    fn into_response(self) -> Response {
        let cookie: [(HeaderName, HeaderValue); 1] = [(header::SET_COOKIE, self.cookie)];
        (self.status, cookie, Json(self.me)).into_response()
    }
}

impl OperationOutput for Welcome {
    type Inner = Me;

    fn operation_response(ctx: &mut GenContext, operation: &mut Operation) -> Option<Documented> {
        Json::<Me>::operation_response(ctx, operation)
    }

    fn inferred_responses(
        ctx: &mut GenContext,
        operation: &mut Operation,
    ) -> Vec<(Option<Code>, Documented)> {
        let response = Json::<Me>::operation_response(ctx, operation);
        response.map(|it| (Some(Code::Code(200)), it)).into_iter().collect()
    }
}

impl Welcome {
    /// The same cookie, extended by another 400 days.
    pub fn back(app: &People, person: &PersonRecord, secret: &str) -> Welcome {
        let cookie = cookie::set(secret, &app.config);
        Welcome { status: StatusCode::OK, me: person.to_me(), cookie }
    }

    /// A new session for somebody who has authenticated as `person`, as the record was then.
    ///
    /// # Errors
    /// `unauthenticated` if all sessions were ended since.
    pub async fn new(app: &People, person: &PersonRecord) -> Result<Welcome, Problem> {
        let secret = secret::secret();
        let key = KeyRecord {
            fingerprint: secret::fingerprint(&secret),
            person: person.id.clone(),
            opens: Opens::Session { used_at: app.time.now(), after: person.ended },
        };
        let key = document::add(&*app.store, key).await?;
        let now = document::load::<PersonRecord>(&*app.store, &person.id.0).await?;
        if !now.is_some_and(|now| now.value.honours(&key)) {
            end_key(app, &key.fingerprint).await?;
            return Err(Problem::wrong_secret("That is no longer valid; sign in again."));
        }
        Ok(Welcome::back(app, person, &secret))
    }

    fn created(self) -> Welcome {
        Welcome { status: StatusCode::CREATED, ..self }
    }
}

/// Creates a guest; somebody who is already signed in only changes their name.
pub async fn guest(
    State(app): State<People>,
    from: Address,
    _: OwnPage,
    person: MaybeSignedIn<Account>,
    JsonBody(guest): JsonBody<NewGuest>,
) -> Result<Welcome, Problem> {
    let name = text::line("name", &guest.name, 1, 40)?;
    if let Some(SignedIn { record, way: Credentials::Cookie { secret }, .. }) = person.0 {
        let renamed = super::me::change(&app, &record.id, |person| {
            person.name.clone_from(&name);
            Ok(())
        });
        return Ok(Welcome::back(&app, &renamed.await?, &secret));
    }
    app.rates.guest(from)?;
    let person = document::add(&*app.store, PersonRecord::guest(name, now())).await?;
    Ok(Welcome::new(&app, &person).await?.created())
}

/// Signs in by name and password. An unknown name takes as long and gets the same response.
pub async fn sign_in(
    State(app): State<People>,
    from: Address,
    _: OwnPage,
    JsonBody(SignIn { login, password }): JsonBody<SignIn>,
) -> Result<Welcome, Problem> {
    app.rates.sign_in(from)?;
    let person = document::find_one::<PersonRecord>(&*app.store, &login_key(login.trim())).await?;
    let kept = person.as_ref().and_then(|person| person.value.password.clone());
    let right = password::matches(password, kept).await?;
    match person.filter(|_| right) {
        Some(person) => Welcome::new(&app, &person.value).await,
        None => Err(Problem::wrong_secret("The name or the password is wrong.")),
    }
}

/// Signs in with a recovery code, which is then used up.
pub async fn recover(
    State(app): State<People>,
    from: Address,
    _: OwnPage,
    JsonBody(Recover { code }): JsonBody<Recover>,
) -> Result<Welcome, Problem> {
    app.rates.sign_in(from)?;
    let wrong = || Problem::wrong_secret("The link is wrong, or it has been used.");
    let fingerprint = secret::fingerprint(code.trim());
    let used = document::change::<KeyRecord, _>(&*app.store, &fingerprint, |key| {
        match &mut key.opens {
            Opens::Recovery { used } if !*used => *used = true,
            _ => return Err(wrong()),
        }
        Ok(())
    });
    let (key, ()) = used.await?.ok_or_else(wrong)?;
    app.store.remove(RecordKind::Key, &fingerprint).await?;
    let person = super::me::change(&app, &key.person, |person| {
        person.recovery.take_if(|it| *it == fingerprint);
        Ok(())
    });
    Welcome::new(&app, &person.await?).await
}

/// No content, and the cookie is deleted.
pub struct Gone(HeaderValue);

impl IntoResponse for Gone {
    fn into_response(self) -> Response {
        (StatusCode::NO_CONTENT, [(header::SET_COOKIE, self.0)]).into_response()
    }
}

impl OperationOutput for Gone {
    type Inner = ();

    fn inferred_responses(
        ctx: &mut GenContext,
        operation: &mut Operation,
    ) -> Vec<(Option<Code>, Documented)> {
        axum::response::NoContent::inferred_responses(ctx, operation)
    }
}

/// Signs out here. Does nothing for somebody who is not signed in.
pub async fn sign_out(
    State(app): State<People>,
    person: MaybeSignedIn<Account>,
) -> Result<Gone, Problem> {
    if let Some(SignedIn { way: Credentials::Cookie { secret }, .. }) = person.0 {
        end_key(&app, &secret::fingerprint(&secret)).await?;
    }
    Ok(Gone(cookie::clear(&app.config)))
}

/// Signs out everywhere. Tokens stay.
pub async fn sign_out_everywhere(
    State(app): State<People>,
    person: SignedIn<Account>,
) -> Result<Gone, Problem> {
    super::me::change(&app, person.id(), |person| {
        person.end_sessions(None);
        Ok(())
    })
    .await?;
    end_sessions(&app, person.id(), None).await?;
    Ok(Gone(cookie::clear(&app.config)))
}

/// Ends a session or a token, and closes what it opened.
pub async fn end_key(app: &People, fingerprint: &str) -> Result<(), Problem> {
    app.store.remove(RecordKind::Key, fingerprint).await?;
    app.connections.end(fingerprint);
    Ok(())
}

/// Deletes every session of a person but one, and closes what they opened. By now the person no longer
/// [honours](PersonRecord::honours) them.
pub async fn end_sessions(
    app: &People,
    person: &PersonId,
    except: Option<&String>,
) -> Result<(), Problem> {
    loop {
        let page = Page::first(100);
        let key = sessions_key(person);
        let sessions = document::find::<KeyRecord>(&*app.store, &key, page).await?;
        let ended = sessions.iter().map(|key| &key.value.fingerprint);
        let ended: Vec<&String> = ended.filter(|it| except != Some(it)).collect();
        if ended.is_empty() {
            return Ok(());
        }
        for fingerprint in ended {
            end_key(app, fingerprint).await?;
        }
    }
}
