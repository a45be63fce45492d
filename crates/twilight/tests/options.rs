//! What a player may choose from, checked against commands that are made up from the view alone: whatever is on
//! the list is accepted, and whatever of these kinds is accepted is on the list. Nothing on it is made up.

use std::collections::{BTreeMap, BTreeSet};

use parley::contract::Subject as _;
use parley::{Audience, Chance, Game as _, OfferRef, Options as _, Seat, Seed, Table};
use serde_json::{Value, json};
use twilight::ability::Ability;
use twilight::ability::faction::Faction;
use twilight::ability::note::NoteKind;
use twilight::desk::command::{Entry, Invocation, Loot, Presence};
use twilight::desk::effect::{Effect, Hand};
use twilight::desk::setup::{Setup, Sitting};
use twilight::galaxy::Galaxy;
use twilight::table::goods::Fragments;
use twilight::table::hand::Note;
use twilight::{Bundle, Command, Game, Moment, Step, View};

fn ability(id: &str) -> Ability {
    Ability::find(id).expect("an ability")
}

fn effect(id: &str, mut fields: Value) -> Effect {
    fields["effect"] = json!(id);
    serde_json::from_value(fields).expect("an effect")
}

fn setup(factions: &[&str]) -> Setup {
    let sit = |faction: &&str| {
        let faction = Faction::find(faction).expect("a faction");
        let cards = [
            "Black Market Dealings",
            "Lie in Wait",
            "Salvage",
            "Diplomatic Pressure",
            "Seize Artifact",
        ];
        Sitting {
            abilities: faction.abilities().to_vec(),
            trade_goods: 4,
            resources: 5,
            influence: 5,
            action_cards: cards.map(str::to_owned).to_vec(),
            ..Sitting::new(faction.id(), faction)
        }
    };
    let mut setup = Setup::standard(factions.iter().map(sit).collect());
    let count = factions.len() as u8;
    setup.neighbours = (0..count).map(|seat| (Seat(seat), Seat((seat + 1) % count))).collect();
    setup.desk = true;
    setup.agendas = true;
    setup
}

