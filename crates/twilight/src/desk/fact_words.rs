//! Facts in words.

use parley::Seat;

use crate::desk::fact::Fact;
use crate::galaxy::Galaxy;
use crate::table::DeskTable;

/// The fact as a clause, such as "Ann has 3 trade goods".
pub(crate) fn words(table: &DeskTable, galaxy: Option<&Galaxy>, fact: &Fact) -> String {
    let name = |seat: Seat| table.players.get(seat.index()).map_or("nobody", |it| it.name.as_str());
    match fact {
        Fact::TradeGoods { of, count } => {
            format!("{} has {}", name(*of), some(*count, "trade good"))
        }
        Fact::Commodities { of, count } => match count {
            1 => format!("{} has 1 commodity", name(*of)),
            more => format!("{} has {more} commodities", name(*of)),
        },
        Fact::CommodityValue { of, count } => {
            format!("{} has a commodity value of {count}", name(*of))
        }
        Fact::Debt { by, to, count } => match count {
            0 => format!("{} owes {} nothing", name(*by), name(*to)),
            1 => format!("{} owes {} 1 debt token", name(*by), name(*to)),
            more => format!("{} owes {} {more} debt tokens", name(*by), name(*to)),
        },
        Fact::NoteInPlay { note, by } => {
            let note = format!("{}’s {}", name(note.issuer), note.kind.spec().name);
            match by {
                Some(by) => format!("{} has {note} in play", name(*by)),
                None => format!("nobody has {note} in play"),
            }
        }
        Fact::Fragments { of, fragments } => {
            let each = fragments.each().into_iter().filter(|(_, count)| *count > 0);
            let each: Vec<String> = each.map(|(kind, count)| format!("{count} {kind}")).collect();
            match each.is_empty() {
                true => format!("{} has no fragments", name(*of)),
                false => format!("{} has fragments: {}", name(*of), each.join(", ")),
            }
        }
        Fact::Points { of, points } => {
            format!("{} has {}", name(*of), some(u16::from(*points), "victory point"))
        }
        Fact::Speaker { seat } => format!("{} is the speaker", name(*seat)),
        Fact::Moment { moment } => match moment.active() {
            Some(active) => format!("it is the turn of {}", name(active)),
            None => format!("it is {}", moment.step().words()),
        },
        Fact::Law { condition, of, holds } => match (of, holds) {
            (Some(of), true) => format!("{} has {}", name(*of), condition.name()),
            (_, true) => format!("{} is in force", condition.name()),
            (_, false) => format!("{} is not in force", condition.name()),
        },
        Fact::Units { system, of } => {
            let here = galaxy.filter(|it| system.index() < it.systems().len());
            let place = here.map_or("a system", |it| it.system(*system).name.as_str());
            let names: Vec<&str> = of.iter().map(name).collect();
            match names.is_empty() {
                true => format!("nobody has units in {place}"),
                false => format!("units in {place}: {}", names.join(", ")),
            }
        }
        Fact::Control { planet, by } => {
            let known = galaxy.filter(|it| {
                let there = planet.system.index() < it.systems().len();
                there && usize::from(planet.place) < it.system(planet.system).planets.len()
            });
            let place = known.map_or("a planet", |it| it.planet_name(*planet));
            match by {
                Some(seat) => format!("{} controls {place}", name(*seat)),
                None => format!("nobody controls {place}"),
            }
        }
        Fact::Neighbours { sides: (a, b), are } => {
            let words = if *are { "are neighbours" } else { "are not neighbours" };
            format!("{} and {} {words}", name(*a), name(*b))
        }
        Fact::Map { .. } => "there is a map".to_owned(),
    }
}

fn some(count: u16, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
