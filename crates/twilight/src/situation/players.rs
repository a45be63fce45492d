//! Players and their holdings, checked: nothing negative, nothing above its cap, no note in two places.

use parley::{Seat, SeatSet};

use super::Read;
use super::error::{SituationError, Wrong};
use super::format::*;
use super::names::{self, Names};
use super::pack::{Pack, PackFaction};
use crate::ability::Ability;
use crate::ability::faction::Faction;
use crate::ability::note::{NoteKind, Rest, starting_notes};
use crate::ability::power::{self, Power};
use crate::ability::row::Kind;
use crate::ability::traits::{Trait, Traits};
use crate::similar::{Unknown, fold};
use crate::table::goods::{Captive, Fragments};
use crate::table::hand::{Notes, Place};
use crate::table::player::{MOST_ACTION_CARDS, Planet, Player, Technology, relic_name};

/// The default player: no relevant ability, a commodity value of 4.
const ANY_FACTION: &str = "sol";
const MOST: i64 = 10_000;

/// The players, where every note is, and what is not part of a player.
pub(super) struct Roster {
    pub players: Vec<Player>,
    pub notes: Notes,
    /// Whether the player has a faction of the game, and so its home system and notes.
    pub settled: Vec<bool>,
    /// The homebrew faction or king of each player.
    pub brewed: Vec<Option<PackFaction>>,
    /// Players whose trade goods are stated.
    pub goods_stated: SeatSet,
    /// Players who are said to have no unused strategy card.
    pub played_out: SeatSet,
}

pub(super) fn read(
    names: &Names<'_>,
    specs: &[PlayerOrName],
    packs: &[Pack],
    uncapped: bool,
) -> Read<Roster> {
    let mut players = Vec::new();
    let mut full = Vec::new();
    let mut brewed = Vec::new();
    for (index, spec) in specs.iter().enumerate() {
        let bare = PlayerSpec { name: spec.name().to_owned(), ..PlayerSpec::default() };
        let spec = match spec {
            PlayerOrName::Name(_) => bare,
            PlayerOrName::Player(player) => (**player).clone(),
        };
        let of_pack = spec.faction.as_deref().and_then(|it| of_pack(packs, it));
        let allowed = Allowed { uncapped, brewed: of_pack, packs };
        players.push(player(names, &format!("players[{index}]"), index, &spec, &allowed)?);
        brewed.push(of_pack.cloned());
        full.push(spec);
    }
    let settled = |(spec, brew): (&PlayerSpec, &Option<PackFaction>)| {
        spec.faction.is_some() && brew.is_none()
    };
    let settled: Vec<bool> = full.iter().zip(&brewed).map(settled).collect();
    let issues = Issues { settled: &settled, brewed: &brewed, packs };
    let notes = deal_notes(names, &full, &players, &issues)?;
    for (seat, player) in Seat::all(full.len()).zip(&mut players) {
        player.notes_in_hand = notes.in_hand(seat).count() as u8;
    }
    let stated = Seat::all(full.len()).zip(&full).filter(|(_, spec)| spec.trade_goods.is_some());
    let goods_stated = stated.map(|(seat, _)| seat).collect();
    let idle = Seat::all(full.len()).zip(&full).filter(|(_, it)| it.strategy_cards == Some(0));
    let played_out = idle.map(|(seat, _)| seat).collect();
    Ok(Roster { players, notes, settled, brewed, goods_stated, played_out })
}

/// The homebrew faction of that name. The kings of Twilight's Fall are such factions too.
fn of_pack<'a>(packs: &'a [Pack], typed: &str) -> Option<&'a PackFaction> {
    if Faction::find(typed).is_ok() {
        return None;
    }
    packs.iter().find_map(|pack| pack.faction(typed))
}

/// What depends on the faction and the events in force.
struct Allowed<'a> {
    uncapped: bool,
    brewed: Option<&'a PackFaction>,
    packs: &'a [Pack],
}

