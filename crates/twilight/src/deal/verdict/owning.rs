//! Whether a performer has what a term uses, and whether everything else that it needs is so (TI-77).

use parley::Seat;

use super::Court;
use crate::ability::power::{self, Power};
use crate::ability::row::Kind;
use crate::ability::traits::Trait;
use crate::ability::window::{Event, Proviso};
use crate::deal::why::Why;
use crate::table::DeskTable;
use crate::table::scene::Happening;
use crate::transaction::eligibility;

impl Court<'_> {
    /// Whether a player has it ready, as far as the table records who has what.
    pub(super) fn rule_ownership(&self, by: Seat, power: &Power) -> Result<(), Why> {
        let player = self.table.player(by);
        let exhausted = power.ability.is_some_and(|it| player.exhausted.contains(&it))
            || player.spent.iter().any(|it| it == power.name);
        if exhausted {
            return Err(Why::Exhausted);
        }
        match self.is_unknown(by) {
            true if self.could_have(by, power) => Ok(()),
            true => Err(Why::LacksAbility),
            false if self.has(by, power) => Ok(()),
            false => Err(self.lack(by, power)),
        }
    }

    fn has(&self, by: Seat, power: &Power) -> bool {
        let (table, player) = (self.table, self.table.player(by));
        if let Some(ability) = power.ability {
            return table.can_use(by, ability);
        }
        let listed = || {
            let named = |it: &String| it == power.name;
            let researched =
                || player.technologies.iter().any(|it| power::same(&it.name, power.name));
            player.powers.iter().any(named) || researched()
        };
        match power.kind {
            Kind::ActionCard | Kind::Note | Kind::Event | Kind::Rule | Kind::Edict => true,
            Kind::Sheet => listed() || self.is_own(by, power) && !player.silenced,
            Kind::Unit | Kind::Agent => listed() || self.is_own(by, power),
            Kind::Commander => listed() || self.is_lent(by, power),
            Kind::Technology | Kind::Hero | Kind::Breakthrough => listed(),
            Kind::Relic => player.relics.iter().any(|it| power::same(it, power.name)),
            Kind::Planet => {
                listed() || power.planet.is_some_and(|name| player.planet(name).is_some())
            }
            Kind::Law => {
                let owned = |(law, of): &(String, Seat)| law == power.name && *of == by;
                listed() || table.scene.laws.iter().any(owned)
            }
        }
    }

    fn is_own(&self, by: Seat, power: &Power) -> bool {
        let settled = !self.table.scene.factionless.contains(by);
        settled && power.faction.is_some_and(|it| it == self.table.player(by).faction)
    }

    /// Whether an Alliance in play lends this commander.
    fn is_lent(&self, by: Seat, power: &Power) -> bool {
        let mut lenders = self.table.in_play(by, Trait::LendsTheCommander);
        lenders.any(|note| self.table.player(note.issuer).powers.iter().any(|it| it == power.name))
    }

    /// Why a player does not have it.
    fn lack(&self, by: Seat, power: &Power) -> Why {
        let own = self.is_own(by, power);
        match (power.kind, power.faction) {
            (Kind::Relic, _) => Why::RelicNotHeld,
            (Kind::Planet, _) => match power.planet {
                Some(planet) => Why::PlanetNotHeld { planet },
                None => Why::LacksAbility,
            },
            (Kind::Law, _) => Why::LawNotOwned,
            (Kind::Sheet, _) if own => Why::Silenced,
            (_, Some(faction)) if !own => Why::AnotherFactions { faction },
            _ if own => Why::NotGained,
            _ => Why::LacksAbility,
        }
    }

    /// Whether a player whose leaders and technologies are not recorded could have it (TI-121).
    fn could_have(&self, by: Seat, power: &Power) -> bool {
        let player = self.table.player(by);
        match power.ability {
            Some(ability) => {
                let own = player.faction.has(ability) && !player.silenced;
                own || ability.can_be_lent()
            }
            None => power.faction.is_none_or(|faction| faction == player.faction),
        }
    }

    /// Everything that has to be so besides the window and the price.
    pub(super) fn rule_provisos(&self, by: Seat, power: &Power) -> Result<(), Why> {
        if power.cancels && !self.has_something_to_cancel(by, power) {
            return Err(Why::NothingToCancel);
        }
        match power.when.iter().find(|needs| !self.is_met(by, **needs)) {
            Some(needs) => Err(Why::Unmet { needs: *needs }),
            None => Ok(()),
        }
    }

    fn is_met(&self, by: Seat, needs: Proviso) -> bool {
        let (table, player) = (self.table, self.table.player(by));
        let unknown = self.is_unknown(by);
        let fragments = player.fragments;
        match needs {
            Proviso::MayTransact => {
                table.seats().any(|other| other != by && may_trade(table, by, other))
            }
            Proviso::HasStation => unknown || player.stations > 0,
            Proviso::HasPassed => player.passed,
            Proviso::TwoHaveNotPassed => {
                table.seats().filter(|it| table.is_in(*it) && !table.player(*it).passed).count()
                    >= 2
            }
            Proviso::ActiveHasStrategyCard => {
                let active = table.moment.active();
                active.is_some_and(|it| !table.scene.played_out.contains(it))
            }
            Proviso::CanVote => player.can_ever_vote(),
            Proviso::HasAFragment => unknown || fragments.total() > 0,
            Proviso::HasMatchingFragments => {
                let needed = if player.can(Trait::MakesRelicsOfTwo) { 2 } else { 3 };
                unknown || fragments.most_alike() >= needed
            }
            Proviso::HasActionCard => unknown || !player.action_cards.is_empty(),
            Proviso::HasVictim => table.seats().any(|it| self.can_be_pillaged(by, it)),
        }
    }

    /// Whether Pillage can be used on a player: a neighbour who took part, with three trade goods and no protection.
    fn can_be_pillaged(&self, by: Seat, victim: Seat) -> bool {
        const LEAST: u16 = 3;
        let (table, scene) = (self.table, &self.table.scene);
        let took_part = |it: &Happening| match it.event {
            Event::Transaction => it.by == Some(victim) || it.on == Some(victim),
            Event::GoodsGained => it.by == Some(victim),
            _ => false,
        };
        let told = scene
            .happened
            .iter()
            .any(|it| matches!(it.event, Event::Transaction | Event::GoodsGained));
        let rich = !scene.goods_stated.contains(victim)
            || self.is_unknown(victim)
            || table.player(victim).trade_goods >= LEAST;
        rich && table.neighbours_of(by).any(|it| it == victim)
            && (!told || scene.happened.iter().any(took_part))
            && !table.is_kept_from_pillage(victim, by)
    }

    /// Whether somebody else has announced an action card that this can answer.
    fn has_something_to_cancel(&self, by: Seat, power: &Power) -> bool {
        let scene = &self.table.scene;
        let mut announced = scene.happened.iter().filter(|it| it.event == Event::Played);
        let sabotage = power.name == "Sabotage";
        announced.any(|it| {
            let Some(name) = it.name.as_deref() else { return it.by != Some(by) };
            let is_card = power::find(name)
                .map_or(scene.custom(name).is_some(), |it| it.kind == Kind::ActionCard);
            let proof = power::same(name, "Black Market Dealings")
                || sabotage && power::same(name, "Sabotage")
                || sabotage && it.by.is_some_and(|it| self.is_proof_against_sabotage(it));
            it.by != Some(by) && is_card && !proof
        })
    }

    /// The commander of the Last Bastion keeps its cards from Sabotage.
    fn is_proof_against_sabotage(&self, player: Seat) -> bool {
        power::find("Nip and Tuck").is_some_and(|it| self.has(player, it))
    }
}

fn may_trade(table: &DeskTable, a: Seat, b: Seat) -> bool {
    match eligibility::right(table, a, b) {
        Ok(_) => true,
        Err(bar) => bar.is_open(),
    }
}
