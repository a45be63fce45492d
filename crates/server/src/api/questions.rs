//! The extra endpoints of a game, as routes and as types.

use std::marker::PhantomData;
use std::sync::Arc;

use aide::axum::ApiRouter;
use aide::axum::routing::{get_with, post_with};
use aide::transform::TransformOperation;
use axum::Json;
use axum::extract::State;
use parley::{Language, Seat};
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::app::App;
use super::lasting::{self, Lasting};
use crate::http::answer::JsonResult;
use crate::http::body::{JsonBody, LargeJsonBody};
use crate::http::params::{PathParams, QueryParams};
use crate::lobby::tables::TablePath;
use crate::people::address::Address;
use crate::people::person::{MaybeSignedIn, Reads, SignedIn};
use crate::ruleset::{About, Chronicle, GameEntry, Questions, Ruleset};
use crate::table::answers::WrittenJson;
use crate::table::finished::ReplayQuery;
use crate::table::viewer::{ViewQuery, Viewer};
use crate::wire::Problem;
use crate::work::Work;

pub(super) const REFERENCE: &str = "reference";
const PLAY: &str = "play";
const AFTER: &str = "after";

/// Collects the routes of a game.
pub(super) struct Router<G: Ruleset> {
    router: ApiRouter<App>,
    entry: Arc<GameEntry<G>>,
}

impl<G: Ruleset> Router<G> {
    pub fn routes(
        router: ApiRouter<App>,
        entry: Arc<GameEntry<G>>,
        reference: Lasting,
    ) -> ApiRouter<App> {
        let show = async move || Ok::<_, Problem>(reference.answer::<G::Reference>());
        let path = format!("/rulesets/{}", G::NAME);
        let about = About { path: G::NAME, id: G::NAME, summary: G::REFERENCE, description: None };
        let router = router.api_route(&path, get_with(show, described(REFERENCE, about)));
        G::questions(Router { router, entry }).router
    }
}