/// Every command of the kinds that are listed in full, in place or out of it.
fn made_up(view: &View, seat: Seat) -> Vec<(&'static str, Command)> {
    let own = view.own.as_ref().expect("a seat at the table");
    let seats = || Seat::all(view.players.len() + 1);
    let mut all: Vec<(&'static str, Command)> = Vec::new();
    all.extend(Step::ALL.iter().map(|to| ("advance", Command::Advance { to: *to })));
    for from in seats() {
        for number in 0..6 {
            let offer = OfferRef { from, number };
            all.extend([
                ("answer", Command::Accept { offer }),
                ("answer", Command::Decline { offer }),
            ]);
        }
        all.push(("withdraw", Command::Withdraw { to: from }));
        all.push(("waive", Command::Waive { from }));
        let loots = [Some(Loot::TradeGood), Some(Loot::Commodity), None];
        all.extend(loots.map(|takes| ("pillage", Command::Pillage { victim: from, takes })));
        let powers = [
            Invocation::BlackMarketDealings,
            Invocation::Ability(ability("temporal-command-suite")),
            Invocation::Ability(ability("deepgloom-executable")),
            Invocation::Ability(ability("carth")),
        ];
        all.extend(powers.map(|power| ("invoke", Command::Invoke { with: from, power })));
        let known =
            ["Salvage", "Lie in Wait", "Sabotage", "Black Market Dealings", "Card 1", "Card 2"];
        let take = |card: &str| Command::Take { from, card: card.to_owned() };
        all.extend(known.map(|card| ("take", take(card))));
    }
    let strange = NoteKind::all().map(|kind| Note { issuer: seat, kind });
    let notes: Vec<Note> = own.notes.iter().copied().chain(strange).collect();
    all.extend(notes.iter().map(|note| ("note", Command::PlayNote { note: *note })));
    let cards = own.action_cards.iter().flatten().cloned().chain(["Nothing".to_owned()]);
    all.extend(cards.map(|card| ("discard", Command::Book { entry: Entry::Discard { card } })));
    all.extend(view.owed.iter().map(|it| ("release", Command::Release { promise: it.promise.id })));
    let effects = effects(view, &notes).into_iter();
    all.extend(effects.map(|effect| (effect.power(), Command::Use { effect })));
    for (to, _) in view.demands.iter().filter(|(_, from)| *from == seat) {
        let goods = notes.iter().map(|note| Bundle::note(*note));
        all.extend(goods.map(|goods| ("yield", Command::Give { to: *to, goods })));
    }
    all
}

fn effects(view: &View, notes: &[Note]) -> Vec<Effect> {
    let seats = || Seat::all(view.players.len() + 1);
    let mut all = vec![
        effect("carth_gains", json!({})),
        effect("voidwatch", json!({})),
        effect("the_oracle", json!({})),
        effect("visionaria_select", json!({})),
        effect("so_ata", json!({ "hand": Hand::Notes })),
        effect("so_ata", json!({ "hand": Hand::ActionCards })),
        effect("so_ata", json!({ "hand": Hand::Secrets })),
    ];
    all.extend(notes.iter().map(|note| effect("mindsieve", json!({ "note": *note }))));
    all.extend(notes.iter().map(|note| effect("research", json!({ "note": *note }))));
    for it in seats() {
        all.extend([
            effect("carth_replenishes", json!({ "of": it })),
            effect("xander_alexin_victori", json!({ "of": it })),
            effect("sula_mentarion", json!({ "from": it })),
            effect("quantum_datahub_node", json!({ "with": it })),
            effect("maban", json!({ "at": it })),
            effect("malevolency", json!({ "to": it })),
            effect("salvage", json!({ "from": it })),
            effect("diplomatic_pressure", json!({ "from": it })),
            effect(
                "seize_artifact",
                json!({ "from": it, "fragment": Fragments { cultural: 1, ..Fragments::NONE } }),
            ),
            effect(
                "seize_artifact",
                json!({ "from": it, "fragment": Fragments { cultural: 2, ..Fragments::NONE } }),
            ),
        ]);
        let units = ["fighter", "mech", "cruiser", "war sun", "palace"].map(str::to_owned);
        all.extend(
            units.map(|unit| effect("the_stillness_of_stars", json!({ "of": it, "unit": unit }))),
        );
        all.extend(seats().map(|other| effect("lie_in_wait", json!({ "of": (it, other) }))));
    }
    all
}

/// Checks every seat, and counts what was accepted of each kind.
fn check(game: &Game, accepted: &mut BTreeMap<&'static str, u32>) {
    for seat in game.seats() {
        let options = game.options(seat);
        for command in &options.commands {
            assert!(game.decide(seat, command, &mut Vec::new()).is_ok(), "{seat}: {command:?}");
        }
        for (kind, command) in made_up(&game.view(Audience::Seat(seat)), seat) {
            let decided = game.decide(seat, &command, &mut Vec::new());
            let listed = options.commands.contains(&command);
            assert_eq!(decided.is_ok(), listed, "{seat}: {command:?}, {decided:?}");
            assert_eq!(options.contains(&command), listed, "{seat}: {command:?}");
            *accepted.entry(kind).or_default() += u32::from(listed);
        }
    }
}

/// A moment at which some ability or other may be used, with anybody's turn.
fn jump(game: &Game, chance: &mut Chance) -> Command {
    let any = |chance: &mut Chance| Seat(chance.index(game.seats().len()) as u8);
    let (active, asked) = (any(chance), any(chance));
    let turn = [
        Step::CombatEnd,
        Step::MoveShips,
        Step::ComponentAction,
        Step::Activation,
        Step::EndOfAction,
    ];
    let moment = match chance.below(10) {
        at @ 0..5 => Moment::turn(active, turn[at as usize]),
        5 => Moment::of(Step::EndOfStrategy),
        6 => Moment::of(Step::ReturnStrategyCards),
        7 => Moment::of(Step::WhenRevealed),
        8 => Moment::of(Step::ReadyCards),
        _ if active != asked => Moment::turn(active, Step::Secondary).asking(asked),
        _ => Moment::turn(active, Step::TradeReplenish),
    };
    Command::SetMoment { moment }
}

/// A command that somebody may give: often one of those on the list that are rare.
fn choose(game: &Game, chance: &mut Chance) -> Option<(Seat, Command)> {
    let awaited = game.awaiting();
    let any = Seat(chance.index(game.seats().len()) as u8);
    let seat = if chance.one_in(3) { any } else { awaited.nth(chance.index(awaited.len()))? };
    let commands = game.options(seat).commands;
    let is_effect =
        |it: &&Command| matches!(it, Command::Use { effect } if json!(effect)["effect"] != "maban");
    let is_plain = |it: &&Command| !matches!(it, Command::Book { .. } | Command::SetMoment { .. });
    let effects: Vec<&Command> = commands.iter().filter(is_effect).collect();
    if !effects.is_empty() && chance.one_in(3) {
        return Some((seat, effects[chance.index(effects.len())].clone()));
    }
    let pointed: Vec<&Command> = commands.iter().filter(is_plain).collect();
    if !pointed.is_empty() && chance.one_in(2) {
        return Some((seat, pointed[chance.index(pointed.len())].clone()));
    }
    Some((seat, game.choice(seat, chance)?))
}

#[test]
fn what_is_listed_is_accepted_and_what_is_accepted_is_listed() {
    let tables: [&[&str]; 4] = [
        &["Hacan", "Mentak", "Nomad"],
        &["Naalu", "Cabal", "Keleres"],
        &["Empyrean", "Deepwrought", "Yssaril"],
        &["Obsidian", "Mentak", "Hacan"],
    ];
    let mut accepted = BTreeMap::new();
    for (number, factions) in tables.into_iter().enumerate() {
        let seed = Seed::numbered(number as u64, 10);
        let mut chance = seed.stream(1);
        let mut table: Table<Game> = Table::open(&setup(factions), seed).expect("a table");
        for _ in 0..500 {
            check(table.game(), &mut accepted);
            if chance.one_in(5) {
                // Refused while something is owed or demanded; then the table goes on from where it is.
                let _ = table.act(Seat(0), &jump(table.game(), &mut chance));
            }
            if let Some((seat, command)) = choose(table.game(), &mut chance) {
                table.act(seat, &command).expect("what is chosen is accepted");
            }
        }
    }
    let never: Vec<_> = accepted.iter().filter(|(_, count)| **count == 0).collect();
    assert!(never.is_empty(), "{accepted:?}");
}

/// Every text in a document, names of fields aside.
fn texts(value: &Value, all: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => drop(all.insert(text.clone())),
        Value::Array(items) => items.iter().for_each(|item| texts(item, all)),
        Value::Object(fields) => fields.values().for_each(|field| texts(field, all)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// What the printed game has a name for, as far as commands go: steps, abilities, notes, laws, units.
fn printed() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    texts(schemars::schema_for!(Command).as_value(), &mut all);
    let units = [
        "fighter",
        "infantry",
        "destroyer",
        "cruiser",
        "carrier",
        "dreadnought",
        "flagship",
        "war sun",
        "mech",
        "pds",
        "space dock",
    ];
    all.extend(units.map(str::to_owned));
    all
}

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("plain data")
}

#[test]
fn nothing_that_is_listed_is_made_up() {
    let printed = printed();
    let mut listed = 0;
    for (number, map) in [false, true].into_iter().enumerate() {
        let seed = Seed::numbered(number as u64, 11);
        let mut chance = seed.stream(1);
        let mut setup = setup(&["Hacan", "Sol", "Deepwrought"]);
        if map {
            setup.galaxy = Galaxy::from_map_string("26 25 39 40 19 20").map(Box::new).ok();
        }
        let mut table: Table<Game> = Table::open(&setup, seed).expect("a table");
        for _ in 0..400 {
            for seat in table.game().seats() {
                let mut known = printed.clone();
                texts(&json(&table.game().view(Audience::Seat(seat))), &mut known);
                for command in table.game().options(seat).commands {
                    let mut named = BTreeSet::new();
                    texts(&json(&command), &mut named);
                    let strange: Vec<_> = named.difference(&known).collect();
                    assert!(strange.is_empty(), "{seat} is sent {strange:?} in {command:?}");
                    listed += 1;
                }
            }
            let _ = table.act(Seat(0), &jump(table.game(), &mut chance));
            if let Some((seat, command)) = choose(table.game(), &mut chance) {
                table.act(seat, &command).expect("what is chosen is accepted");
            }
        }
    }
    assert!(listed > 10_000, "{listed}");
}

fn at(moment: Moment) -> Table<Game> {
    let mut setup = setup(&["Hacan", "Sol", "Saar"]);
    setup.galaxy = Galaxy::from_map_string("1 19 -1 -1 -1 -1").map(Box::new).ok();
    let mut table: Table<Game> = Table::open(&setup, Seed::numbered(1, 12)).expect("a table");
    table.act(Seat(0), &Command::SetMoment { moment }).expect("a desk");
    table
}

/// The entries that are listed for a seat, cards of its hand aside.
fn entries(table: &Table<Game>, seat: Seat) -> Vec<Entry> {
    let commands = table.game().options(seat).commands.into_iter();
    let entries = commands.filter_map(|command| match command {
        Command::Book { entry } => Some(entry),
        _ => None,
    });
    entries.filter(|entry| !matches!(entry, Entry::Discard { .. })).collect()
}

#[test]
fn the_step_says_which_entries_are_listed() {
    let (ann, bob) = (Seat(0), Seat(1));
    let nothing: [Entry; 0] = [];
    assert_eq!(entries(&at(Moment::turn(ann, Step::StartOfTurn)), ann), nothing);
    let trade = at(Moment::turn(ann, Step::TradeGainGoods));
    assert_eq!(entries(&trade, ann), [Entry::GainGoods { count: 3 }]);
    assert_eq!(entries(&trade, bob), nothing);
    let replenish = at(Moment::turn(ann, Step::TradeReplenish));
    assert_eq!(entries(&replenish, ann), [Entry::Replenish]);
    assert_eq!(entries(&replenish, bob), nothing);
    assert_eq!(entries(&at(Moment::turn(ann, Step::TradeChoosePlayers)), bob), [Entry::Replenish]);
    let secondary = at(Moment::turn(ann, Step::Secondary).asking(bob));
    assert_eq!(entries(&secondary, bob), [Entry::Replenish]);
}

#[test]
fn scoring_lists_ones_own_secrets_and_the_next_point() {
    let ann = Seat(0);
    let mut table = at(Moment::of(Step::ScoreObjectives));
    let card = || "Spark a Rebellion".to_owned();
    let draw = Command::Book { entry: Entry::DrawSecret { card: card() } };
    table.act(ann, &draw).expect("anybody may draw");
    let listed = entries(&table, ann);
    for entry in [Entry::ScoreSecret { card: card() }, Entry::Points { points: 1 }] {
        assert!(listed.contains(&entry), "{listed:?}");
    }
    let others = entries(&table, Seat(1));
    assert_eq!(others, [Entry::Points { points: 1 }]);
}

#[test]
fn strategy_cards_are_listed_by_number_and_the_lower_one_counts() {
    let ann = Seat(0);
    let initiative = |number, strategy_cards| Entry::Initiative { number, strategy_cards };
    let mut table = at(Moment::of(Step::ChooseStrategyCard).asking(ann));
    assert_eq!(entries(&table, ann), [1, 2, 3, 4, 5, 6, 7, 8].map(|number| initiative(number, 1)));
    assert_eq!(entries(&table, Seat(1)), []);
    table.act(ann, &Command::Book { entry: initiative(3, 1) }).expect("it is listed");
    assert_eq!(entries(&table, ann), [1, 2, 3].map(|number| initiative(number, 2)));
}

#[test]
fn planets_are_readied_as_they_are_printed() {
    let mut table = at(Moment::of(Step::ReadyPlanets));
    assert_eq!(entries(&table, Seat(0)), [Entry::Ready { resources: 0, influence: 0 }]);
    let take = Command::Board { change: Presence::Take("Wellon".to_owned()) };
    table.act(Seat(0), &take).expect("it is on the map");
    assert_eq!(entries(&table, Seat(0)), [Entry::Ready { resources: 1, influence: 2 }]);
}
