//! Abilities and cards that the desk carries out itself.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Field, FieldKind as Kind, field};
use crate::ability::power::{self, Who};
use crate::ability::{Ability, Source};
use crate::desk::command::{BLACK_MARKET, Invocation};
use crate::desk::effect::demand::{DIPLOMATIC_PRESSURE, SALVAGE, SEIZE_ARTIFACT};
use crate::desk::effect::look::LIE_IN_WAIT;
use crate::desk::effect::payment;
use crate::round::step::Step;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct UseForm {
    /// What the command calls it.
    pub id: &'static str,
    /// What opens the way for a transaction is invoked; everything else is an effect.
    pub invoke: Option<Invocation>,
    pub name: &'static str,
    pub text: &'static str,
    pub group: UseGroup,
    /// The ability without which nobody can use it; a card in hand where there is none.
    pub needs: Option<Ability>,
    /// The steps in which it can be used; none where something has to happen first.
    pub window: &'static [Step],
    /// Who can use it then.
    pub who: Who,
    pub price: Price,
    pub fields: &'static [Field],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub enum UseGroup {
    #[serde(rename = "Agents and leaders")]
    Leaders,
    #[serde(rename = "Technologies and breakthroughs")]
    Technologies,
    #[serde(rename = "Action cards and notes")]
    Cards,
    #[serde(rename = "Opens a transaction")]
    Transactions,
}

/// What it costs beside a note that is among the fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "UsePrice")]
pub struct Price {
    pub trade_goods: u16,
    pub influence: u16,
}

const OF: Field = field("of", Kind::Seat, "Whose");
const AT: Field = field("at", Kind::Seat, "Whose");
const FROM: Field = field("from", Kind::Seat, "From");
const TO: Field = field("to", Kind::Seat, "To");
const WITH: Field = field("with", Kind::Seat, "With");
const BOTH: Field = field("of", Kind::Pair, "The two");
const NOTE: Field = field("note", Kind::Note, "Note");
const HAND: Field = field("hand", Kind::Hand, "Which hand");
const UNIT: Field = field("unit", Kind::Unit, "Unit to capture");
const FRAGMENT: Field = field("fragment", Kind::Fragment, "Which fragment");

/// An ability or a card, by the name under which deals are made about it.
fn effect(
    id: &'static str,
    needs: Option<Ability>,
    name: &'static str,
    text: &'static str,
    fields: &'static [Field],
) -> UseForm {
    let group = match needs.map(Ability::source) {
        None => UseGroup::Cards,
        Some(Source::Agent | Source::Leader) => UseGroup::Leaders,
        Some(_) => UseGroup::Technologies,
    };
    let power = power::find(needs.map_or(name, Ability::name));
    UseForm {
        id,
        invoke: None,
        name,
        text,
        group,
        needs,
        window: power.map_or(&[], |power| power.steps),
        who: power.map_or(Who::Anyone, |power| power.who),
        price: Price::default(),
        fields,
    }
}

fn of(id: &'static str, ability: Ability, text: &'static str, fields: &'static [Field]) -> UseForm {
    effect(id, Some(ability), ability.name(), text, fields)
}

fn card(
    id: &'static str,
    name: &'static str,
    text: &'static str,
    fields: &'static [Field],
) -> UseForm {
    effect(id, None, name, text, fields)
}

fn invocation(id: &'static str, needs: Option<Ability>, text: &'static str) -> UseForm {
    let name = needs.map_or(BLACK_MARKET, Ability::name);
    let invoke = needs.map_or(Invocation::BlackMarketDealings, Invocation::Ability);
    UseForm {
        invoke: Some(invoke),
        group: UseGroup::Transactions,
        window: &[],
        ..effect(id, needs, name, text, &[WITH])
    }
}

/// All that can be used or invoked.
pub fn uses() -> Vec<UseForm> {
    vec![
        of("carth_gains", Ability::Carth, "You gain two commodities, as far as they fit.", &[]),
        effect(
            "carth_replenishes",
            Some(Ability::Carth),
            "Carth of Golden Sands, for another",
            "Somebody else replenishes commodities.",
            &[OF],
        ),
        of(
            "the_stillness_of_stars",
            Ability::TheStillnessOfStars,
            "Commodities that were just replenished become trade goods, and you capture a unit.",
            &[OF, UNIT],
        ),
        of(
            "xander_alexin_victori",
            Ability::XanderAlexinVictori,
            "Somebody may spend commodities as trade goods in this step.",
            &[OF],
        ),
        of(
            "sula_mentarion",
            Ability::SulaMentarion,
            "The loser of a space combat gives you a note of their choice.",
            &[FROM],
        ),
        of(
            "the_oracle",
            Ability::TheOracle,
            "Everybody else gives you a note of their choice.",
            &[],
        ),
        of("maban", Ability::Maban, "You look at a neighbour’s notes.", &[AT]),
        of("so_ata", Ability::SoAta, "You look at one hand of the active player.", &[HAND]),
        of(
            "voidwatch",
            Ability::Voidwatch,
            "Who moved in on you gives you a note of their choice.",
            &[],
        ),
        of(
            "mindsieve",
            Ability::Mindsieve,
            "You give the active player a note instead of a command token.",
            &[NOTE],
        ),
        of("visionaria_select", Ability::VisionariaSelect, "Others may pay you to research.", &[]),
        UseForm {
            // Whoever has Visionaria Select is paid, by anybody else, while it is at work.
            needs: None,
            window: &[],
            who: Who::NotActive,
            price: Price { trade_goods: payment::RESEARCH, influence: 0 },
            ..effect(
                "research",
                Some(Ability::VisionariaSelect),
                "Research by Visionaria Select",
                "You give a note as well, and research.",
                &[NOTE],
            )
        },
        UseForm {
            price: Price { trade_goods: payment::DATAHUB, influence: 0 },
            ..of(
                "quantum_datahub_node",
                Ability::QuantumDatahubNode,
                "You swap strategy cards.",
                &[WITH],
            )
        },
        card(
            "salvage",
            SALVAGE,
            "The loser of a space combat hands over all commodities.",
            &[FROM],
        ),
        card(
            "diplomatic_pressure",
            DIPLOMATIC_PRESSURE,
            "Somebody gives you a note of their choice.",
            &[FROM],
        ),
        card(
            "seize_artifact",
            SEIZE_ARTIFACT,
            "A neighbour hands over a relic fragment.",
            &[FROM, FRAGMENT],
        ),
        card(
            "lie_in_wait",
            LIE_IN_WAIT,
            "Two neighbours have just transacted; you take an action card of each.",
            &[BOTH],
        ),
        UseForm {
            window: &[Step::EndOfAction],
            who: Who::Decider,
            price: Price { trade_goods: 0, influence: payment::MALEVOLENCY },
            ..card("malevolency", "Malevolency", "It goes on to a neighbour.", &[TO])
        },
        invocation(
            "black_market_dealings",
            None,
            "You two may trade relics, action cards and secret objectives.",
        ),
        invocation(
            "temporal_command_suite",
            Some(Ability::TemporalCommandSuite),
            "You may transact with whom you readied an agent for.",
        ),
        invocation(
            "deepgloom_executable",
            Some(Ability::DeepgloomExecutable),
            "You may transact with whom you let use it.",
        ),
    ]
}
