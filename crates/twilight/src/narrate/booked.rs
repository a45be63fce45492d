//! Sentences about entries and about the map.

use parley::Seat;

use super::number;
use super::sentence::Sentence;
use crate::desk::command::Entry;
use crate::desk::condition::Condition;
use crate::desk::feature::Feature;
use crate::galaxy::Breach;
use crate::table::goods::{Bundle, Fragments};

impl Sentence<'_> {
    pub(super) fn booked(self, seat: Seat, entry: &Entry) -> Self {
        let line = self.seat(seat);
        let count = |count: &u16, what| number(usize::from(*count), what);
        match entry {
            Entry::GainGoods { count: it } => line.text(" gains ").text(count(it, "trade good")),
            Entry::SpendGoods { count: it } => line.text(" spends ").text(count(it, "trade good")),
            Entry::GainCommodities { count: it } => {
                line.text(" gains ").text(count(it, "commodity"))
            }
            Entry::Replenish => line.text(" replenishes commodities ").clause(33),
            Entry::Convert { count: it } => {
                line.text(" turns ").text(count(it, "commodity")).text(" into trade goods")
            }
            Entry::GainFragments { fragments } => line.text(" gains ").fragments(*fragments),
            Entry::PurgeFragments { fragments } => line.text(" purges ").fragments(*fragments),
            Entry::MakeRelic { fragments, relic } => {
                line.text(" purges ").fragments(*fragments).text(" for ").plain(relic.clone())
            }
            Entry::GainAbility { ability } => {
                line.text(" has ").plain(ability.name()).text(" in use now")
            }
            Entry::LoseAbility { ability } => line.text(" loses ").plain(ability.name()),
            Entry::Draw { card } => line.text(" draws ").card("action card", Some(card)),
            Entry::Discard { card } => line.text(" discards ").plain(card.clone()),
            Entry::Ready { resources, influence } => {
                let resources = count(resources, "resource");
                let ready = format!(" has {resources} and {influence} influence ready");
                line.text(ready)
            }
            Entry::Points { points } => {
                line.text(" has ").text(number(usize::from(*points), "victory point"))
            }
            Entry::Initiative { number: order, strategy_cards } => {
                let cards = number(usize::from(*strategy_cards), "strategy card");
                line.text(format!(" has initiative {order} and {cards} to use"))
            }
            Entry::GainRelic { relic } => line.text(" gains the relic ").plain(relic.clone()),
            Entry::LoseRelic { relic } => line.text(" loses the relic ").plain(relic.clone()),
            Entry::Capture { captive } => {
                let line = line.text(" captures a ").plain(captive.unit.clone()).text(" of ");
                line.owner(captive.owner)
            }
            Entry::FreeCaptive { captive } => {
                let line = line.text(" lets a captured ").plain(captive.unit.clone());
                line.text(" of ").owner(captive.owner).text(" go")
            }
            Entry::GainTechnology { technology } => {
                line.text(" researches ").plain(technology.name.clone())
            }
            Entry::LoseTechnology { name } => {
                line.text(" loses the technology ").plain(name.clone())
            }
            Entry::DrawSecret { card } => line.text(" draws ").card("secret objective", Some(card)),
            Entry::ReturnSecret { card } => {
                line.text(" puts ").card("secret objective", Some(card)).text(" back unseen")
            }
            Entry::ScoreSecret { card } => {
                line.text(" scores ").card("secret objective", Some(card))
            }
            Entry::Stations { count: it } => {
                line.text(" controls ").text(count(it, "space station"))
            }
            Entry::HoldPlanet { planet } => {
                let line = line.text(" controls ").place(&planet.name);
                match (planet.demilitarized, planet.pride_of_kenara) {
                    (true, _) => line.text(", a Demilitarized Zone"),
                    (_, true) => line.text(" with Pride of Kenara on it"),
                    _ => line,
                }
            }
            Entry::LosePlanet { name } => line.text(" loses control of ").place(name),
        }
        .text(".")
    }

    fn fragments(self, fragments: Fragments) -> Self {
        self.goods(&Bundle { fragments, ..Bundle::default() })
    }

    pub(super) fn condition(self, condition: Condition) -> Self {
        self.plain(condition.name())
    }

    pub(super) fn feature(self, feature: &Feature) -> Self {
        let lies = |lies: bool| if lies { " lies in " } else { " no longer lies in " };
        match feature {
            Feature::HilColish { system: None } => {
                self.plain("Hil Colish").text(" is in no system")
            }
            Feature::HilColish { system: Some(system) } => {
                self.plain("Hil Colish").text(" is in ").place(system)
            }
            Feature::VoidTether { between: (one, other), lies } => {
                let words = if *lies { " lies between " } else { " no longer lies between " };
                let line = self.text("a ").plain("void tether").text(words);
                line.place(one).text(" and ").place(other)
            }
            Feature::Memoria { flagship: None, .. } => {
                self.plain("Memoria II").text(" is in no system")
            }
            Feature::Memoria { flagship: Some(system), mechs } => {
                let line = self.plain("Memoria II").text(" is in ").place(system);
                mechs.iter().enumerate().fold(line, |line, (place, mech)| {
                    line.text(if place == 0 { ", with mechs in " } else { ", " }).place(mech)
                })
            }
            Feature::Conduit { active } => {
                let line = self.plain("Spatial Conduit Cylinders").text(" work from ");
                line.place(active).text(" until the action ends")
            }
            Feature::Wormhole { system, kind, lies: there } => {
                let line = self.text("a wormhole token, ").plain(kind.to_string()).text(",");
                line.text(lies(*there)).place(system)
            }
            Feature::Breach { system, breach } => {
                let (what, there) = match breach {
                    Some(Breach::Active) => ("an active breach", true),
                    Some(Breach::Inactive) => ("an inactive breach", true),
                    None => ("a breach", false),
                };
                self.plain(what).text(lies(there)).place(system)
            }
            Feature::Ingress { system, lies: there } => {
                self.text("an ").plain("ingress token").text(lies(*there)).place(system)
            }
        }
        .text(".")
    }
}
