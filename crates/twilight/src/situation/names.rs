//! Looks up names as people type them.

use parley::Seat;

use super::Read;
use super::error::{SituationError, Wrong};
use super::format::{NoteSpec, PlayerOrName};
use crate::ability::Ability;
use crate::ability::note::NoteKind;
use crate::ability::power::{self, Power};
use crate::ability::row::Kind;
use crate::deal::choice::STRATEGY_CARDS;
use crate::deal::lexicon;
use crate::round::step::Step;
use crate::similar::{Unknown, fold};
use crate::table::hand::Note;
use crate::table::pairs::{MOST_PLAYERS, Pairs};

/// The players' names in seat order, and the names that the situation declares itself.
pub(super) struct Names<'a> {
    players: Vec<&'a str>,
    /// Abilities and cards with declared windows.
    pub custom: Vec<&'a str>,
    /// Homebrew notes.
    pub notes: Vec<&'a str>,
}

impl<'a> Names<'a> {
    pub(super) fn of(players: &'a [PlayerOrName]) -> Read<Names<'a>> {
        let names: Vec<&str> = players.iter().map(PlayerOrName::name).collect();
        if !(2..=MOST_PLAYERS).contains(&names.len()) {
            return Err(SituationError::at("players", Wrong::Players(names.len())));
        }
        for (index, name) in names.iter().enumerate() {
            let field = format!("players[{index}].name");
            if name.chars().any(char::is_control) {
                return Err(SituationError::at(field, Wrong::ControlCharacter));
            }
            if fold(name).is_empty() {
                return Err(SituationError::at(field, Wrong::NoName));
            }
            if names[..index].iter().any(|earlier| fold(earlier) == fold(name)) {
                return Err(SituationError::at(field, Wrong::SameName((*name).to_owned())));
            }
        }
        Ok(Names { players: names, custom: Vec::new(), notes: Vec::new() })
    }

    pub(super) fn len(&self) -> usize {
        self.players.len()
    }

    pub(super) fn seat(&self, field: &str, name: &str) -> Read<Seat> {
        let folded = fold(name);
        match self.players.iter().position(|known| fold(known) == folded) {
            Some(index) => Ok(Seat(index as u8)),
            None => Err(unknown(field, "player", name, self.players.iter().copied())),
        }
    }

    pub(super) fn optional(&self, field: &str, name: Option<&str>) -> Read<Option<Seat>> {
        name.map(|name| self.seat(field, name)).transpose()
    }

    pub(super) fn pair(&self, field: &str, pair: &[String; 2]) -> Read<(Seat, Seat)> {
        let [one, two] = pair;
        let sides = (self.seat(field, one)?, self.seat(field, two)?);
        if sides.0 == sides.1 {
            return Err(SituationError::at(field, Wrong::NotAPair));
        }
        Ok(sides)
    }

    pub(super) fn pairs(&self, field: &str, pairs: &[[String; 2]]) -> Read<Pairs> {
        let each = pairs.iter().enumerate();
        each.map(|(index, pair)| self.pair(&format!("{field}[{index}]"), pair)).collect()
    }

    /// A note as typed; `whose` is the issuer if none is named.
    pub(super) fn note(&self, field: &str, spec: &NoteSpec, whose: Option<Seat>) -> Read<Note> {
        let (issuer, name) = match spec {
            NoteSpec::Full { note, of } => {
                (Some(self.seat(&format!("{field}.of"), of)?), note.as_str())
            }
            NoteSpec::Name(text) => match self.split_owner(text) {
                Some((seat, rest)) => (Some(seat), rest),
                None => (whose, text.as_str()),
            },
        };
        let kind = self.kind_of_note(field, name)?;
        match issuer {
            Some(issuer) => Ok(Note { issuer, kind }),
            None => Err(SituationError::at(field, Wrong::WhoseNote(kind.to_string()))),
        }
    }

    fn kind_of_note(&self, field: &str, name: &str) -> Read<NoteKind> {
        let folded = fold(name);
        if let Some(place) = self.notes.iter().position(|known| fold(known) == folded) {
            return Ok(NoteKind::of_pack(place));
        }
        NoteKind::find(name).map_err(|unknown| {
            let unknown = Box::new(Unknown { known: Vec::new(), ..unknown });
            SituationError::at(field, Wrong::Unlisted { unknown, list: "notes" })
        })
    }

    /// The note that a text names, if it is one; an error if it does not say whose.
    pub(super) fn note_if_known(&self, text: &str) -> Option<Read<Note>> {
        let name = self.split_owner(text).map_or(text, |(_, rest)| rest);
        let known = self.kind_of_note("", name).is_ok() && power::find(text).is_none();
        known.then(|| self.note("may", &NoteSpec::Name(text.to_owned()), None))
    }

    /// Something that can be used: an ability, a leader, a technology, a card.
    pub(super) fn power(&self, field: &str, typed: &str) -> Read<String> {
        self.known(field, ("ability", "abilities"), typed, |_| true)
    }

    /// An action card.
    pub(super) fn card(&self, field: &str, typed: &str) -> Read<String> {
        self.known(field, ("action card", "cards"), typed, |it| it.kind == Kind::ActionCard)
    }

    fn known(
        &self,
        field: &str,
        (kind, list): (&'static str, &'static str),
        typed: &str,
        fits: impl Fn(&Power) -> bool + Clone,
    ) -> Read<String> {
        let folded = fold(typed);
        if self.custom.iter().any(|known| fold(known) == folded) {
            return Ok(typed.to_owned());
        }
        match power::known(kind, typed, fits) {
            Ok(power) => Ok(power.name.to_owned()),
            Err(unknown) => {
                let unknown = Box::new(unknown);
                Err(SituationError::at(field, Wrong::Unlisted { unknown, list }))
            }
        }
    }

    /// A card, relic or the like that somebody has: an error if it is probably a slip. Anything else is taken as it is.
    pub(super) fn component(&self, field: &str, kind: &'static str, typed: &str) -> Read<()> {
        let folded = fold(typed);
        if folded.is_empty() {
            return Err(SituationError::at(field, Wrong::Blank));
        }
        let own = self.custom.iter().any(|known| fold(known) == folded);
        if own || power::find(typed).is_some() || lexicon::objective(&folded).is_some() {
            return Ok(());
        }
        let fits = |it: &&Power| match kind {
            "action card" => it.kind == Kind::ActionCard,
            "relic" => it.kind == Kind::Relic,
            _ => it.kind == Kind::Technology,
        };
        let names = power::all().iter().filter(fits).map(|it| (it.name, it.name));
        let unknown = match kind {
            "secret objective" => {
                Unknown::among(kind, typed, lexicon::objectives().map(|name| (name, name)))
            }
            _ => Unknown::among(kind, typed, names),
        };
        match unknown.is_slip() {
            true => Err(SituationError::at(field, Wrong::Unknown(unknown))),
            false => Ok(()),
        }
    }

    /// Splits "Bob's Ceasefire" into the issuer and the note.
    fn split_owner<'t>(&self, text: &'t str) -> Option<(Seat, &'t str)> {
        let marks = ["'s ", "’s ", "' ", "’ "];
        marks.iter().find_map(|mark| {
            let (owner, rest) = text.split_once(mark)?;
            Some((self.seat("", owner).ok()?, rest))
        })
    }
}

