//! The judge: turns a situation and a deal as people write them into a table and a deal as the desk represents them.

mod board;
mod error;
mod facts;
mod format;
mod limits;
mod listing;
mod may;
mod moment;
mod names;
mod pack;
mod players;
mod slips;
mod terms;

use parley::{Round, Seat, SeatSet};

pub use board::*;
pub use error::{SituationError, Wrong};
pub use facts::{CustomSpec, Force, ForceSpec, MOST_UNDECIDED, Undecided};
pub use format::*;
pub use listing::{Listing, listed};
pub use may::MaySpec;
pub use moment::{JustSpec, MomentSpec};
pub use pack::{Pack, PackFaction, PackNote, PackPower, PackWindow, parse_pack};

use crate::ability::Ability;
use crate::ability::power;
use crate::ability::traits::Trait;
use crate::deal::Deal;
use crate::deal::judgement::{Answered, Judgement, MayJudgement, OpenPoint, Outcome};
use crate::deal::lexicon;
use crate::galaxy::Tiles;
use crate::shared::Shared;
use crate::similar::fold;
use crate::table::pairs::Pairs;
use crate::table::scene::Scene;
use crate::table::survey::survey_openly;
use crate::table::{DeskTable, Grant, InForce, Neighbours};
use may::Asked;
use names::Names;
use players::Roster;

/// Whether players are neighbours in a situation that lists no pairs and has no map.
pub const NEIGHBOURS_BY_DEFAULT: bool = true;

/// Judges a situation.
///
/// # Errors
/// If the situation is impossible, or names something that does not exist.
pub fn judge(situation: &Situation) -> Result<Judgement, SituationError> {
    if situation.undecided.is_empty() {
        return judge_case(situation.about.clone(), &situation.read()?);
    }
    let ways = facts::ways(situation)?;
    let each = ways.iter().map(|way| judge_case(None, &way.read()?));
    let found = each.collect::<Read<Vec<Judgement>>>()?;
    Ok(Judgement { about: situation.about.clone(), ..undecided(&situation.undecided, found) })
}

fn judge_case(about: Option<String>, case: &Case) -> Read<Judgement> {
    let mut judgement = match case.legs.is_empty() {
        true => Judgement::unasked(),
        false => Judgement::of(&case.table, &case.legs, &case.places),
    };
    if let Some(asked) = &case.asked {
        judgement.may = Some(answer(&case.table, asked, &mut judgement.open));
    }
    Ok(Judgement { about, ..judgement.answered(&case.table, &case.legs) })
}

/// The answer to a question, and by each reading if it is open.
fn answer(table: &DeskTable, asked: &Asked, open: &mut Vec<OpenPoint>) -> MayJudgement {
    let found = may::answer(table, asked);
    if found.answer == Answered::Open {
        open.extend(OpenPoint::all(table, |table| {
            let by_reading = may::answer(table, asked);
            Outcome::of_answer(by_reading.answer)
        }));
    }
    found
}

/// If the disputed facts change the verdict, it is open.
fn undecided(facts: &[Undecided], mut found: Vec<Judgement>) -> Judgement {
    let first = found.remove(0);
    let same = |it: &Judgement| {
        let may = |it: &Judgement| it.may.as_ref().map(|may| may.answer);
        (it.class, it.legal, may(it)) == (first.class, first.legal, may(&first))
    };
    match found.iter().all(same) {
        true => first,
        false => first.left_open(facts.iter().map(|fact| fact.what.clone()), &found),
    }
}

type Read<T> = Result<T, SituationError>;

