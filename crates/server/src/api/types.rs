//! Every type that is sent or received, in one document from which the client's types are generated.

use schemars::Schema;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::RecursiveTransform;
use serde_json::{Value, json};

use super::games::Games;
use super::questions::TypeCollector;
use super::shapes;
use crate::wire::daily::DailyTable;
use crate::wire::feed::{ArmFeed, FeedStatus, ImportReport, ImportedReport};
use crate::wire::game::{AnyCommand, AnyLine, AnyMessage, AnyReport, AnySetup};
use crate::wire::inbox::Inbox;
use crate::wire::live::{AgreedOrder, Order, Receipt, Request};
use crate::wire::person::{
    ChangeMe, IssuedToken, Me, NewGuest, NewPassword, NewToken, Recover, Recovery, SignIn, Token,
};
use crate::wire::problem::Problem;
use crate::wire::reasons::Explanation;
use crate::wire::report::ReportEntry;
use crate::wire::rulebook::Rulebook;
use crate::wire::table::{
    Invitation, Invited, Listing, NewInvitation, PaceBots, QuickGame, SeatBot, Sit, TableDetails,
    TableSettings, Transfer,
};

macro_rules! add {
    ($generator:ident, $($shape:ty),* $(,)?) => {
        $($generator.subschema_for::<$shape>();)*
    };
}

/// An OpenAPI document without routes: all that a generator of types needs.
///
/// Fields that are always written are required here, because the client reads more than it writes.
pub fn types(games: &Games) -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
        settings.transforms.push(Box::new(RecursiveTransform(pairs_and_triples)));
    });
    let mut generator = settings.into_generator();
    people(&mut generator);
    tables(&mut generator);
    add!(generator, Rulebook, Explanation, ReportEntry, AnyReport);
    for add in &games.types {
        add(&mut TypeCollector { generator: &mut generator });
    }
    shapes::fill(&mut generator, games.rulesets());
    json!({
        "openapi": "3.1.0",
        "info": {"title": "Backchannel", "version": env!("CARGO_PKG_VERSION")},
        "paths": {},
        "components": {"schemas": generator.take_definitions(true)},
    })
}

/// The longest fixed-length list that counts as a tuple, such as a point.
const LONGEST_TUPLE: u64 = 3;

/// A short list of fixed length becomes `prefixItems`, of which the type generator makes a tuple.
fn pairs_and_triples(schema: &mut Schema) {
    let (least, most) = (schema.get("minItems"), schema.get("maxItems"));
    let Some(length) = least.filter(|least| Some(*least) == most).and_then(Value::as_u64) else {
        return;
    };
    if length > LONGEST_TUPLE || schema.get("prefixItems").is_some() {
        return;
    }
    if let Some(item) = schema.remove("items") {
        schema.insert("prefixItems".into(), (0..length).map(|_| item.clone()).collect());
    }
}

fn people(generator: &mut SchemaGenerator) {
    add!(
        generator,
        Me,
        NewGuest,
        SignIn,
        NewPassword,
        Recovery,
        Recover,
        ChangeMe,
        NewToken,
        Token,
        IssuedToken,
        Inbox,
        DailyTable,
        AgreedOrder,
        PaceBots,
        ArmFeed,
        FeedStatus,
        ImportReport,
        ImportedReport,
        Problem,
    );
}

fn tables(generator: &mut SchemaGenerator) {
    add!(
        generator,
        TableDetails,
        TableSettings,
        Listing,
        Sit,
        SeatBot,
        NewInvitation,
        Invitation,
        Transfer,
        QuickGame,
        Invited,
        Order,
        Receipt,
        Request,
        AnyMessage,
        AnyLine,
        AnyCommand,
        AnySetup,
    );
}
