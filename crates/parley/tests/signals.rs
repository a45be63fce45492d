//! Signals of a game with two kinds of words, small enough to try everything.

use parley::signal::{
    CatalogueOf, Conjunction, Lexicon, Part, PhraseOf, PhrasebookOf, Ranking, SignalOf, SignalWord,
    Template, VocabularyKind,
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Sort {
    Person,
    Dish,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Thing(Sort, u8);

impl VocabularyKind for Sort {
    fn index(self) -> usize {
        self as usize
    }
}

impl SignalWord for Thing {
    type Kind = Sort;

    fn kind(self) -> Sort {
        self.0
    }

    fn index(self) -> usize {
        usize::from(self.1)
    }
}

/// Three persons and the dishes of the catalogue.
struct Kitchen;

impl Kitchen {
    fn count(sort: Sort) -> u64 {
        match sort {
            Sort::Person => 3,
            Sort::Dish => 2,
        }
    }
}

impl Lexicon<Thing> for Kitchen {
    fn nth(&self, sort: Sort, n: u64) -> Option<Thing> {
        (n < Kitchen::count(sort)).then_some(Thing(sort, n as u8))
    }

    fn rank(&self, thing: Thing) -> Option<u64> {
        Some(u64::from(thing.1)).filter(|&n| n < Kitchen::count(thing.0))
    }
}

const CATALOGUE: &str = r#"{
  "templates": [
    {"id": "call", "mood": "request", "sentence": "order", "slot": ["person"], "joins": true},
    {"id": "like", "mood": "statement", "sentence": "statement", "slot": ["dish", "person"], "optional": true, "joins": true},
    {"id": "thanks", "mood": "courtesy", "sentence": "remark"},
    {"id": "hungry", "mood": "request", "sentence": "question", "joins": true}
  ],
  "conjunctions": [
    {"id": "and", "after": ["statement", "order", "remark"], "before": ["statement", "order"]},
    {"id": "if", "after": ["statement", "question"], "before": ["statement", "question"]},
    {"id": "never", "after": [], "before": []}
  ],
  "reactions": ["smile"],
  "nouns": {"dish": ["soup", "cake"]}
}"#;

const BOOK: &str = r#"{
  "own_clause_order": false,
  "forms": ["a"],
  "templates": {
    "call": {"opening": "call {a}", "joined": "you call {a}"},
    "like": {"opening": "I like {a}", "bare": {"opening": "I like it"}},
    "thanks": {"opening": "thanks"},
    "hungry": {"opening": "are you hungry", "reason": "you are hungry"}
  },
  "conjunctions": {
    "and": {"joint": ", and ", "form": "joined"},
    "if": {"joint": " if ", "after_reply": ", if ", "form": "condition"},
    "never": {"joint": " never ", "form": "reason"}
  },
  "reactions": {"smile": "a smile"},
  "nouns": {"dish": {"soup": ["soup"], "cake": ["a cake"]}}
}"#;

fn catalogue() -> CatalogueOf<Sort, ()> {
    CatalogueOf::from_json(CATALOGUE).expect("a catalogue")
}

/// Everything that can be written down with one number too many everywhere.
fn everything() -> impl Iterator<Item = SignalOf<Thing>> {
    let words = [Sort::Person, Sort::Dish]
        .into_iter()
        .flat_map(|sort| (0..5).map(move |place| Some(Thing(sort, place))));
    let words: Vec<Option<Thing>> = words.chain([None]).collect();
    let phrases: Vec<PhraseOf<Thing>> = (0..6)
        .map(Template)
        .flat_map(|template| words.iter().map(move |&filler| PhraseOf { template, filler }))
        .collect();
    let thens: Vec<_> = (0..5)
        .map(Conjunction)
        .flat_map(|by| phrases.clone().into_iter().map(move |phrase| (by, phrase)))
        .collect();
    phrases.into_iter().flat_map(move |first| {
        let chained = thens.clone().into_iter();
        let chained = chained.map(move |(by, phrase)| SignalOf::chained(first, by, phrase));
        chained.chain([SignalOf::single(first)])
    })
}

#[test]
fn numbers_and_legal_signals_are_one_to_one() {
    let catalogue = catalogue();
    let ranking = Ranking::new(&catalogue, |_, kind| Kitchen::count(kind));
    let known = |signal: &SignalOf<Thing>| {
        signal.phrases().filter_map(|phrase| phrase.filler).all(|word| Kitchen.rank(word).is_some())
    };
    let mut ranks = Vec::new();
    for signal in everything() {
        let legal = catalogue.check(&signal).is_ok() && known(&signal);
        let rank = ranking.rank(&signal, &Kitchen);
        assert_eq!(rank.is_some(), legal, "{signal:?}");
        if let Some(rank) = rank {
            assert_eq!(ranking.nth_signal(rank, &Kitchen), Some(signal));
            ranks.push(rank);
        }
    }
    ranks.sort_unstable();
    assert!(ranks.iter().copied().eq(0..ranking.signals()));
    assert_eq!(ranking.nth_signal(ranking.signals(), &Kitchen), None);
    assert_eq!(ranking.nth_phrase(ranking.phrases(), &Kitchen), None);
}

#[test]
fn a_table_without_words_still_has_its_bare_signals() {
    let ranking = Ranking::new(&catalogue(), |_, _| 0);
    let signals: Vec<_> = (0..ranking.signals()).map(|n| ranking.nth_signal(n, &Kitchen)).collect();
    assert!(signals.iter().all(Option::is_some));
    assert_eq!(ranking.phrases(), 3);
}

#[test]
fn an_order_keeps_its_subject_only_after_a_statement() {
    let catalogue = catalogue();
    let book = PhrasebookOf::from_json(BOOK, &catalogue).expect("a phrasebook");
    let call = PhraseOf::filled(Template(0), Thing(Sort::Person, 1));
    let like = PhraseOf::filled(Template(1), Thing(Sort::Dish, 1));
    let hungry = PhraseOf::bare(Template(3));
    let text = |signal: SignalOf<Thing>| -> String {
        let word = |part| match part {
            Part::Text(text) | Part::Noun(_, text) => text,
            Part::Name(_) => "Bea",
        };
        book.parts(&signal, None).into_iter().map(word).collect()
    };
    let and = Conjunction(0);
    assert_eq!(text(SignalOf::chained(like, and, call)), "I like a cake, and you call Bea.");
    assert_eq!(
        text(SignalOf::chained(PhraseOf::bare(Template(2)), and, call)),
        "thanks, and call Bea."
    );
    assert_eq!(
        text(SignalOf::chained(like, Conjunction(1), hungry)),
        "I like a cake if you are hungry."
    );
    assert_eq!(
        text(SignalOf::chained(hungry, Conjunction(1), like)),
        "are you hungry if I like a cake?"
    );
    assert_eq!(text(SignalOf::single(PhraseOf::bare(Template(9)))), "");
}