/// The nearest names among the factions of the game, the kings and the packs.
fn unknown_faction(field: &str, unknown: Unknown, packs: &[Pack]) -> SituationError {
    let brewed = packs.iter().flat_map(|pack| &pack.factions);
    let brewed = brewed.flat_map(|it| {
        let also = it.also.iter().map(|name| (name.as_str(), it.name.as_str()));
        [(it.name.as_str(), it.name.as_str())].into_iter().chain(also)
    });
    let more = Unknown::among("faction", &unknown.typed, brewed);
    let similar = if more.is_slip() { more.similar } else { unknown.similar };
    let unknown = Box::new(Unknown { similar, known: Vec::new(), ..unknown });
    SituationError::at(field, Wrong::Unlisted { unknown, list: "factions" })
}

/// Who issues which notes.
struct Issues<'a> {
    settled: &'a [bool],
    brewed: &'a [Option<PackFaction>],
    packs: &'a [Pack],
}

impl Issues<'_> {
    fn allow(&self, issuer: Seat, player: &Player, kind: NoteKind) -> bool {
        let at = issuer.index();
        match (kind.homebrew(), self.brewed[at].as_ref()) {
            (Some(place), Some(brew)) => {
                let note = self.packs.iter().flat_map(|it| &it.notes).nth(place);
                note.is_some_and(|note| fold(&note.faction) == fold(&brew.name))
            }
            (Some(_), None) => false,
            (None, _) if !self.settled[at] => kind.is_generic(),
            (None, _) => kind.is_issued_by(player.faction),
        }
    }

    fn of(&self, issuer: Seat, player: &Player) -> Vec<NoteKind> {
        let brewed = self.packs.iter().flat_map(|it| &it.notes).count();
        let official = starting_notes(player.faction, true);
        let all = official.into_iter().chain((0..brewed).map(NoteKind::of_pack));
        all.filter(|kind| self.allow(issuer, player, *kind)).collect()
    }
}

pub(super) fn count(field: String, number: i64) -> Read<u16> {
    match number {
        ..0 => Err(SituationError::at(field, Wrong::Negative(number))),
        MOST.. => Err(SituationError::at(field, Wrong::TooMany(number))),
        _ => Ok(number as u16),
    }
}

pub(super) fn fragments(field: &str, spec: FragmentsSpec) -> Read<Fragments> {
    let kind = |name: &str, number| count(format!("{field}.fragments.{name}"), number);
    Ok(Fragments {
        cultural: kind("cultural", spec.cultural)?,
        hazardous: kind("hazardous", spec.hazardous)?,
        industrial: kind("industrial", spec.industrial)?,
        unknown: kind("unknown", spec.unknown)?,
    })
}

pub(super) fn captive(names: &Names<'_>, field: &str, spec: &CaptiveSpec) -> Read<Captive> {
    let owner = names.seat(&format!("{field}.of"), &spec.of)?;
    Ok(Captive { owner, unit: spec.unit.trim().to_lowercase() })
}

