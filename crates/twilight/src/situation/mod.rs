//! The judge: turns a situation and a deal as people write them into a table and a deal as the desk represents them.

mod board;
mod error;
mod format;
mod names;
mod players;
mod terms;

use parley::{Round, Seat, SeatSet};

pub use error::{SituationError, Wrong};
pub use format::*;

use crate::ability::Ability;
use crate::ability::traits::Trait;
use crate::deal::Deal;
use crate::deal::judgement::Judgement;
use crate::deal::verdict;
use crate::round::moment::Moment;
use crate::shared::Shared;
use crate::table::pairs::Pairs;
use crate::table::player::Player;
use crate::table::survey::survey;
use crate::table::{DeskTable, Grant, InForce, Neighbours};
use names::Names;

/// Whether players are neighbours in a situation that lists no pairs and has no map.
pub const NEIGHBOURS_BY_DEFAULT: bool = true;

/// Judges a situation.
///
/// # Errors
/// If the situation is impossible, or names something that does not exist.
pub fn judge(situation: &Situation) -> Result<Judgement, SituationError> {
    let Case { table, deal } = situation.read()?;
    let verdict = verdict::judge(&table, &deal);
    Ok(Judgement { about: situation.about.clone(), ..Judgement::told(&table, &deal, verdict) })
}

type Read<T> = Result<T, SituationError>;

/// A situation that has been read and is possible.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    pub table: DeskTable,
    pub deal: Deal,
}

/// Reads one situation, or a list of them.
///
/// # Errors
/// If it is not JSON in this format. Names and numbers are checked by [`Situation::read`].
pub fn parse(text: &str) -> Read<Vec<Situation>> {
    let value: serde_json::Value = serde_json::from_str(text)
        .map_err(|error| SituationError::at("the file", Wrong::Json(error.to_string())))?;
    let list = match value {
        serde_json::Value::Array(list) => list,
        one => vec![one],
    };
    let count = list.len();
    if count == 0 {
        return Err(SituationError::at("the file", Wrong::Empty));
    }
    let each = list.into_iter().enumerate().map(|(index, value)| {
        serde_path_to_error::deserialize(value).map_err(|error| {
            let field = match (error.path().to_string(), count) {
                (path, 1) if path == "." => "the situation".to_owned(),
                (path, 1) => path,
                (path, _) if path == "." => format!("[{index}]"),
                (path, _) => format!("[{index}].{path}"),
            };
            SituationError::at(field, Wrong::Json(error.into_inner().to_string()))
        })
    });
    each.collect()
}

/// The JSON Schema of a situation.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Situation).to_value()
}

impl Situation {
    /// Looks up every name and checks every number.
    ///
    /// # Errors
    /// The first field that is wrong, and how to fix it.
    pub fn read(&self) -> Read<Case> {
        let names = Names::of(&self.players)?;
        let (players, notes) =
            players::read(&names, &self.players, self.has(Force::AgeOfCommerce))?;
        let deal = terms::read(&names, &self.deal)?;
        let mut in_force = InForce {
            age_of_commerce: self.has(Force::AgeOfCommerce),
            hidden_agenda: self.has(Force::HiddenAgenda),
            minister_of_commerce: None,
            black_market: Pairs::NONE,
        };
        if self.has(Force::BlackMarketDealings) {
            in_force.black_market = in_force.black_market.with(deal.parties.0, deal.parties.1);
        }
        let neighbours = self.read_neighbours(&names, &players)?;
        let table = DeskTable {
            players: players.into_iter().map(Shared::from).collect(),
            notes,
            round: Round(1),
            moment: self.read_moment(&names)?,
            speaker: names.optional("speaker", self.speaker.as_deref())?.unwrap_or(Seat(0)),
            neighbours,
            transacted: names.pairs("transacted", &self.transacted)?,
            grants: self.read_grants(&names)?,
            replenished: SeatSet::EMPTY,
            retreating: self.read_seats(&names, "retreating", &self.retreating)?,
            acting: names.optional("acting", self.acting.as_deref())?,
            in_force,
            readings: self.readings,
        };
        Ok(Case { table, deal })
    }

    fn has(&self, force: Force) -> bool {
        self.in_force.contains(&force)
    }

    fn read_moment(&self, names: &Names<'_>) -> Read<Moment> {
        let spec = &self.moment;
        let step = names::step("moment.step", &spec.step)?;
        let active = names.optional("moment.active", spec.active.as_deref())?;
        let asked = names.optional("moment.asked", spec.asked.as_deref())?;
        Moment::new(step, active, asked)
            .map_err(|misfit| SituationError::at("moment", Wrong::Misfit(misfit)))
    }

    fn read_neighbours(&self, names: &Names<'_>, players: &[Player]) -> Read<Neighbours> {
        let disputed = names.pairs("disputed_neighbours", &self.disputed_neighbours)?;
        let near_mecatol = self.read_seats(names, "near_mecatol", &self.near_mecatol)?;
        if let Some(spec) = &self.galaxy {
            let found = survey(&board::read(names, spec, players)?, players.len());
            let disputed = found.disputed.or(disputed);
            let near_mecatol = near_mecatol.or(found.near_mecatol);
            return Ok(Neighbours { pairs: found.pairs, disputed, near_mecatol });
        }
        let pairs = match &self.neighbours {
            Some(pairs) => names.pairs("neighbours", pairs)?,
            None if NEIGHBOURS_BY_DEFAULT => Pairs::all(names.len()),
            None => Pairs::NONE,
        };
        Ok(Neighbours { pairs, disputed, near_mecatol })
    }

    fn read_seats(&self, names: &Names<'_>, field: &str, typed: &[String]) -> Read<SeatSet> {
        let each = typed.iter().enumerate();
        each.map(|(index, name)| names.seat(&format!("{field}[{index}]"), name)).collect()
    }

    fn read_grants(&self, names: &Names<'_>) -> Read<Vec<Grant>> {
        let opens = |it: &Ability| it.has(Trait::OpensATransaction);
        let known: Vec<Ability> = Ability::all().filter(opens).collect();
        let each = self.granted.iter().enumerate().map(|(index, grant)| {
            let field = format!("granted[{index}]");
            let by = names::ability(&format!("{field}.by"), &grant.by, &known)?;
            Ok(Grant { by, sides: names.pair(&format!("{field}.between"), &grant.between)? })
        });
        each.collect()
    }
}
