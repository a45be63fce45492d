//! Entries, acts, the moment and the map.

use super::*;

#[test]
fn entries() {
    let fragments = Fragments { cultural: 2, unknown: 1, ..Fragments::NONE };
    let captive = Captive { owner: BOB, unit: "cruiser".into() };
    let planet = |demilitarized, pride_of_kenara| Entry::HoldPlanet {
        planet: Planet { name: "Wellon".into(), demilitarized, pride_of_kenara, coexisting: false },
    };
    for (entry, words) in [
        (Entry::GainGoods { count: 1 }, "gains 1 trade good"),
        (Entry::SpendGoods { count: 2 }, "spends 2 trade goods"),
        (Entry::GainCommodities { count: 2 }, "gains 2 commodities"),
        (Entry::Replenish, "replenishes commodities TI-33"),
        (Entry::Convert { count: 1 }, "turns 1 commodity into trade goods"),
        (Entry::GainFragments { fragments }, "gains 2 cultural fragments, 1 unknown fragment"),
        (Entry::PurgeFragments { fragments }, "purges 2 cultural fragments, 1 unknown fragment"),
        (
            Entry::MakeRelic { fragments, relic: "The Codex".into() },
            "purges 2 cultural fragments, 1 unknown fragment for The Codex",
        ),
        (Entry::GainAbility { ability: ability("maban") }, "has M'aban in use now"),
        (Entry::LoseAbility { ability: ability("maban") }, "loses M'aban"),
        (Entry::Draw { card: "Sabotage".into() }, "draws the action card Sabotage"),
        (Entry::Discard { card: "Sabotage".into() }, "discards Sabotage"),
        (Entry::Ready { resources: 1, influence: 4 }, "has 1 resource and 4 influence ready"),
        (Entry::Points { points: 4 }, "has 4 victory points"),
        (
            Entry::Initiative { number: 5, strategy_cards: 1 },
            "has initiative 5 and 1 strategy card to use",
        ),
        (Entry::GainRelic { relic: "The Obsidian".into() }, "gains the relic The Obsidian"),
        (Entry::LoseRelic { relic: "The Obsidian".into() }, "loses the relic The Obsidian"),
        (Entry::Capture { captive: captive.clone() }, "captures a cruiser of Bob's"),
        (Entry::FreeCaptive { captive }, "lets a captured cruiser of Bob's go"),
        (
            Entry::GainTechnology {
                technology: Technology { name: "Neural Motivator".into(), of_faction: false },
            },
            "researches Neural Motivator",
        ),
        (
            Entry::LoseTechnology { name: "Neural Motivator".into() },
            "loses the technology Neural Motivator",
        ),
        (
            Entry::DrawSecret { card: "Spark a Rebellion".into() },
            "draws the secret objective Spark a Rebellion",
        ),
        (
            Entry::ReturnSecret { card: "Spark a Rebellion".into() },
            "puts the secret objective Spark a Rebellion back unseen",
        ),
        (
            Entry::ScoreSecret { card: "Spark a Rebellion".into() },
            "scores the secret objective Spark a Rebellion",
        ),
        (Entry::Stations { count: 1 }, "controls 1 space station"),
        (planet(false, false), "controls Wellon"),
        (planet(true, false), "controls Wellon, a Demilitarized Zone"),
        (planet(false, true), "controls Wellon with Pride of Kenara on it"),
        (Entry::LosePlanet { name: "Wellon".into() }, "loses control of Wellon"),
    ] {
        reads(
            Event::Booked { seat: ANN, entry },
            JournalCategory::Holdings,
            &format!("Ann {words}."),
        );
    }
}

#[test]
fn the_moment() {
    let moment = JournalCategory::Moment;
    let turn = Moment::turn(ANN, Step::Production);
    let (turned, rounded) = (
        Fresh { turn: true, phase: true, ..Fresh::default() },
        Fresh { round: true, ..Fresh::default() },
    );
    let (phased, agenda) =
        (Fresh { phase: true, ..Fresh::default() }, Fresh { agenda: true, ..Fresh::default() });
    for (at, fresh, words) in [
        (turn, Fresh::default(), "Ann's turn comes to production."),
        (Moment::turn(ANN, Step::StartOfTurn), turned, "Ann's turn begins: the start of the turn."),
        (
            Moment::of(Step::StartOfStrategy),
            rounded,
            "A new round begins: the start of the strategy phase.",
        ),
        (
            Moment::of(Step::ScoreObjectives),
            phased,
            "The status phase begins: the scoring of objectives.",
        ),
        (Moment::of(Step::RevealAgenda), agenda, "A new agenda: the reveal of an agenda."),
        (
            Moment::of(Step::Vote).asking(BOB),
            Fresh::default(),
            "The table comes to the vote; Bob decides.",
        ),
    ] {
        reads(Event::Moved { moment: at, fresh }, moment, words);
    }
    let seat = ANN;
    reads(Event::Passed { seat }, moment, "Ann passes and takes no further turn in this phase.");
    reads(Event::StrategyCardUsed { seat }, moment, "Ann uses a strategy card.");
    reads(
        Event::Silenced { seat },
        moment,
        "Ann is barred from voting, action cards and faction abilities until this agenda is over.",
    );
    reads(Event::SpeakerMoved { to: BOB }, moment, "Bob is the speaker now.");
    reads(Event::Left { seat }, moment, "Ann leaves the game, and notes go back TI-64.");
    for (begins, words) in [(true, "is in force now"), (false, "is no longer in force")] {
        for (condition, name) in Condition::ALL.into_iter().zip([
            "Age of Commerce",
            "Hidden Agenda",
            "Minister of Commerce",
            "The agenda phase",
            "Wormhole Reconstruction",
            "Lost Star Chart",
            "Lazax Gate Folding",
            "I.I.H.Q. Modernization",
        ]) {
            let event = Event::Declared { by: ANN, condition, begins };
            reads(event, moment, &format!("Ann declares: {name} {words}."));
        }
    }
}

