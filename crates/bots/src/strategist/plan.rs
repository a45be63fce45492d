//! Plans for a turn: the marshal's orders under different weights, and against different seats.

use backchannel::{Command, Options, Rules, Territory, View};
use parley::{Round, SeatSet};

use crate::front::{Spared, truces};
use crate::marshal::Marshal;
use crate::weights::Weights;

/// Other places for fresh troops that are compared.
const MOST_DEPLOYMENTS: usize = 3;

/// How a turn is to be led.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub name: &'static str,
    pub weights: Weights,
    /// Seats that are not attacked.
    pub spared: SeatSet,
    /// Whether it goes against somebody with whom peace was agreed.
    pub breaks: bool,
    /// Where all fresh troops go; otherwise where the marshal thinks best.
    pub deploy: Option<Territory>,
}

impl Plan {
    /// The plan of a turn without any thought.
    pub(crate) fn standard(spared: SeatSet) -> Plan {
        Plan { name: "as usual", weights: Weights::STANDARD, spared, breaks: false, deploy: None }
    }

    fn with(self, name: &'static str, change: impl Fn(&mut Weights)) -> Plan {
        let mut plan = Plan { name, ..self };
        change(&mut plan.weights);
        plan
    }

    /// After a conquest the next one brings no card.
    pub(crate) fn expect_no_card(&mut self) {
        self.weights.card = 0.0;
    }
}

/// The plans that are compared, the standard one first. Those in `promised` are to be spared.
pub(crate) fn plans(view: &View, promised: SeatSet, rivals: SeatSet) -> Vec<Plan> {
    let usual = Plan::standard(promised);
    let mut plans = vec![
        usual,
        usual.with("boldly", |weights| {
            weights.least_win = 0.6;
            weights.loss *= 0.6;
            weights.garrison *= 0.6;
            weights.thin *= 0.5;
        }),
        usual.with("carefully", |weights| {
            weights.least_win = 0.82;
            weights.loss *= 1.5;
            weights.garrison *= 1.5;
            weights.caution = 2.0;
        }),
        usual.with("for a card", |weights| {
            weights.card = 4.0;
            weights.land = 0.3;
            weights.zone_turns = 1.0;
            weights.loss *= 1.5;
        }),
        usual.with("for zones", |weights| weights.zone_turns = 10.0),
        usual.with("for blood", |weights| {
            weights.rival_out *= 3.0;
            weights.kill *= 1.5;
        }),
        usual.with("not at all", |weights| weights.least_win = 2.0),
    ];
    let me = view.own.as_ref().map(|own| own.seat);
    let truced = me.map_or(SeatSet::EMPTY, |me| truces(view, me));
    let open = rivals.minus(truced).minus(promised);
    if open.len() > 1 {
        for rival in open {
            let others = promised.or(open.without(rival));
            plans.push(Plan { name: "against one", spared: others, ..usual });
            plans.push(Plan { name: "sparing one", spared: promised.with(rival), ..usual });
        }
    }
    if !promised.minus(truced).is_empty() {
        plans.push(Plan {
            name: "against a promise",
            spared: SeatSet::EMPTY,
            breaks: true,
            ..usual
        });
    }
    plans
}

/// Plans that put the fresh troops elsewhere: where they could do most, one after the other.
pub(crate) fn deployments(
    rules: &Rules,
    marshal: &Marshal,
    options: &Options,
    usual: Plan,
) -> Vec<Plan> {
    let planner = marshal.planner(rules, true);
    let mut places: Vec<(f32, Territory)> = Vec::new();
    for placing in &options.deploy {
        let campaign = planner.best_from(placing.on, placing.most);
        let gain = campaign.map_or(0.0, |campaign| campaign.gain.max(0.0));
        let worth = gain + marshal.front.relief(rules, placing.on, placing.most);
        if marshal.front.border.contains(placing.on) {
            places.push((worth, placing.on));
        }
    }
    places.sort_by(|a, b| b.0.total_cmp(&a.0));
    let places = places.into_iter().skip(1).take(MOST_DEPLOYMENTS);
    places.map(|(_, on)| Plan { name: "from elsewhere", deploy: Some(on), ..usual }).collect()
}

/// Carries a plan out, in the round that it was made for.
pub(crate) struct Leader {
    plan: Plan,
    marshal: Marshal,
    round: Round,
}

impl Leader {
    pub(crate) fn new(plan: Plan, round: Round) -> Leader {
        Leader { marshal: Marshal::new(plan.weights), plan, round }
    }

    /// The next order; `None` when the turn is over.
    pub(crate) fn order(
        &mut self,
        rules: &Rules,
        view: &View,
        options: &Options,
    ) -> Option<Command> {
        if view.round != self.round || options.pass {
            return None;
        }
        if let Some(on) = self.plan.deploy
            && let Some(placing) = options.deploy.iter().find(|placing| placing.on == on)
        {
            return Some(Command::Deploy { to: on, troops: placing.most });
        }
        let spared = Spared { seats: self.plan.spared, ..Spared::default() };
        self.marshal.read(rules, view, spared);
        self.marshal.order(rules, view, options)
    }
}
