//! Games that are recorded elsewhere: a program posts what lies on its table, or a player brings it. It reaches a table
//! as an ordinary command of one seat.

mod armed;
mod imports;
mod posts;

use aide::axum::ApiRouter;
use aide::axum::routing::{post_with, put_with};
use axum::Router;
use axum::extract::FromRef;
use axum::routing::post;
use parley::Seat;

use crate::document;
use crate::http::Http;
use crate::http::body::ArrivedBody;
use crate::http::describe::explain;
use crate::lobby::access::no_such_table;
use crate::lobby::record::TableRecord;
use crate::people::People;
use crate::ruleset::FeedKind;
use crate::secret;
use crate::table::ask::Ask;
use crate::table::hall::Hall;
use crate::wire::live::Receipt;
use crate::wire::{Problem, TableId};

const TAG: &str = "play";

pub fn routes<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    People: FromRef<S>,
    Hall: FromRef<S>,
{
    let arm = explain(
        TAG,
        "arm_feed",
        "Let a program record this game",
        "Makes a key, with which a program on the player's machine posts what lies on its table; the owner does \
         this, and an earlier key stops working. A short public key is accepted from the server's own machine only.",
    );
    let show = explain(TAG, "feed", "Whether a program records this game", "For the owner.");
    let disarm = explain(TAG, "disarm_feed", "Stop taking posts", "The key no longer works.");
    let import = explain(
        TAG,
        "import",
        "Record what a game elsewhere reports",
        "Its text, or the name of a game that the server fetches where the host allows it.",
    );
    ApiRouter::new()
        .api_route(
            "/tables/{id}/feed",
            put_with(armed::arm, arm)
                .get_with(armed::show, show)
                .delete_with(armed::disarm, disarm),
        )
        .api_route("/tables/{id}/import", post_with(imports::import, import))
}

/// The addresses at which programs post, which are the same on every server.
pub fn posts<S>(router: Router<S>, kinds: &[FeedKind]) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    People: FromRef<S>,
    Hall: FromRef<S>,
{
    kinds.iter().filter_map(|kind| Some((*kind, kind.path?))).fold(
        router,
        |router, (kind, path)| {
            router.route(path, post(move |state, request| posts::take(kind, state, request)))
        },
    )
}

/// Records a report at a table; `None` if it says nothing new.
async fn record(
    app: &Hall,
    id: &TableId,
    seat: Seat,
    source: &'static str,
    report: ArrivedBody,
) -> Result<Option<Receipt>, Problem> {
    let record = document::load::<TableRecord>(&*app.store, &id.0).await?;
    let record = record.ok_or_else(no_such_table)?.value;
    let host = app.tables.host(&record)?;
    let command = host.feed(&app.tables, &record, source, report).await?;
    let name = secret::id();
    let ask = |reply| Ask::Command { seat, id: name, command, reply };
    match app.tables.ask(id, ask).await {
        Ok(receipt) => Ok(Some(receipt)),
        Err(problem) if says_nothing_new(&problem) => Ok(None),
        Err(problem) => Err(problem),
    }
}

fn says_nothing_new(problem: &Problem) -> bool {
    let refusal = problem.refusal.as_deref();
    refusal.and_then(|it| it.get("type")).and_then(|it| it.as_str()) == Some("nothing_new")
}
