//! The routes of the arena's reports.

use aide::axum::ApiRouter;
use aide::axum::routing::get_with;
use axum::Json;
use axum::extract::{FromRef, State};
use schemars::JsonSchema;
use serde::Deserialize;

use super::Reports;
use super::folder::LONGEST_NAME;
use crate::http::Http;
use crate::http::answer::JsonResult;
use crate::http::params::PathParams;
use crate::table::answers::WrittenJson;
use crate::wire::Problem;
use crate::wire::game::AnyReport;
use crate::wire::report::ReportEntry;

const TAG: &str = "reference";

pub fn routes<S>() -> ApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
    Http: FromRef<S>,
    Reports: FromRef<S>,
{
    ApiRouter::new()
        .api_route(
            "/reports",
            get_with(list, |op| {
                op.tag(TAG).id("reports").summary("Reports on games between bots").description(
                    "What the host has put into a folder, the latest first; a file that cannot be read says why.",
                )
            }),
        )
        .api_route(
            "/reports/{name}",
            get_with(one, |op| op.tag(TAG).id("report").summary("A report on games between bots")),
        )
}

async fn list(State(reports): State<Reports>) -> JsonResult<Vec<ReportEntry>> {
    reports.list().await.map(Json)
}

#[derive(Deserialize, JsonSchema)]
pub struct ReportPath {
    /// The name of a report, as the list has it.
    #[schemars(length(max = LONGEST_NAME))]
    pub name: String,
}

async fn one(
    State(reports): State<Reports>,
    PathParams(ReportPath { name }): PathParams<ReportPath>,
) -> Result<WrittenJson<AnyReport>, Problem> {
    let report = reports.find(name).await?;
    Ok(WrittenJson::new(report.whole.text().to_owned()))
}