impl PlayerOrName {
    pub(super) fn name(&self) -> &str {
        match self {
            PlayerOrName::Name(name) => name,
            PlayerOrName::Player(player) => &player.name,
        }
    }
}

pub(super) fn unknown<'a>(
    field: &str,
    kind: &'static str,
    typed: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> SituationError {
    let names = known.map(|name| (name, name));
    SituationError::at(field, Wrong::Unknown(Unknown::among(kind, typed, names)))
}

pub(super) fn step(field: &str, typed: &str) -> Read<Step> {
    let words = typed.split([' ', '_', '-']).filter(|word| {
        !["the", "a", "an", "is", "are", "my", "your"].contains(&word.to_lowercase().as_str())
    });
    let folded = fold(&words.collect::<String>());
    let found = Step::ALL.iter().copied().find(|step| fold(step.id()) == folded);
    if let Some(step) = found {
        return Ok(step);
    }
    match synonyms(&folded) {
        Some([only]) => Ok(*only),
        Some(several) => {
            let fits = several.iter().map(|step| step.id()).collect();
            let wrong = Wrong::SeveralSteps { typed: typed.to_owned(), fits };
            Err(SituationError::at(field, wrong))
        }
        None => {
            let names = Step::ALL.iter().map(|step| (step.id(), step.id()));
            let unknown = Box::new(Unknown::among("step", typed, names));
            Err(SituationError::at(field, Wrong::Unlisted { unknown, list: "steps" }))
        }
    }
}

