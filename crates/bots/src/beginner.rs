//! A scripted beginner, by whom the easy bots are measured.

use backchannel::options::Assault;
use backchannel::{Command, Mode, Options, Rules, Slots, Territory, TerritorySet, View};
use parley::{Chance, Options as _};

use crate::Bot;

/// Deploys on a border, attacks what it outnumbers, accepts what looks even, and never proposes or says anything.
pub struct Beginner;

/// It attacks with at least this many troops more than it sees.
const MARGIN: u32 = 2;

impl Beginner {
    /// What it is called in line-ups.
    pub const NAME: &str = "beginner";
}

impl Bot for Beginner {
    fn act(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
        chance: &mut Chance,
    ) -> Command {
        let map = Known { rules, view };
        let orders = [
            map.deploy(options),
            options.occupy.map(|span| Command::Occupy { troops: span.most }),
            map.attack(options),
            options.end_attack.then_some(Command::EndAttack),
            map.march(options),
            options.end_turn.then_some(Command::EndTurn),
            self.answer(rules, view, options, chance),
            options.pass.then_some(Command::Pass),
        ];
        let order = orders.into_iter().flatten().next();
        order.unwrap_or_else(|| {
            options.sample_move(chance).expect("a seat at its turn can do something")
        })
    }

    fn answer(
        &mut self,
        _: &Rules,
        view: &View,
        options: &Options,
        _: &mut Chance,
    ) -> Option<Command> {
        let waiting = options.answer.first()?;
        let received = view.own.as_ref()?.received.iter();
        let offer = received.clone().find(|offer| offer.id == waiting.proposal)?;
        let cards: Vec<_> = options.free_troops.iter().take(waiting.slots.into()).collect();
        let even = offer.slots.len() >= usize::from(waiting.slots);
        match Slots::new(&cards) {
            Ok(slots) if even && slots.len() == usize::from(waiting.slots) => {
                Some(Command::Accept { proposal: waiting.proposal, slots })
            }
            _ => Some(Command::Decline { proposal: waiting.proposal }),
        }
    }
}

/// The map as a beginner reads it.
struct Known<'t> {
    rules: &'t Rules,
    view: &'t View,
}

impl Known<'_> {
    fn lands(&self) -> TerritorySet {
        self.view.own.as_ref().map_or(TerritorySet::EMPTY, |own| own.lands)
    }

    fn troops(&self, place: Territory) -> u32 {
        self.view.lands[place.index()].known().map_or(u32::MAX, |(_, troops)| troops)
    }

    fn is_border(&self, place: Territory) -> bool {
        !self.rules.map.targets(place).minus(self.lands()).is_empty()
    }

    /// On the border where most stand already.
    fn deploy(&self, options: &Options) -> Option<Command> {
        let placings = options.deploy.iter();
        let best =
            placings.max_by_key(|placing| (self.is_border(placing.on), self.troops(placing.on)))?;
        Some(Command::Deploy { to: best.on, troops: best.most })
    }

    /// Where it outnumbers most.
    fn attack(&self, options: &Options) -> Option<Command> {
        let pairs = options
            .attack
            .iter()
            .flat_map(|assault| assault.to.into_iter().map(move |to| (assault, to)));
        let ahead = |assault: &Assault, to| {
            self.troops(assault.from).checked_sub(self.troops(to)).filter(|more| *more >= MARGIN)
        };
        let pairs = pairs.filter_map(|(assault, to)| Some((ahead(assault, to)?, assault, to)));
        let (_, assault, to) = pairs.max_by_key(|(more, ..)| *more)?;
        let mode = if assault.stop_loss.is_some() { Mode::Blitz } else { Mode::Once };
        Some(Command::Attack { from: assault.from, to, mode })
    }

    /// The largest army behind the lines goes to the border.
    fn march(&self, options: &Options) -> Option<Command> {
        let behind = options.reinforce.iter().filter(|march| !self.is_border(march.from));
        let march = behind.max_by_key(|march| march.most)?;
        let borders = march.to.into_iter().filter(|&to| self.is_border(to));
        let to = borders.max_by_key(|&to| self.troops(to))?;
        Some(Command::Reinforce { from: march.from, to, troops: march.most })
    }
}