fn player(
    names: &Names<'_>,
    field: &str,
    index: usize,
    spec: &PlayerSpec,
    allowed: &Allowed<'_>,
) -> Read<Player> {
    let number = |name: &str, value| count(format!("{field}.{name}"), value);
    let typed = spec.faction.as_deref().filter(|_| allowed.brewed.is_none());
    let faction = Faction::find(typed.unwrap_or(ANY_FACTION))
        .map_err(|unknown| unknown_faction(&format!("{field}.faction"), unknown, allowed.packs))?;
    let scope = typed.map(|_| faction);
    let (mut gained, powers) = abilities(&format!("{field}.abilities"), scope, &spec.abilities)?;
    let agents = faction.agents().filter(|it| !gained.contains(it) && scope.is_some());
    let agents: Vec<Ability> = agents.collect();
    gained.extend(agents);
    let (exhausted, spent) = abilities(&format!("{field}.exhausted"), scope, &spec.exhausted)?;
    let unlimited = scope.is_some_and(|it| it.can(Trait::HasNoHandLimit));
    if spec.action_cards.len() > MOST_ACTION_CARDS && !unlimited {
        let wrong = Wrong::HandLimit(spec.action_cards.len());
        return Err(SituationError::at(format!("{field}.action_cards"), wrong));
    }
    check_components(names, field, spec)?;
    let captives = spec
        .captured
        .iter()
        .enumerate()
        .map(|(at, spec)| captive(names, &format!("{field}.captured[{at}]"), spec));
    let mut player = Player {
        gained,
        exhausted,
        powers,
        spent,
        strategy_tokens: spec
            .strategy_tokens
            .map(|tokens| number("strategy_tokens", tokens))
            .transpose()?,
        homebrew: allowed.brewed.map_or(Traits::NONE, PackFaction::traits),
        spends_commodities: spec.spends_commodities,
        trade_goods: number("trade_goods", spec.trade_goods.unwrap_or(0))?,
        commodities: number("commodities", spec.commodities)?,
        fragments: fragments(field, spec.fragments)?,
        action_cards: spec.action_cards.iter().cloned().map(Some).collect(),
        secrets: spec.secrets.iter().cloned().map(Some).collect(),
        captives: captives.collect::<Read<_>>()?,
        planets: spec.planets.iter().map(planet).collect(),
        relics: spec.relics.iter().map(|name| relic_name(name)).collect(),
        technologies: spec.technologies.iter().map(technology).collect(),
        stations: number("space_stations", spec.space_stations)?,
        resources: number("resources", spec.resources)?,
        influence: number("influence", spec.influence)?,
        victory_points: number("victory_points", spec.victory_points)?.min(255) as u8,
        initiative: number("initiative", spec.initiative.unwrap_or(index as i64 + 1))?.min(255)
            as u8,
        strategy_cards: number("strategy_cards", spec.strategy_cards.unwrap_or(0))?.min(255) as u8,
        passed: spec.passed,
        silenced: spec.silenced,
        eliminated: spec.eliminated,
        ..Player::new(spec.name.trim(), faction)
    };
    if let Some(brew) = allowed.brewed {
        player.value_change = brew.commodities as i16 - i16::from(faction.spec().commodities);
    }
    if let Some(value) = spec.commodity_value {
        let value = number("commodity_value", value)?;
        player.value_change += value as i16 - player.commodity_value() as i16;
    }
    let (has, value) = (player.commodities, player.commodity_value());
    if has > value && !allowed.uncapped {
        let wrong = Wrong::OverCap { has, value };
        return Err(SituationError::at(format!("{field}.commodities"), wrong));
    }
    Ok(player)
}

/// Abilities that the desk knows, and others by their names. A player of a faction has those of the faction and those that
/// can be lent; a king, a homebrew faction or a player without a faction can have any.
fn abilities(
    field: &str,
    scope: Option<Faction>,
    typed: &[String],
) -> Read<(Vec<Ability>, Vec<String>)> {
    let allowed = |it: &Ability| match scope {
        Some(faction) => faction.has(*it) || it.can_be_lent(),
        None => true,
    };
    let own = scope.into_iter().flat_map(Faction::abilities).copied();
    let rest = Ability::all().filter(|it| allowed(it) && !scope.is_some_and(|of| of.has(*it)));
    let known: Vec<Ability> = own.chain(rest).collect();
    let (mut abilities, mut powers) = (Vec::new(), Vec::new());
    for (at, name) in typed.iter().enumerate() {
        let field = format!("{field}[{at}]");
        let lent = |power: &Power| match (power.faction, scope) {
            (Some(of), Some(own)) => of == own || power.kind != Kind::Sheet,
            _ => true,
        };
        match (names::ability(&field, name, &known), power::find(name)) {
            (Ok(ability), _) => abilities.push(ability),
            (Err(_), Some(power)) if lent(power) && !power.of_desk => {
                powers.push(power.name.to_owned());
            }
            (Err(_), Some(power)) => return Err(not_theirs(field, power, scope)),
            (Err(_), None) => {
                let unknown = power::known("ability", name, |it| it.kind != Kind::ActionCard);
                let unknown = unknown.expect_err("nothing has that name");
                let wrong = Wrong::Unlisted { unknown: Box::new(unknown), list: "abilities" };
                return Err(SituationError::at(field, wrong));
            }
        }
    }
    Ok((abilities, powers))
}

