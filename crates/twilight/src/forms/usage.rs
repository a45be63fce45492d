//! Abilities and cards that the desk carries out itself.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Field, FieldKind, field};
use crate::ability::Ability;
use crate::ability::power::Who;
use crate::ability::row::Kind;
use crate::ability::usage::{Parameter, ParameterKind, Price, Use};
use crate::desk::command::Invocation;
use crate::round::step::Step;

/// The form for one use of an ability or a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct UseForm {
    /// Its id in the command.
    pub id: &'static str,
    /// Whether it permits a transaction, which is invoked, or is an effect.
    pub invoke: Option<Invocation>,
    pub name: &'static str,
    pub text: &'static str,
    pub group: UseGroup,
    /// The ability that a player needs to use it; `None` for a card in hand.
    pub needs: Option<Ability>,
    /// The steps in which it can be used; empty if something else has to happen first.
    pub window: &'static [Step],
    /// Which players can use it then.
    pub who: Who,
    pub price: Price,
    pub fields: Vec<Field>,
}

/// The group in which a client lists a use.
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

/// Everything that can be used or invoked.
pub fn uses() -> Vec<UseForm> {
    Use::all().iter().copied().map(form).collect()
}

fn form(which: Use) -> UseForm {
    let field = |asked: &Parameter| field(asked.name, kind(asked.kind), asked.label);
    UseForm {
        id: which.spec.id,
        invoke: which.spec.invoked.then(|| invocation(which)),
        name: which.name(),
        text: which.spec.text,
        group: group(which),
        needs: which.needs(),
        window: which.steps(),
        who: which.who(),
        price: which.spec.price,
        fields: which.spec.fields.iter().map(field).collect(),
    }
}

fn invocation(which: Use) -> Invocation {
    which.ability.map_or(Invocation::BlackMarketDealings, Invocation::Ability)
}

fn group(which: Use) -> UseGroup {
    match which.row.kind {
        _ if which.spec.invoked => UseGroup::Transactions,
        Kind::Agent | Kind::Commander | Kind::Hero => UseGroup::Leaders,
        Kind::Technology | Kind::Breakthrough | Kind::Sheet | Kind::Unit => UseGroup::Technologies,
        Kind::ActionCard
        | Kind::Note
        | Kind::Relic
        | Kind::Law
        | Kind::Event
        | Kind::Rule
        | Kind::Edict
        | Kind::Planet => UseGroup::Cards,
    }
}

fn kind(ask: ParameterKind) -> FieldKind {
    match ask {
        ParameterKind::Seat => FieldKind::Seat,
        ParameterKind::Pair => FieldKind::Pair,
        ParameterKind::Note => FieldKind::Note,
        ParameterKind::Hand => FieldKind::Hand,
        ParameterKind::Unit => FieldKind::Unit,
        ParameterKind::Fragment => FieldKind::Fragment,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_ability_is_on_the_forms() {
        let form = uses().into_iter().find(|form| form.id == "toll_keepers").expect("its form");
        assert_eq!(
            (form.name, form.price.trade_goods, form.who),
            ("Toll Keepers", 2, Who::NotActive)
        );
        assert_eq!(form.window, [Step::Production]);
        assert_eq!(form.fields.iter().map(|field| field.name).collect::<Vec<_>>(), ["from"]);
        assert_eq!(form.needs, Ability::find("toll-keepers").ok());
    }
}