#[test]
fn deeds() {
    let goods =
        Bundle { fragments: Fragments { hazardous: 1, ..Fragments::NONE }, ..Bundle::default() };
    let system = || "Wellon".to_owned();
    for (act, words) in [
        (Act::Transfer { goods: goods.clone() }, "gives 1 hazardous fragment"),
        (Act::PayBack { goods }, "pays back 1 hazardous fragment"),
        (Act::Produce { unit: "dreadnought".into(), cost: 4 }, "produces dreadnought (cost 4)"),
        (Act::Vote { outcome: "against".into(), votes: 0 }, "votes against"),
        (Act::Abstain, "abstains"),
        (Act::Use { power: "Bombardment".into(), at: None }, "uses Bombardment"),
        (Act::Refrain { power: "Bombardment".into(), at: None }, "does not use Bombardment"),
        (Act::UseNote { note: ceasefire() }, "plays Bob's Ceasefire"),
        (Act::KeepNote { note: ceasefire() }, "does not play Bob's Ceasefire"),
        (Act::Activate { system: system() }, "activates Wellon"),
        (Act::LeaveAlone { system: system() }, "does not activate Wellon"),
        (Act::MoveInto { system: system() }, "moves ships into Wellon"),
        (Act::StayOut { system: "the corner".into() }, "moves no ships into the corner"),
        (Act::Choose { what: "Bob".into(), at: None }, "chooses Bob"),
        (Act::Replenish, "lets the other replenish with Trade"),
        (Act::Pass, "passes"),
        (Act::PlayCard { card: "Sabotage".into(), at: None }, "plays Sabotage"),
        (
            Act::CardResult { card: "Spy".into(), result: "a card".into() },
            "achieves with Spy: a card",
        ),
        (Act::Words { text: "peace".into() }, "says: peace"),
    ] {
        reads(Event::Reported { by: ANN, act }, JournalCategory::Moment, &format!("Ann {words}."));
    }
}

#[test]
fn the_map() {
    let wellon = game().state().galaxy.as_ref().and_then(|map| map.find("Wellon").ok());
    let system = wellon.expect("it is on the map");
    let planet = PlanetId { system, place: 0 };
    for (change, words) in [
        (Boarding::Entered(system), "has units in Wellon now"),
        (Boarding::Left(system), "has no more units in Wellon"),
        (Boarding::Took(planet), "takes control of Wellon"),
        (Boarding::Lost(planet), "loses control of Wellon"),
        (Boarding::Entered(SystemId(99)), "has units in system 99 now"),
        (
            Boarding::Took(PlanetId { system: SystemId(99), place: 0 }),
            "takes control of a planet of system 99",
        ),
    ] {
        reads(
            Event::Boarded { seat: ANN, change },
            JournalCategory::Moment,
            &format!("Ann {words}."),
        );
    }
    let (here, there) = (|| "Wellon".to_owned(), || "Jord".to_owned());
    for (feature, words) in [
        (Feature::HilColish { system: None }, "Hil Colish is in no system"),
        (Feature::HilColish { system: Some(here()) }, "Hil Colish is in Wellon"),
        (
            Feature::VoidTether { between: (here(), there()), lies: true },
            "a void tether lies between Wellon and Jord",
        ),
        (
            Feature::VoidTether { between: (here(), there()), lies: false },
            "a void tether no longer lies between Wellon and Jord",
        ),
        (Feature::Memoria { flagship: None, mechs: Vec::new() }, "Memoria II is in no system"),
        (
            Feature::Memoria { flagship: Some(here()), mechs: vec![there(), here()] },
            "Memoria II is in Wellon, with mechs in Jord, Wellon",
        ),
        (
            Feature::Conduit { active: here() },
            "Spatial Conduit Cylinders work from Wellon until the action ends",
        ),
        (
            Feature::Wormhole { system: here(), kind: Wormhole::Gamma, lies: true },
            "a wormhole token, gamma, lies in Wellon",
        ),
        (
            Feature::Breach { system: here(), breach: Some(Breach::Active) },
            "an active breach lies in Wellon",
        ),
        (
            Feature::Breach { system: here(), breach: Some(Breach::Inactive) },
            "an inactive breach lies in Wellon",
        ),
        (Feature::Breach { system: here(), breach: None }, "a breach no longer lies in Wellon"),
        (
            Feature::Ingress { system: here(), lies: false },
            "an ingress token no longer lies in Wellon",
        ),
    ] {
        let words = format!("Ann notes: {words}.");
        reads(Event::Charted { by: ANN, feature }, JournalCategory::Moment, &words);
    }
    let notice = Notice::Boarded { seat: ANN, change: Boarding::Entered(system) };
    let link = JournalPiece::System { system, text: here() };
    assert!(line(&notice, &game()).contains(&link));
}
