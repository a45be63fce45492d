//! Plans for a turn: the marshal's orders under different weights, and against different seats.

use backchannel::{Command, Options, Rules, Territory, View};
use parley::{Round, SeatSet};

use crate::front::{Attitude, Front, truces};
use crate::marshal::Marshal;
use crate::reasons::TurnStyle;
use crate::weights::Weights;

/// Other places for fresh troops that are compared.
const MOST_DEPLOYMENTS: usize = 3;

/// How a turn is to be led.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnPlan {
    pub style: TurnStyle,
    pub weights: Weights,
    /// How it stands to the others; some seats are not attacked.
    pub attitude: Attitude,
    /// Whether it goes against somebody with whom peace was agreed.
    pub breaks: bool,
    /// Where all fresh troops go; otherwise where the marshal thinks best.
    pub deploy: Option<Territory>,
}

impl TurnPlan {
    /// The plan of a turn without any thought.
    fn usual(attitude: Attitude) -> TurnPlan {
        let (style, weights) = (TurnStyle::Usual, Weights::STANDARD);
        TurnPlan { style, weights, attitude, breaks: false, deploy: None }
    }

    fn sparing(self, style: TurnStyle, seats: SeatSet) -> TurnPlan {
        TurnPlan { style, attitude: Attitude { seats, ..self.attitude }, ..self }
    }

    fn with(self, style: TurnStyle, change: impl Fn(&mut Weights)) -> TurnPlan {
        let mut plan = TurnPlan { style, ..self };
        change(&mut plan.weights);
        plan
    }

    /// After a conquest the next one brings no card.
    pub(crate) fn expect_no_card(&mut self) {
        self.weights.card = 0.0;
    }
}

/// The plans that are compared, the usual one first.
pub(crate) fn plans(view: &View, attitude: Attitude, front: &Front) -> Vec<TurnPlan> {
    let usual = TurnPlan::usual(attitude);
    let mut plans = vec![
        usual,
        usual.with(TurnStyle::Bold, |weights| {
            weights.least_win = 0.6;
            weights.loss *= 0.6;
            weights.garrison *= 0.6;
            weights.thin *= 0.5;
        }),
        usual.with(TurnStyle::Careful, |weights| {
            weights.least_win = 0.82;
            weights.loss *= 1.5;
            weights.garrison *= 1.5;
            weights.caution = 2.0;
        }),
        usual.with(TurnStyle::ForCard, |weights| {
            weights.card = 4.0;
            weights.land = 0.3;
            weights.zone_turns = 1.0;
            weights.loss *= 1.5;
        }),
        usual.with(TurnStyle::ForZones, |weights| weights.zone_turns = 10.0),
        usual.with(TurnStyle::ForBlood, |weights| {
            weights.rival_out *= 3.0;
            weights.kill *= 1.5;
        }),
        usual.with(TurnStyle::Quiet, |weights| weights.least_win = 2.0),
    ];
    let (promised, truced) = (attitude.seats, truces(view, front.me));
    let open = front.rivals.minus(truced).minus(promised);
    if open.len() > 1 {
        for rival in open {
            let others = promised.or(open.without(rival));
            plans.push(usual.sparing(TurnStyle::AgainstOne, others));
            plans.push(usual.sparing(TurnStyle::SparingOne, promised.with(rival)));
        }
    }
    if !promised.minus(truced).is_empty() {
        let plan = usual.sparing(TurnStyle::AgainstPromise, SeatSet::EMPTY);
        plans.push(TurnPlan { breaks: true, ..plan });
    }
    plans
}

/// Plans that put the fresh troops elsewhere: where they could do most, one after the other.
pub(crate) fn deployments(
    rules: &Rules,
    marshal: &Marshal,
    options: &Options,
    usual: TurnPlan,
) -> Vec<TurnPlan> {
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
    places
        .map(|(_, on)| TurnPlan { style: TurnStyle::FromElsewhere, deploy: Some(on), ..usual })
        .collect()
}

/// Carries a plan out, in the round that it was made for.
pub(crate) struct PlanLeader {
    plan: TurnPlan,
    marshal: Marshal,
    round: Round,
}

impl PlanLeader {
    pub(crate) fn new(plan: TurnPlan, round: Round) -> PlanLeader {
        PlanLeader { marshal: Marshal::new(plan.weights), plan, round }
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
        self.marshal.read(rules, view, &self.plan.attitude);
        self.marshal.order(rules, view, options)
    }
}
