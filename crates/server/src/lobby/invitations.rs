//! Links and invitations.

use axum::Json;
use axum::extract::State;
use axum::response::NoContent;
use schemars::JsonSchema;
use serde::Deserialize;

use super::access::{self, Visitor};
use super::record::{InvitationClaim, TableRecord, invite_key};
use super::shown;
use super::tables::TablePath;
use crate::document;
use crate::http::answer::{Created, Done, JsonResult};
use crate::http::body::JsonBody;
use crate::http::params::PathParams;
use crate::lobby::Lobby;
use crate::people::person::{Hosts, MaybeSignedIn, Reads, SignedIn};
use crate::people::record::{PersonRecord, login_key};
use crate::secret;
use crate::wire::person::PersonRef;
use crate::wire::table::{Invitation, Invited, NewInvitation, TableDetails, TableId, Visibility};
use crate::wire::{PersonId, Problem};

#[derive(Deserialize, JsonSchema)]
pub struct LinkPath {
    /// The code of the link.
    #[schemars(length(max = 100))]
    pub code: String,
}

fn no_such_link() -> Problem {
    Problem::not_found("invitation, or it is no longer valid")
}

/// Whether a code leads a person to the table. It can be looked up without an account.
fn leads(table: &TableRecord, code: &str, person: Option<&PersonId>) -> bool {
    let named =
        |it: &Invitation| it.to.as_ref().is_none_or(|to| person.is_none_or(|id| to.id == *id));
    let known = person.is_some_and(|person| table.knows(person));
    let link = table.invite == code && (table.settings.visibility != Visibility::Private || known);
    link || table.invitations.iter().any(|it| it.code == code && named(it))
        || table.claims.iter().any(|it| it.code == code && person == Some(&it.by))
}

async fn find(app: &Lobby, code: &str, person: Option<&PersonId>) -> Result<TableRecord, Problem> {
    let table = document::find_one::<TableRecord>(&*app.store, &invite_key(code)).await?;
    let table = table.map(|table| table.value).filter(|table| leads(table, code, person));
    table.ok_or_else(no_such_link)
}

/// What a link leads to. It needs no account, so that a link still works after signing in.
pub async fn look(
    State(app): State<Lobby>,
    person: MaybeSignedIn<Reads>,
    PathParams(LinkPath { code }): PathParams<LinkPath>,
) -> JsonResult<Invited> {
    let table = find(&app, &code, person.id()).await?;
    Ok(Json(Invited {
        ruleset: table.ruleset().clone(),
        standing: table.standing,
        title: table.settings.title,
        table: table.id,
    }))
}

/// Opens a link: from now on, the person is admitted to the table.
pub async fn claim(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(LinkPath { code }): PathParams<LinkPath>,
) -> JsonResult<TableDetails> {
    let id = find(&app, &code, Some(person.id())).await?.id;
    let change = |table: &mut TableRecord| let_in(table, &code, person.id());
    let (table, ()) = access::change(&app, &id, change).await?;
    let visitor = Visitor { person: Some(person.id()), invite: Some(&code) };
    Ok(Json(shown::table(&app, &table, visitor).await?))
}

/// How many people a link can admit.
const MOST_ADMITTED: usize = 200;

fn let_in(table: &mut TableRecord, code: &str, person: &PersonId) -> Result<(), Problem> {
    if !leads(table, code, Some(person)) {
        return Err(no_such_link());
    }
    let private = table.invitations.iter().position(|it| it.code == code);
    if let Some(place) = private {
        table.invitations.remove(place);
        table.claims.push(InvitationClaim { code: code.to_owned(), by: person.clone() });
        table.removed.retain(|it| it != person);
    }
    let sent_away = table.removed.contains(person);
    let room = private.is_some() || table.admitted.len() < MOST_ADMITTED;
    if room && !sent_away && !table.has_part(person) && !table.admitted.contains(person) {
        table.admitted.push(person.clone());
    }
    Ok(())
}

pub async fn invite(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(TablePath { id }): PathParams<TablePath>,
    JsonBody(wanted): JsonBody<NewInvitation>,
) -> Result<Created<Invitation>, Problem> {
    access::visit(&app, &id, Visitor::known(person.id())).await?.value.check_owner(person.id())?;
    let to = addressee(&app, &wanted).await?;
    let most = app.config.limits.invitations_per_table as usize;
    let (_, invitation) = access::change(&app, &id, |table| {
        table.check_owner(person.id())?;
        if table.invitations.len() >= most {
            let sentence = format!("{most} invitations are open; revoke one first.");
            return Err(Problem::too_many(sentence, None));
        }
        let invitation = Invitation { code: secret::code(), to: to.clone() };
        table.removed.retain(|it| to.as_ref().is_none_or(|to| to.id != *it));
        table.invitations.push(invitation.clone());
        Ok(invitation)
    })
    .await?;
    Ok(Created(invitation))
}

async fn addressee(app: &Lobby, wanted: &NewInvitation) -> Result<Option<PersonRef>, Problem> {
    let store = &*app.store;
    let (field, found) = match (&wanted.person, &wanted.login) {
        (Some(id), _) => ("person", document::load::<PersonRecord>(store, &id.0).await?),
        (None, Some(login)) => {
            ("login", document::find_one::<PersonRecord>(store, &login_key(login.trim())).await?)
        }
        (None, None) => return Ok(None),
    };
    let nobody = || Problem::invalid(field, "Nobody here has that name; send them a link instead.");
    found.map(|person| Some(person.value.to_ref())).ok_or_else(nobody)
}

#[derive(Deserialize, JsonSchema)]
pub struct InvitationPath {
    pub id: TableId,
    #[schemars(length(max = 100))]
    pub code: String,
}

pub async fn take_back(
    State(app): State<Lobby>,
    person: SignedIn<Hosts>,
    PathParams(InvitationPath { id, code }): PathParams<InvitationPath>,
) -> Done {
    access::change(&app, &id, |table| {
        table.check_owner(person.id())?;
        let place = table.invitations.iter().position(|it| it.code == code);
        table.invitations.remove(place.ok_or_else(no_such_link)?);
        Ok(())
    })
    .await?;
    Ok(NoContent)
}
