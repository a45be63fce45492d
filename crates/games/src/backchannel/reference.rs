//! Everything that a client needs to show a game of Backchannel.

use backchannel::catalogue::CardCatalogue;
use backchannel::map::library;
use backchannel::palette;
use backchannel::signal::{Concept, Signals, Word, WordKind};
use backchannel::{Agreement, GAMBLE_CARDS, Settings, TRAITOR_SLOTS};
use parley::Language;

use super::cards;
use crate::reference::{
    BackchannelReference, BotEntry, CardEntry, ConjunctionEntry, FixedNumbers, SignalBook,
    SignalReference, TemplateEntry, WordEntry,
};

pub fn reference() -> BackchannelReference {
    BackchannelReference {
        maps: library::names()
            .filter_map(|id| Some(library::find(id).ok()?.file().clone()))
            .collect(),
        cards: cards(),
        liveries: palette::liveries().to_vec(),
        bots: bots::NAMES.map(bot).to_vec(),
        signals: SignalReference { en: book(Language::English), de: book(Language::German) },
        defaults: Settings::default(),
        fixed: FixedNumbers { gamble_cards: GAMBLE_CARDS, traitor_slots: TRAITOR_SLOTS },
    }
}

fn cards() -> Vec<CardEntry> {
    let catalogue = CardCatalogue::standard();
    let specs = catalogue.specs().iter();
    specs.map(|card| CardEntry { text: cards::text(&card.kind), card: card.clone() }).collect()
}

fn bot(name: &str) -> BotEntry {
    let about = match name {
        "random" => "Does anything that is allowed. Good for a first look.",
        "soldier" => "Fights well and signs little.",
        "envoy" => "Fights, talks, makes deals and mostly keeps them.",
        "strategist" => {
            "Thinks ahead, deals where both sides gain, and breaks its word where that wins."
        }
        _ => "Plays.",
    };
    BotEntry { name: name.to_owned(), about: about.to_owned() }
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
        joins: spec.joins,
        promise: spec.promise,
    });
    let conjunctions = catalogue.conjunctions().map(|(conjunction, spec)| ConjunctionEntry {
        id: spec.id.clone(),
        text: signals.conjunction(language, conjunction).unwrap_or_default().to_owned(),
        after: spec.after.clone(),
        before: spec.before.clone(),
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