/// The steps that players mean by another word.
fn synonyms(folded: &str) -> Option<&'static [Step]> {
    let endings = ["step", "window", "phase"];
    let bare = endings.iter().find_map(|ending| folded.strip_suffix(ending));
    let find = |word: &str| {
        let known = SYNONYMS.iter().find(|(words, _)| words.contains(&word));
        known.map(|(_, steps)| *steps)
    };
    let found = find(folded).or_else(|| find(bare?)).or_else(|| exact(bare?));
    found.or_else(|| of_a_card(folded))
}

/// "Warfare", "the primary of Warfare", "Trade secondary".
fn of_a_card(folded: &str) -> Option<&'static [Step]> {
    use Step::*;
    let card =
        STRATEGY_CARDS.iter().map(|card| fold(card)).find(|card| folded.contains(card.as_str()))?;
    let rest = folded.replacen(&card, "", 1);
    let own: &[Step] = match card.as_str() {
        "trade" | "amicus" => &[TradeGainGoods, TradeReplenish, TradeChoosePlayers],
        "politics" => &[PoliticsChooseSpeaker, PoliticsDrawCards, PoliticsLookAtAgendas],
        _ => &[Primary],
    };
    match rest.trim_end_matches("ability").trim_end_matches("of") {
        "" | "card" | "strategycard" => Some(&[Primary, Secondary]),
        "primary" => Some(own),
        "secondary" => Some(&[Secondary]),
        _ => None,
    }
}

fn exact(word: &str) -> Option<&'static [Step]> {
    let place = Step::ALL.iter().position(|step| fold(step.id()) == word)?;
    Some(&Step::ALL[place..=place])
}