/// How a question is documented in the API.
fn described(
    tag: &'static str,
    about: About,
) -> impl FnOnce(TransformOperation<'_>) -> TransformOperation<'_> {
    move |op| {
        let op = op.tag(tag).id(about.id).summary(about.summary);
        match about.description {
            Some(text) => op.description(text),
            None => op,
        }
    }
}

fn at_table(about: About) -> String {
    format!("/tables/{{id}}/{}", about.path)
}

impl<G: Ruleset> Questions<G> for Router<G> {
    fn lasting<T>(self, about: About, make: fn() -> T) -> Self
    where
        T: Serialize + JsonSchema + 'static,
    {
        let kept = Lasting::new(make);
        let show = async move || Ok::<lasting::CachedJson<T>, Problem>(kept.answer());
        let path = format!("/{}/{}", G::NAME, about.path);
        let router = self.router.api_route(&path, get_with(show, described(REFERENCE, about)));
        Router { router, ..self }
    }

    fn anybody<A, B>(self, about: About, answer: fn(A) -> Result<B, Problem>) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        B: Serialize + JsonSchema + Send + 'static,
    {
        let ask = async move |State(app): State<App>,
                              from: Address,
                              LargeJsonBody(asked): LargeJsonBody<A>|
                    -> JsonResult<B> {
            app.rates.question(from)?;
            Work::Judging.run(move || answer(asked)).await?.map(Json)
        };
        let path = format!("/{}/{}", G::NAME, about.path);
        let router = self.router.api_route(&path, post_with(ask, described(REFERENCE, about)));
        Router { router, ..self }
    }

    fn rules<A, B>(
        self,
        about: About,
        answer: fn(&G::Basis, Seat, Language, A) -> Result<B, Problem>,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        B: Serialize + JsonSchema + Send + 'static,
    {
        let entry = Arc::clone(&self.entry);
        let ask = async move |State(app): State<App>,
                              person: MaybeSignedIn<Reads>,
                              PathParams(TablePath { id }): PathParams<TablePath>,
                              QueryParams(look): QueryParams<ViewQuery>,
                              JsonBody(asked): JsonBody<A>|
                    -> JsonResult<B> {
            let viewer = Viewer::take(&app, &id, person.id(), &look).await?;
            let seat = viewer.seat()?;
            let Viewer { record, language, .. } = viewer;
            let basis = entry.basis(&app.tables, record).await?;
            answer(&basis, seat, language, asked).map(Json)
        };
        let path = at_table(about);
        let router = self.router.api_route(&path, post_with(ask, described(PLAY, about)));
        Router { router, ..self }
    }

    fn game<A, B>(
        self,
        about: About,
        answer: fn(&G, Seat, Language, A) -> Result<B, Problem>,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        B: Serialize + JsonSchema + Send + 'static,
    {
        let entry = Arc::clone(&self.entry);
        let ask = async move |State(app): State<App>,
                              from: Address,
                              person: SignedIn<Reads>,
                              PathParams(TablePath { id }): PathParams<TablePath>,
                              QueryParams(look): QueryParams<ViewQuery>,
                              JsonBody(asked): JsonBody<A>|
                    -> Result<WrittenJson<B>, Problem> {
            app.rates.question(from)?;
            let viewer = Viewer::take(&app, &id, Some(person.id()), &look).await?;
            let seat = viewer.seat()?;
            let language = viewer.language;
            let said = entry.consult(&app.tables, &viewer.record, move |game| {
                answer(game, seat, language, asked)
            });
            said.await.map(WrittenJson::new)
        };
        let path = at_table(about);
        let router = self.router.api_route(&path, post_with(ask, described(PLAY, about)));
        Router { router, ..self }
    }

    fn over<C: Chronicle<G>>(self, about: About) -> Self {
        let entry = Arc::clone(&self.entry);
        let ask = async move |State(app): State<App>,
                              person: MaybeSignedIn<Reads>,
                              PathParams(which): PathParams<TablePath>,
                              QueryParams(query): QueryParams<ReplayQuery>|
                    -> Result<WrittenJson<C::Told>, Problem> {
            let viewer = query.viewer(&app, &which, &person).await?;
            entry.chronicle::<C>(&app.tables, viewer.record).await.map(WrittenJson::new)
        };
        let path = at_table(about);
        let router = self.router.api_route(&path, get_with(ask, described(AFTER, about)));
        Router { router, ..self }
    }
}

/// Collects the types of a game that clients read.
pub(super) struct TypeCollector<'g> {
    pub generator: &'g mut SchemaGenerator,
}

struct TypesOf<'a, 'g, G> {
    types: &'a mut TypeCollector<'g>,
    game: PhantomData<G>,
}

impl TypeCollector<'_> {
    pub fn of<G: Ruleset>(types: &mut TypeCollector<'_>) {
        types.add::<G::Reference>();
        G::describe(types.generator);
        G::questions(TypesOf::<G> { types, game: PhantomData });
    }

    fn add<T: JsonSchema>(&mut self) {
        self.generator.subschema_for::<T>();
    }
}

impl<G: Ruleset> Questions<G> for TypesOf<'_, '_, G> {
    fn lasting<T>(self, _: About, _: fn() -> T) -> Self
    where
        T: Serialize + JsonSchema + 'static,
    {
        self.types.add::<T>();
        self
    }

    fn anybody<A, B>(self, _: About, _: fn(A) -> Result<B, Problem>) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        B: Serialize + JsonSchema + Send + 'static,
    {
        self.types.add::<A>();
        self.types.add::<B>();
        self
    }

    fn rules<A, B>(
        self,
        _: About,
        _: fn(&G::Basis, Seat, Language, A) -> Result<B, Problem>,
    ) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        B: Serialize + JsonSchema + Send + 'static,
    {
        self.types.add::<B>();
        self
    }

    fn game<A, B>(self, _: About, _: fn(&G, Seat, Language, A) -> Result<B, Problem>) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        B: Serialize + JsonSchema + Send + 'static,
    {
        self.types.add::<B>();
        self
    }

    fn over<C: Chronicle<G>>(self, _: About) -> Self {
        self.types.add::<C::Told>();
        self
    }
}
