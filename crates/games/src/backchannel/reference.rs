//! Everything that a client needs to show a game of Backchannel.

use backchannel::catalogue::{CardCatalogue, CardSpec};
use backchannel::map::library;
use backchannel::palette;
use backchannel::quick::{self, QUICK_MAP};
use backchannel::signal::{Concept, Signals, Word, WordKind};
use backchannel::study::Study;
use backchannel::{
    ATTACK_DICE, Agreement, DEFENCE_DICE, FORTIFY_BONUS, GAMBLE_CARDS, Settings, TRAITOR_SLOTS,
};
use bots::{CAST, Character, Level};
use parley::Language;
use server::wire::table::BotLevel;

use super::company::COMPANY;
use super::setting_words::setting_words;
use super::{QUICK_SEATS, cards, settings, words};
use crate::reference::{
    BackchannelReference, BotEntry, BotLevels, CardEntry, ConjunctionEntry, FixedNumbers,
    QuickStart, SignalBook, SignalReference, Starts, TableStart, TemplateEntry, WordEntry,
};

pub fn reference() -> BackchannelReference {
    BackchannelReference {
        maps: library::names()
            .filter_map(|id| Some(library::find(id).ok()?.file().clone()))
            .collect(),
        cards: cards(),
        liveries: palette::liveries().to_vec(),
        bots: CAST.iter().map(bot).collect(),
        levels: Level::ALL.map(words::level).to_vec(),
        signals: SignalReference { en: book(Language::English), de: book(Language::German) },
        company: COMPANY.map(str::to_owned).to_vec(),
        phases: words::phases(),
        actions: words::actions(),
        agreements: words::agreements(),
        endings: words::endings(),
        promises: words::promises(),
        defaults: Settings::default(),
        settings: setting_words(),
        fixed: FixedNumbers {
            gamble_cards: GAMBLE_CARDS,
            traitor_slots: TRAITOR_SLOTS,
            attack_dice: ATTACK_DICE,
            defence_dice: DEFENCE_DICE,
            fortify_bonus: FORTIFY_BONUS,
            open_map_delay: settings::OPEN_MAP_DELAY,
        },
        starts: Starts { quick: quick_start(QUICK_SEATS, BotLevel::Normal), table: table_start() },
        study: Study::default(),
    }
}

fn quick_start(seats: u8, level: BotLevel) -> QuickStart {
    let opponents = COMPANY.iter().cycle().take(usize::from(seats) - 1);
    QuickStart { seats, level, opponents: opponents.map(|&bot| bot.to_owned()).collect() }
}

/// The same map, seats and numbers as in a quick game, which leave room for diplomacy.
fn table_start() -> TableStart {
    let settings = Settings { lift_fog: false, ..quick::settings() };
    TableStart { map: QUICK_MAP.to_owned(), seats: QUICK_SEATS, settings }
}

fn cards() -> Vec<CardEntry> {
    let catalogue = CardCatalogue::standard();
    let specs = catalogue.specs().iter();
    let entry = |card: &CardSpec| CardEntry {
        text: cards::text(&card.kind),
        runs: cards::runs(&card.kind),
        effect: cards::effect(&card.kind),
        marks: cards::marks(&card.kind),
        takes_hold: cards::takes_hold(&card.kind),
        card: card.clone(),
    };
    specs.map(entry).collect()
}

fn bot(one: &Character) -> BotEntry {
    BotEntry {
        name: one.name.to_owned(),
        about: one.about.to_owned(),
        title: one.title.to_owned(),
        person: one.person.to_owned(),
        deals: one.deals,
        levels: BotLevels {
            easy: one.easy.to_owned(),
            normal: one.name.to_owned(),
            hard: one.hard.to_owned(),
        },
    }
}

/// The places at which something is true.
fn numbers(holds: impl Iterator<Item = bool>) -> Vec<usize> {
    holds.enumerate().filter(|(_, holds)| *holds).map(|(place, _)| place).collect()
}

fn book(language: Language) -> SignalBook {
    let signals = Signals::standard();
    let (catalogue, book) = (signals.catalogue(), signals.book(language));
    let templates = catalogue.templates().map(|(template, spec)| TemplateEntry {
        id: spec.id.clone(),
        outline: signals.outline(language, template).unwrap_or_default(),
        mood: spec.mood,
        sentence: spec.sentence,
        slot: spec.slot.clone(),
        optional: spec.optional,
        others_only: spec.others_only,
        joins: spec.joins,
        promise: spec.promise,
        conjunctions: numbers(
            catalogue.conjunctions().map(|(conjunction, _)| catalogue.leads(template, conjunction)),
        ),
    });
    let conjunctions = catalogue.conjunctions().map(|(conjunction, spec)| ConjunctionEntry {
        id: spec.id.clone(),
        text: signals.conjunction(language, conjunction).unwrap_or_default().to_owned(),
        after: spec.after.clone(),
        before: spec.before.clone(),
        templates: numbers(
            catalogue.templates().map(|(template, _)| catalogue.joins(conjunction, template)),
        ),
    });
    let reactions = catalogue.reactions().map(|(reaction, id)| WordEntry {
        id: id.to_owned(),
        text: signals.reaction(language, reaction).unwrap_or_default().to_owned(),
    });
    let concepts = catalogue.nouns(WordKind::Concept).unwrap_or_default().iter().zip(0..);
    let concepts = concepts.map(|(id, number)| WordEntry {
        id: id.clone(),
        text: book.noun(Word::Concept(Concept(number))).unwrap_or_default().to_owned(),
    });
    let agreements = Agreement::ALL.iter().map(|agreement| WordEntry {
        id: agreement.id().to_owned(),
        text: book.noun(Word::Agreement(*agreement)).unwrap_or_default().to_owned(),
    });
    SignalBook {
        templates: templates.collect(),
        conjunctions: conjunctions.collect(),
        reactions: reactions.collect(),
        concepts: concepts.collect(),
        agreements: agreements.collect(),
    }
}