/// Words that players use, folded, and the steps that they can mean.
const SYNONYMS: &[(&[&str], &[Step])] = {
    use Step::*;
    &[
        (&["movement", "move", "moving", "fleetmovement"], &[MoveShips]),
        (
            &[
                "activate",
                "systemactivation",
                "afteractivation",
                "activatesystem",
                "activatingsystem",
            ],
            &[Activation],
        ),
        (
            &["spacecombat", "combat", "battle"],
            &[
                CombatStart,
                AntiFighterBarrage,
                AnnounceRetreats,
                CombatRoll,
                AssignHits,
                Retreat,
                CombatEnd,
            ],
        ),
        (&["combatround"], &[AnnounceRetreats, CombatRoll, AssignHits, Retreat]),
        (
            &["startofcombatround", "startofroundofcombat"],
            &[CombatStart, AnnounceRetreats, GroundCombatRoll],
        ),
        (&["endofcombatround"], &[Retreat, GroundCombatHits]),
        (&["startofspacecombat", "startofcombat"], &[CombatStart]),
        (&["endofspacecombat", "endofcombat", "aftercombat"], &[CombatEnd]),
        (&["groundcombat"], &[GroundCombatRoll, GroundCombatHits]),
        (&["afb", "barrage"], &[AntiFighterBarrage]),
        (&["spacecannon", "pds"], &[SpaceCannonOffense, SpaceCannonDefense]),
        (&["sco"], &[SpaceCannonOffense]),
        (&["scd"], &[SpaceCannonDefense]),
        (&["retreats", "announcingretreats"], &[AnnounceRetreats, Retreat]),
        (&["dice", "rolldice", "rolling"], &[CombatRoll, GroundCombatRoll]),
        (&["hits", "assigninghits"], &[AssignHits, GroundCombatHits]),
        (
            &["invasion", "invade"],
            &[
                Bombardment,
                CommitGroundForces,
                SpaceCannonDefense,
                GroundCombatRoll,
                GroundCombatHits,
                EstablishControl,
            ],
        ),
        (&["bombard"], &[Bombardment]),
        (&["landing", "land", "commit", "committing"], &[CommitGroundForces]),
        (&["control", "takecontrol", "explore", "exploration"], &[EstablishControl]),
        (&["build", "building", "produce"], &[Production]),
        (
            &["tacticalaction", "tactical"],
            &[
                Activation,
                MoveShips,
                SpaceCannonOffense,
                CombatStart,
                Bombardment,
                CommitGroundForces,
                Production,
            ],
        ),
        (&["turnstart", "beginningofturn", "startturn"], &[StartOfTurn]),
        (&["turnend", "endturn"], &[EndOfTurn]),
        (
            &["action", "turn", "actionselection"],
            &[StartOfTurn, ChooseAction, EndOfAction, EndOfTurn],
        ),
        (&["pass"], &[Passing]),
        (
            &["strategicaction", "strategycard"],
            &[Primary, TradeGainGoods, PoliticsChooseSpeaker, Secondary],
        ),
        (&["primaryability"], &[Primary]),
        (&["secondaryability", "secondaries"], &[Secondary]),
        (
            &["trade", "tradeprimary", "amicus"],
            &[TradeGainGoods, TradeReplenish, TradeChoosePlayers],
        ),
        (&["replenish", "replenishing"], &[TradeReplenish]),
        (
            &["politics", "politicsprimary"],
            &[PoliticsChooseSpeaker, PoliticsDrawCards, PoliticsLookAtAgendas],
        ),
        (&["component"], &[ComponentAction]),
        (
            &["strategy", "picks", "draft"],
            &[StartOfStrategy, ChooseStrategyCard, PlaceTradeGoods, EndOfStrategy],
        ),
        (&["strategypick", "picking", "choosingstrategycards"], &[ChooseStrategyCard]),
        (
            &["status"],
            &[
                ScoreObjectives,
                RevealObjective,
                DrawActionCards,
                RemoveTokens,
                GainTokens,
                ReadyCards,
                RepairUnits,
                ReturnStrategyCards,
            ],
        ),
        (&["scoring", "score", "startofstatus"], &[ScoreObjectives]),
        (&["startofround", "newround"], &[StartOfStrategy]),
        (&["tiebreak", "tie", "speakerdecides"], &[ResolveOutcome]),
        (&["endofstatus"], &[ReturnStrategyCards]),
        (&["redistributetokens"], &[GainTokens]),
        (
            &["agenda", "firstagenda", "secondagenda", "nextagenda"],
            &[
                RevealAgenda,
                WhenRevealed,
                AfterRevealed,
                Vote,
                AfterSpeakerVotes,
                ChangeOutcome,
                CancelAgenda,
                ResolveOutcome,
                PredictionRewards,
                ReadyPlanets,
            ],
        ),
        (&["startofagenda"], &[RevealAgenda]),
        (&["when", "whens", "agendarevealed", "whenagendarevealed"], &[WhenRevealed]),
        (&["after", "afters", "riders", "predictions", "afteragendarevealed"], &[AfterRevealed]),
        (&["voting", "votes", "election", "castvotes", "castingvotes"], &[Vote]),
        (
            &["afterspeakervoted", "aftervote", "aftervotes", "aftervoting", "afterspeakervote"],
            &[AfterSpeakerVotes],
        ),
        (&["outcome", "resolution", "resolveagenda"], &[ChangeOutcome, ResolveOutcome]),
        (&["benediction", "edict", "edicts"], &[ChooseEdict, ResolveEdict]),
    ]
};

/// One of the `known` abilities; spelling is matched loosely.
pub(super) fn ability(field: &str, typed: &str, known: &[Ability]) -> Read<Ability> {
    let folded = fold(typed);
    let named = |it: &&Ability| {
        fold(it.id()) == folded || it.row().names().any(|name| fold(name) == folded)
    };
    let names = known.iter().map(|it| it.name());
    known.iter().find(named).copied().ok_or_else(|| unknown(field, "ability", typed, names))
}