/// A situation that has been read and is possible.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    pub table: DeskTable,
    /// The deal, or the first of several between different players.
    pub deal: Deal,
    /// Every deal between two players.
    pub legs: Vec<Deal>,
    /// For each term, its deal and its place in it.
    places: Vec<(usize, usize)>,
    asked: Option<Asked>,
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
        let place = |path: String| match count {
            1 if path == "." || path.is_empty() => "the situation".to_owned(),
            1 => path,
            _ if path == "." || path.is_empty() => format!("[{index}]"),
            _ => format!("[{index}].{path}"),
        };
        limits::check(&value)
            .map_err(|error| SituationError { field: place(error.field), ..error })?;
        serde_path_to_error::deserialize(value).map_err(|error| {
            let field = place(error.path().to_string());
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
        if self.deal.is_none() && self.may.is_none() {
            return Err(SituationError::at("deal", Wrong::NothingAsked));
        }
        let packs = self.all_packs()?;
        let mut names = Names::of(&self.players)?;
        names.custom = self.custom.iter().map(|it| it.name.as_str()).collect();
        for pack in &packs {
            let powers = pack.abilities.iter().chain(&pack.cards);
            names.custom.extend(powers.map(|it| it.name.as_str()));
            names.notes.extend(pack.notes.iter().map(|it| it.name.as_str()));
        }
        let uncapped = self.has(Force::AgeOfCommerce);
        let roster = players::read(&names, &self.players, &packs, uncapped)?;
        let moment = moment::read(&names, &self.moment)?;
        let legs = self.deal.as_ref().map(|spec| terms::read(&names, spec, moment.active()));
        let (legs, places) =
            legs.transpose()?.map_or_else(Default::default, |legs| (legs.deals, legs.places));
        let neighbours = self.read_neighbours(&names, &packs, &roster)?;
        let scene = self.read_scene(&names, &packs, &roster)?;
        let asked = self.may.as_ref().map(|spec| may::read(&names, spec)).transpose()?;
        let table = DeskTable {
            loose: false,
            unknown: SeatSet::EMPTY,
            in_force: self.read_force(&names, &legs)?,
            players: roster.players.into_iter().map(Shared::from).collect(),
            notes: roster.notes,
            round: Round(1),
            moment,
            speaker: names.optional("speaker", self.speaker.as_deref())?.unwrap_or(Seat(0)),
            neighbours,
            transacted: names.pairs("transacted", &self.transacted)?,
            grants: self.read_grants(&names)?,
            replenished: SeatSet::EMPTY,
            retreating: self.read_seats(&names, "retreating", &self.retreating)?,
            acting: names.optional("acting", self.acting.as_deref())?,
            readings: self.readings,
            map: None,
            scene,
        };
        for (at, (leg, place)) in places.iter().enumerate() {
            slips::check(&table, &format!("deal.terms[{at}]"), &legs[*leg].terms[*place])?;
        }
        let nothing = Deal { parties: (Seat(0), Seat(1)), terms: Vec::new() };
        let deal = legs.first().cloned().unwrap_or(nothing);
        Ok(Case { table, deal, legs, places, asked })
    }

    fn all_packs(&self) -> Read<Vec<Pack>> {
        for (at, pack) in self.packs.iter().enumerate() {
            let field = format!("packs[{at}]");
            pack.check(&field)?;
            if self.packs[..at].iter().any(|earlier| fold(&earlier.id) == fold(&pack.id)) {
                let wrong = Wrong::SamePack(pack.id.clone());
                return Err(SituationError::at(format!("{field}.id"), wrong));
            }
        }
        Ok(self.packs.iter().cloned().chain([pack::twilights_fall().clone()]).collect())
    }

    fn has(&self, force: Force) -> bool {
        self.in_force.iter().any(|it| it.force() == force)
    }

    fn read_force(&self, names: &Names<'_>, legs: &[Deal]) -> Read<InForce> {
        let mut minister = None;
        for (at, spec) in self.in_force.iter().enumerate() {
            if spec.force() == Force::MinisterOfCommerce {
                minister = facts::concerned(names, &format!("in_force[{at}]"), spec)?;
            }
        }
        let market = self.has(Force::BlackMarketDealings);
        let pairs = legs.iter().filter(|_| market).map(|leg| leg.parties);
        Ok(InForce {
            age_of_commerce: self.has(Force::AgeOfCommerce),
            hidden_agenda: self.has(Force::HiddenAgenda),
            minister_of_commerce: minister,
            black_market: pairs.collect(),
        })
    }

    /// What is going on around the step, and what the situation and its packs declare.
    fn read_scene(&self, names: &Names<'_>, packs: &[Pack], roster: &Roster) -> Read<Scene> {
        let mut scene = moment::scene(names, &self.moment)?;
        facts::enforce(names, &self.in_force, &mut scene)?;
        for (at, spec) in self.custom.iter().enumerate() {
            scene.custom.push(facts::custom(names, &format!("custom[{at}]"), spec)?);
        }
        for (at, pack) in packs.iter().enumerate() {
            let field = format!("packs[{at}]");
            for power in pack.abilities.iter().chain(&pack.cards) {
                let of = power.faction.as_deref().map(|typed| {
                    let faction = pack.faction(typed).map(|it| fold(&it.name));
                    let has = |brew: &Option<PackFaction>| {
                        brew.as_ref().map(|it| fold(&it.name)) == faction
                    };
                    let seats = Seat::all(roster.brewed.len()).zip(&roster.brewed);
                    seats.filter(|(_, brew)| has(brew)).map(|(seat, _)| seat).collect()
                });
                scene.custom.push(power.window.custom(&field, &power.name, of)?);
            }
            for note in &pack.notes {
                scene.custom.push(note.window.custom(&field, &note.name, None)?);
                scene.notes.push(note.name.clone());
            }
        }
        let waits = |player: &crate::table::player::Player| {
            player.action_cards.iter().flatten().any(|card| power::same(card, "Lie in Wait"))
        };
        let seated = Seat::all(roster.players.len()).zip(&roster.players);
        let factionless = Seat::all(roster.settled.len()).zip(&roster.settled);
        let factionless = factionless.filter(|(_, settled)| !**settled).map(|(seat, _)| seat);
        Ok(Scene {
            goods_stated: roster.goods_stated,
            speaker_is_certain: self.speaker.is_some(),
            tyrant: names.optional("tyrant", self.tyrant.as_deref())?,
            factionless: factionless.collect(),
            played_out: roster.played_out,
            places: self.places(packs)?,
            acting_by: self.acting_by(names)?,
            watchers: seated.filter(|(_, player)| waits(player)).map(|(seat, _)| seat).collect(),
            ..scene
        })
    }

    /// The ability or card by which somebody acts outside their own turn.
    fn acting_by(&self, names: &Names<'_>) -> Read<Option<String>> {
        self.acting_by.as_deref().map(|typed| names.power("acting_by", typed)).transpose()
    }

    /// Systems and planets that the packs bring.
    fn places(&self, packs: &[Pack]) -> Read<Vec<String>> {
        let mut all = Vec::new();
        for (at, pack) in packs.iter().enumerate().filter(|(_, pack)| !pack.tiles.is_empty()) {
            let tiles = pack.tiles(&format!("packs[{at}]"), Tiles::standard())?;
            let known = Tiles::standard().iter().len();
            let own = Tiles::of(tiles.iter().skip(known).cloned());
            all.extend(lexicon::place_names(&own));
        }
        Ok(all)
    }

    fn read_neighbours(
        &self,
        names: &Names<'_>,
        packs: &[Pack],
        roster: &Roster,
    ) -> Read<Neighbours> {
        let disputed = names.pairs("disputed_neighbours", &self.disputed_neighbours)?;
        let near_mecatol = self.read_seats(names, "near_mecatol", &self.near_mecatol)?;
        if let Some(spec) = &self.galaxy {
            let found = self.survey(names, packs, roster, spec)?;
            let disputed = found.disputed.or(disputed);
            let near_mecatol = near_mecatol.or(found.near_mecatol);
            return Ok(Neighbours { disputed, near_mecatol, ..found });
        }
        let pairs = match &self.neighbours {
            Some(pairs) => names.pairs("neighbours", pairs)?,
            None if NEIGHBOURS_BY_DEFAULT => Pairs::all(names.len()).minus(disputed),
            None => Pairs::NONE,
        };
        Ok(Neighbours { pairs, disputed, near_mecatol, ..Neighbours::default() })
    }

    fn survey(
        &self,
        names: &Names<'_>,
        packs: &[Pack],
        roster: &Roster,
        spec: &GalaxySpec,
    ) -> Read<Neighbours> {
        let mut tiles = Tiles::standard().clone();
        for (at, pack) in packs.iter().enumerate() {
            tiles = pack.tiles(&format!("packs[{at}]"), &tiles)?;
        }
        let homes: Vec<Option<String>> =
            roster.brewed.iter().map(|brew| brew.as_ref()?.home.clone()).collect();
        let seated =
            board::Seated { players: &roster.players, settled: &roster.settled, homes: &homes };
        let reconstructed = self.has(Force::WormholeReconstruction);
        let spec = GalaxySpec {
            wormhole_reconstruction: spec.wormhole_reconstruction || reconstructed,
            ..spec.clone()
        };
        let galaxy = board::read(names, &spec, &tiles, &seated)?;
        Ok(survey_openly(&galaxy, roster.players.len()))
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