fn not_theirs(field: String, power: &Power, scope: Option<Faction>) -> SituationError {
    let wrong = match (power.faction, scope) {
        (Some(faction), Some(plays)) => Wrong::AnotherFactions {
            what: power.name.to_owned(),
            faction: faction.to_string(),
            plays: plays.to_string(),
        },
        _ => Wrong::NotAnAbility(power.name.to_owned()),
    };
    SituationError::at(field, wrong)
}

/// Cards, relics, objectives and technologies are spelled as the game spells them, or are homebrew.
fn check_components(names: &Names<'_>, field: &str, spec: &PlayerSpec) -> Read<()> {
    let lists = [
        ("action_cards", "action card", &spec.action_cards),
        ("relics", "relic", &spec.relics),
        ("secrets", "secret objective", &spec.secrets),
    ];
    for (list, kind, typed) in lists {
        for (at, name) in typed.iter().enumerate() {
            names.component(&format!("{field}.{list}[{at}]"), kind, name)?;
        }
    }
    for (at, technology) in spec.technologies.iter().enumerate() {
        let (TechnologySpec::Name(name) | TechnologySpec::Full { name, .. }) = technology;
        names.component(&format!("{field}.technologies[{at}]"), "technology", name)?;
    }
    Ok(())
}

fn planet(spec: &PlanetSpec) -> Planet {
    match spec {
        PlanetSpec::Name(name) => Planet {
            name: name.clone(),
            demilitarized: false,
            pride_of_kenara: false,
            coexisting: false,
        },
        PlanetSpec::Full { name, demilitarized_zone, pride_of_kenara, coexisting } => Planet {
            name: name.clone(),
            demilitarized: *demilitarized_zone,
            pride_of_kenara: *pride_of_kenara,
            coexisting: *coexisting,
        },
    }
}

fn technology(spec: &TechnologySpec) -> Technology {
    match spec {
        TechnologySpec::Name(name) => {
            let of_faction = power::find(name).is_some_and(|it| it.faction.is_some());
            Technology { name: name.clone(), of_faction }
        }
        TechnologySpec::Full { name, faction } => {
            Technology { name: name.clone(), of_faction: *faction }
        }
    }
}

/// Every player holds their own notes, except for those that the situation puts elsewhere.
fn deal_notes(
    names: &Names<'_>,
    specs: &[PlayerSpec],
    players: &[Player],
    issues: &Issues<'_>,
) -> Read<Notes> {
    let mut notes = Notes::default();
    for (holder, spec) in Seat::all(specs.len()).zip(specs) {
        let hand = spec.notes.iter().enumerate().map(|(at, note)| ("notes", at, note));
        let play = spec.in_play.iter().enumerate().map(|(at, note)| ("in_play", at, note));
        for (list, at, typed) in hand.chain(play) {
            let field = format!("players[{}].{list}[{at}]", holder.index());
            let note = names.note(&field, typed, None)?;
            let issuer = &players[note.issuer.index()];
            let wrong = match notes.place(note) {
                _ if note.issuer == holder => Some(Wrong::OwnNote(note.kind.to_string())),
                Some(_) => Some(Wrong::NoteTwice(format!("{}'s {}", issuer.name, note.kind))),
                None if !issues.allow(note.issuer, issuer, note.kind) => Some(Wrong::NotIssued {
                    note: note.kind.to_string(),
                    issuer: issuer.name.clone(),
                }),
                None if list == "notes" && goes_to_play(note.kind) => {
                    Some(Wrong::NeverInHand(note.kind.to_string()))
                }
                None => None,
            };
            if let Some(wrong) = wrong {
                return Err(SituationError::at(field, wrong));
            }
            let in_hand = list == "notes";
            notes.put(note, if in_hand { Place::Hand(holder) } else { Place::Play(holder) });
        }
    }
    for (issuer, player) in Seat::all(players.len()).zip(players) {
        for kind in issues.of(issuer, player) {
            let note = crate::table::hand::Note { issuer, kind };
            if notes.place(note).is_none() {
                notes.put(note, if player.eliminated { Place::Gone } else { Place::Hand(issuer) });
            }
        }
    }
    Ok(notes)
}

fn goes_to_play(kind: NoteKind) -> bool {
    kind.spec().rests == Rest::PlayAreaOnReceipt
}
