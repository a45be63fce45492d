//! Abilities and cards that the desk carries out itself.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Field, FieldKind, field};
use crate::ability::Ability;
use crate::ability::power::Who;
use crate::ability::row::Kind;
use crate::ability::usage::{Ask, Asked, Price, Use};
use crate::desk::command::Invocation;
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
    pub fields: Vec<Field>,
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

/// All that can be used or invoked.
pub fn uses() -> Vec<UseForm> {
    Use::all().iter().copied().map(form).collect()
}

fn form(which: Use) -> UseForm {
    let field = |asked: &Asked| field(asked.name, kind(asked.kind), asked.label);
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
        Kind::ActionCard | Kind::Note | Kind::Relic | Kind::Law | Kind::Event | Kind::Rule => {
            UseGroup::Cards
        }
    }
}

fn kind(ask: Ask) -> FieldKind {
    match ask {
        Ask::Seat => FieldKind::Seat,
        Ask::Pair => FieldKind::Pair,
        Ask::Note => FieldKind::Note,
        Ask::Hand => FieldKind::Hand,
        Ask::Unit => FieldKind::Unit,
        Ask::Fragment => FieldKind::Fragment,
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
