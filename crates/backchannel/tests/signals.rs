//! Section 7 of the rules, as far as it is about what can be said.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use backchannel::agreement::Agreement;
use backchannel::map::{Territory, Zone};
use backchannel::signal::{
    Concept, DisplayNames, Phrase, Piece, Signal, SignalPromise, Signals, Unspeakable, Vocabulary,
    Word, WordKind, plain,
};
use parley::signal::{Conjunction, SignalError, SignalWord as _, Template};
use parley::{Language, Seat, Seed};

const SENDER: Seat = Seat(0);
const OWN: Word = Word::Player(SENDER);

struct Table;

impl DisplayNames for Table {
    fn player(&self, seat: Seat) -> Cow<'_, str> {
        ["Ada", "Bruno", "Chiara", "Dmitri"][seat.index()].into()
    }

    fn territory(&self, territory: Territory) -> Cow<'_, str> {
        ["Kiln Hill", "Saltmarsh", "Old Ford", "Ravensholt", "Tarn End"][territory.index()].into()
    }

    fn zone(&self, zone: Zone) -> Cow<'_, str> {
        ["Iron Coast", "High Vale"][zone.index()].into()
    }
}

fn signals() -> &'static Signals {
    Signals::standard()
}

fn table() -> Vocabulary {
    Vocabulary::new(signals().catalogue(), 4, 5, 2)
}

fn template(id: &str) -> Template {
    signals().catalogue().template_named(id).expect(id)
}

fn conjunction(id: &str) -> Conjunction {
    signals().catalogue().conjunction_named(id).expect(id)
}

fn say(id: &str, word: Option<Word>) -> Phrase {
    Phrase { template: template(id), filler: word }
}

fn text(language: Language, signal: &Signal) -> String {
    plain(&signals().render(language, SENDER, signal, &Table))
}

/// The words of a kind at [`table`], the sender's own name last.
fn words(kind: WordKind) -> Vec<Word> {
    let places = match kind {
        WordKind::Player => vec![1, 2, 3, 0],
        WordKind::Territory => (0..5).collect(),
        WordKind::Zone => (0..2).collect(),
        WordKind::Concept => (0..20).collect(),
        WordKind::Agreement => (0..7).collect(),
    };
    places.into_iter().map(|place| Word::of(kind, place).expect("a word")).collect()
}

/// Every template with `of_each` words of each kind it takes, and empty where it may be.
fn phrases(of_each: usize) -> Vec<Phrase> {
    let mut phrases = Vec::new();
    for (template, spec) in signals().catalogue().templates() {
        if spec.optional || spec.slot.is_empty() {
            phrases.push(Phrase::bare(template));
        }
        for &kind in &spec.slot {
            let fits = |word: &Word| !(spec.others_only && *word == OWN);
            let mut words: Vec<Word> = words(kind).into_iter().filter(fits).collect();
            // However few are taken, the sender is among the players.
            let own = words.iter().skip(of_each).any(|word| *word == OWN).then_some(OWN);
            words.truncate(of_each);
            phrases.extend(words.into_iter().chain(own).map(|word| Phrase::filled(template, word)));
        }
    }
    phrases
}

/// Every conjunction between every two phrases, with other words on the second side.
fn chains() -> impl Iterator<Item = Signal> {
    let catalogue = signals().catalogue();
    let firsts = phrases(1);
    let seconds: Vec<Phrase> = phrases(2)
        .into_iter()
        .filter(|phrase| phrase.filler.is_none_or(|word| !words(word.kind())[..1].contains(&word)))
        .collect();
    let conjunctions: Vec<Conjunction> = catalogue.conjunctions().map(|(by, _)| by).collect();
    conjunctions.into_iter().flat_map(move |by| {
        let seconds = seconds.clone();
        firsts.clone().into_iter().flat_map(move |first| {
            seconds.clone().into_iter().map(move |then| Signal::chained(first, by, then))
        })
    })
}

fn assert_sentence(pieces: &[Piece], signal: &Signal) {
    let text = plain(pieces);
    assert!(text.starts_with(char::is_uppercase), "no capital: {text}");
    assert!(text.ends_with(['.', '?', '!']), "no end: {text}");
    let marks = |mark: char| ".?!,:".contains(mark);
    for (one, next) in text.chars().zip(text.chars().skip(1)) {
        assert!(!(one == ' ' && (next == ' ' || marks(next))), "stray space: {text}");
        assert!(!(marks(one) && next != ' '), "crowded punctuation: {text}");
    }
    assert!(!text.contains(['{', '}', '_', '…']), "unfilled: {text}");
    let named: Vec<_> = fillers(signal).into_iter().filter(|word| *word != Some(OWN)).collect();
    let linked: Vec<_> = links(pieces).into_iter().filter(|word| *word != Some(OWN)).collect();
    assert_eq!(linked, named, "wrong links: {text}");
    assert!(!text.contains("Ada"), "senders speak of themselves by name: {text}");
}

/// The pieces that stand for a word, without the words of concepts and agreement types.
fn links(pieces: &[Piece]) -> Vec<Option<Word>> {
    let link = |piece: &Piece| match piece {
        Piece::Text { .. } => None,
        Piece::Player { seat, .. } => Some(Some(Word::Player(*seat))),
        Piece::Territory { territory, .. } => Some(Some(Word::Territory(*territory))),
        Piece::Zone { zone, .. } => Some(Some(Word::Zone(*zone))),
        Piece::Plain { .. } => Some(None),
    };
    pieces.iter().filter_map(link).collect()
}

fn fillers(signal: &Signal) -> Vec<Option<Word>> {
    let fillers = signal.phrases().filter_map(|phrase| phrase.filler);
    let link = |word: &Word| !matches!(word, Word::Concept(_) | Word::Agreement(_));
    fillers.map(|word| Some(word).filter(link)).collect()
}

#[test]
fn bc_701_a_signal_is_one_phrase_or_two_joined() {
    let hold = say("hold", None);
    let next = say("next", Some(Word::Territory(Territory(1))));
    let signal = Signal::chained(hold, conjunction("or"), next);
    assert_eq!(text(Language::English, &Signal::single(hold)), "Hold the line.");
    assert_eq!(text(Language::English, &signal), "Hold the line, or Saltmarsh is next.");
    assert_eq!(
        text(Language::German, &signal),
        "Halte die Stellung, oder Saltmarsh ist als Nächstes dran."
    );
}

#[test]
fn bc_701_what_is_no_signal_is_told_why() {
    let ada = Word::Player(Seat(1));
    let cases = [
        (Signal::single(Phrase::bare(Template(255))), SignalError::UnknownTemplate(Template(255))),
        (Signal::single(say("attack", None)), SignalError::SlotMissing(template("attack"))),
        (Signal::single(say("agreed", Some(ada))), SignalError::NoSlot(template("agreed"))),
        (Signal::single(say("hold", Some(ada))), SignalError::WrongKind(template("hold"))),
        (Signal::single(say("need", Some(Word::Concept(Concept(20))))), SignalError::UnknownWord),
        (
            Signal::chained(say("yes", None), Conjunction(8), say("hold", None)),
            SignalError::UnknownConjunction(Conjunction(8)),
        ),
        (
            Signal::chained(say("thanks", None), conjunction("if"), say("hold", None)),
            SignalError::CannotLead(template("thanks")),
        ),
        (
            Signal::chained(say("hold", None), conjunction("and"), say("yes", None)),
            SignalError::CannotJoin(template("yes")),
        ),
        (
            Signal::chained(say("hold", None), conjunction("and"), say("hold", None)),
            SignalError::Repeats,
        ),
    ];
    for (signal, fault) in cases {
        assert_eq!(signals().catalogue().check(&signal), Err(fault));
        assert_eq!(table().check(signals().catalogue(), SENDER, &signal), Err(fault.into()));
        assert!(!table().contains(SENDER, &signal));
        assert!(signals().render(Language::English, SENDER, &signal, &Table).is_empty());
    }
}

#[test]
fn bc_701_the_words_that_are_listed_are_those_that_may_be_said() {
    let vocabulary = table();
    let catalogue = signals().catalogue();
    for sender in Seat::all(4) {
        for (template, spec) in catalogue.templates() {
            for kind in WordKind::ALL {
                let listed: Vec<Word> = vocabulary.words(kind).collect();
                for word in (0..20).filter_map(|n| Word::of(kind, n)) {
                    let signal = Signal::single(Phrase { template, filler: Some(word) });
                    let sensible = !(spec.others_only && word == Word::Player(sender));
                    let may = spec.slot.contains(&kind) && listed.contains(&word) && sensible;
                    let checked = vocabulary.check(catalogue, sender, &signal);
                    assert_eq!(checked.is_ok(), may, "{} {word:?}", spec.id);
                }
            }
        }
    }
}

#[test]
fn bc_701_no_byte_pattern_makes_the_engine_panic() {
    let vocabulary = table();
    let mut chance = Seed::numbered(701, 0).stream(0);
    for _ in 0..200_000 {
        let mut phrase = || Phrase {
            template: Template(chance.below(70) as u8),
            filler: match chance.below(3) {
                0 => None,
                _ => Word::of(WordKind::ALL[chance.index(5)], chance.index(8)),
            },
        };
        let (first, second) = (phrase(), phrase());
        let signal = match chance.below(10) {
            9 => Signal::single(first),
            by => Signal::chained(first, Conjunction(by as u8), second),
        };
        let sender = Seat(chance.below(4) as u8);
        let checked = vocabulary.check(signals().catalogue(), sender, &signal);
        assert_eq!(vocabulary.contains(sender, &signal), checked.is_ok(), "{signal:?}");
    }
    assert!(!vocabulary.contains(Seat(4), &Signal::single(say("yes", None))));
}

#[test]
fn bc_701_a_signal_travels_as_plain_data() {
    let signal = Signal::chained(
        say("propose", Some(Word::Agreement(Agreement::JointOffensive))),
        conjunction("and"),
        say("attack", Some(Word::Player(Seat(2)))),
    );
    let json = serde_json::to_string(&signal).expect("JSON");
    assert_eq!(
        json,
        r#"{"first":{"template":6,"filler":{"agreement":"joint_offensive"}},"then":{"by":0,"phrase":{"template":1,"filler":{"player":2}}}}"#
    );
    assert_eq!(serde_json::from_str::<Signal>(&json).expect("a signal"), signal);
    assert_eq!((size_of::<Word>(), size_of::<Signal>()), (2, 7));
}

#[test]
fn bc_702_each_kind_of_word_fits_several_templates() {
    let mut accepting = BTreeMap::<WordKind, usize>::new();
    for (_, spec) in signals().catalogue().templates() {
        spec.slot.iter().for_each(|&kind| *accepting.entry(kind).or_default() += 1);
    }
    assert_eq!(accepting.len(), 5);
    assert!(accepting.values().all(|&templates| templates >= 10), "{accepting:?}");
}

#[test]
fn bc_702_senders_name_themselves_where_it_makes_sense() {
    for (id, english, german) in [
        ("leave_alone", "Leave me alone.", "Lass mich in Ruhe."),
        ("do_not_trust", "Do not trust me.", "Trau mir nicht."),
        ("coming_for_you", "I am coming for you.", "Ich habe es auf dich abgesehen."),
        ("cost", "I will cost you dearly.", "Ich werde dich teuer zu stehen kommen."),
    ] {
        let signal = Signal::single(say(id, Some(OWN)));
        assert_eq!(text(Language::English, &signal), english);
        assert_eq!(text(Language::German, &signal), german);
        assert!(table().contains(SENDER, &signal));
    }
    let because =
        Signal::chained(say("hold", None), conjunction("because"), say("weak", Some(OWN)));
    assert_eq!(text(Language::English, &because), "Hold the line because I am weak.");
    assert_eq!(text(Language::German, &because), "Halte die Stellung, weil ich schwach bin.");
}

#[test]
fn bc_702_a_zone_is_spoken_of_like_land() {
    let vale = Some(Word::Zone(Zone(1)));
    for (id, english, german) in [
        ("leave_alone", "Stay out of High Vale.", "Halte dich aus High Vale heraus."),
        ("too_strong", "High Vale is too strong.", "High Vale ist zu stark."),
        ("take_territory", "I will take High Vale.", "Ich nehme High Vale ein."),
    ] {
        let signal = Signal::single(say(id, vale));
        assert_eq!(text(Language::English, &signal), english);
        assert_eq!(text(Language::German, &signal), german);
        assert!(table().contains(SENDER, &signal));
    }
}

#[test]
fn bc_702_nobody_says_of_themselves_what_makes_no_sense() {
    let signal = Signal::single(say("spare_player", Some(Word::Player(Seat(2)))));
    let check = |sender| table().check(signals().catalogue(), sender, &signal);
    assert_eq!(check(Seat(2)), Err(Unspeakable::NamesSender));
    assert_eq!(check(Seat(1)), Ok(()));
    assert!(!table().contains(Seat(2), &signal) && table().contains(Seat(1), &signal));
}

#[test]
fn bc_702_a_word_that_is_not_on_this_table_cannot_be_said() {
    for word in [
        Word::Player(Seat(4)),
        Word::Territory(Territory(5)),
        Word::Zone(Zone(2)),
        Word::Concept(Concept(20)),
    ] {
        let signal = Signal::single(say("need", Some(word)));
        let answer = table().check(signals().catalogue(), SENDER, &signal);
        assert_eq!(answer, Err(SignalError::UnknownWord.into()));
        assert!(!table().contains(SENDER, &signal));
    }
}

#[test]
fn bc_705_the_catalogue_is_as_large_as_the_rules_say() {
    let catalogue = signals().catalogue();
    let moods: BTreeSet<_> = catalogue.templates().map(|(_, spec)| spec.mood).collect();
    assert!(catalogue.templates().len() >= 34);
    assert_eq!(moods.len(), 6);
    assert_eq!(catalogue.conjunctions().len(), 8);
    assert_eq!(catalogue.nouns(WordKind::Concept).map(<[String]>::len), Some(20));
    assert_eq!(catalogue.reactions().len(), 6);
    for (reaction, _) in catalogue.reactions() {
        assert!(Language::ALL.iter().all(|&one| signals().reaction(one, reaction).is_some()));
    }
}

#[test]
fn bc_705_every_phrase_with_every_word_is_a_sentence() {
    let phrases = phrases(usize::MAX);
    assert_eq!(phrases.len() as u64, table().phrases_count());
    for language in Language::ALL {
        let mut texts = BTreeSet::new();
        for &phrase in &phrases {
            let signal = Signal::single(phrase);
            let pieces = signals().render(language, SENDER, &signal, &Table);
            assert_sentence(&pieces, &signal);
            assert!(texts.insert(plain(&pieces)), "said twice: {}", plain(&pieces));
        }
    }
}

#[test]
fn bc_705_every_chain_is_a_sentence() {
    let mut legal = 0;
    for signal in chains().filter(|signal| signals().catalogue().check(signal).is_ok()) {
        legal += 1;
        for language in Language::ALL {
            assert_sentence(&signals().render(language, SENDER, &signal, &Table), &signal);
        }
    }
    assert!(legal > 100_000, "{legal} chains");
}

#[test]
fn bc_705_signals_are_numbered_without_gaps_or_doubles() {
    let catalogue = signals().catalogue();
    let small = Vocabulary::new(catalogue, 2, 1, 0);
    for n in 0..small.signals_count() {
        let signal = small.nth_signal(Seat(1), n).expect("a signal");
        assert_eq!(small.rank(Seat(1), &signal), Some(n));
        assert_eq!(small.check(catalogue, Seat(1), &signal), Ok(()));
    }
    assert_eq!(small.nth_signal(Seat(1), small.signals_count()), None);
    assert_eq!(small.nth_signal(Seat(2), 0), None);
}

#[test]
fn bc_705_every_legal_signal_has_a_number() {
    let vocabulary = table();
    let chains = chains().filter(|signal| signals().catalogue().check(signal).is_ok());
    for signal in phrases(usize::MAX).into_iter().map(Signal::single).chain(chains) {
        let n = vocabulary.rank(SENDER, &signal).expect("a number");
        assert_eq!(vocabulary.nth_signal(SENDER, n), Some(signal));
    }
}

#[test]
fn bc_805_pieces_travel_with_their_type() {
    let signal = Signal::single(say("next", Some(Word::Zone(Zone(1)))));
    let pieces = signals().render(Language::English, SENDER, &signal, &Table);
    let json = serde_json::to_string(&pieces).expect("JSON");
    assert_eq!(
        json,
        r#"[{"piece":"zone","zone":1,"text":"High Vale"},{"piece":"text","text":" is next."}]"#
    );
}

#[test]
fn bc_705_bad_data_is_turned_down_by_field() {
    let catalogue = include_str!("../data/signals/catalogue.json");
    let english = include_str!("../data/signals/en.json");
    let german = include_str!("../data/signals/de.json");
    let refusal = |file: &str, from: &str, to: &str| {
        assert!(file.contains(from), "{from} is not in the file");
        let broken = file.replace(from, to);
        let in_catalogue = file == catalogue;
        let files = if in_catalogue { (&*broken, german) } else { (catalogue, &*broken) };
        let loaded = Signals::from_json(files.0, english, files.1);
        loaded.expect_err("bad data").to_string()
    };
    for (file, from, to, expected) in [
        (
            german,
            "du {acc} angreifst",
            "du angreifst",
            "de: templates.attack.reason: it must have exactly one gap, and has 0",
        ),
        (
            german,
            "halte die Stellung",
            "halte {acc}",
            "de: templates.hold.bare.opening: it must have no gap, and has 1",
        ),
        (
            german,
            ", \"reason\": \"du {acc} angreifst\"",
            "",
            "de: templates.attack.reason: it is missing",
        ),
        (
            german,
            "greif {acc} an",
            "greif {gen} an",
            "de: templates.attack.opening: `gen` is not one of this language's forms",
        ),
        (
            german,
            "greif {acc} an",
            "greif {acc an",
            "de: templates.attack.opening: a brace is not closed or not opened",
        ),
        (
            german,
            "\"levy\": [\"eine Aushebung\", ",
            "\"levy\": [",
            "de: nouns.Agreement.levy: it must have 6 forms, and has 5",
        ),
        (german, "\"salute\"", "\"wave\"", "de: reactions.salute: it is missing"),
        (catalogue, "\"id\": \"hold\"", "\"id\": \"attack\"", "templates: `attack` is there twice"),
        (
            catalogue,
            "\"supply_pact\"",
            "\"peace\"",
            "nouns.Agreement: it must be ceasefire, supply_pact, tribute, levy, intel_pact, safe_passage, joint_offensive",
        ),
        (
            catalogue,
            "\"id\": \"agreed\",",
            "\"id\": \"agreed\", \"optional\": true,",
            "templates.agreed.optional: it has no slot that could be optional",
        ),
        (
            catalogue,
            "\"id\": \"agreed\",",
            "\"id\": \"agreed\", \"promise\": \"hunt_player\",",
            "templates.agreed.promise: a promise needs a word to be checked against",
        ),
    ] {
        assert_eq!(refusal(file, from, to), expected);
    }
    let error = Signals::from_json("{", english, german).expect_err("no JSON");
    assert_eq!(error.field, "line 1, column 1");
}

#[test]
fn bc_1001_promises_count_unless_they_come_with_a_condition() {
    let ford = Word::Territory(Territory(2));
    let bruno = Word::Player(Seat(1));
    let spare = say("spare_territory", Some(ford));
    let hunt = say("hunt_player", Some(bruno));
    let promised = |signal: Signal| signals().promises(&signal).collect::<Vec<_>>();
    let kept = [(SignalPromise::SpareTerritory, ford), (SignalPromise::HuntPlayer, bruno)];
    assert_eq!(promised(Signal::single(spare)), kept[..1]);
    assert_eq!(promised(Signal::chained(spare, conjunction("because"), hunt)), kept);
    assert_eq!(promised(Signal::chained(spare, conjunction("even_if"), hunt)), kept[..1]);
    assert_eq!(promised(Signal::chained(spare, conjunction("if"), hunt)), []);
    assert_eq!(promised(Signal::single(say("leave_alone", Some(ford)))), []);
}

#[test]
fn bc_705_the_manual_of_signals_reads_well() {
    for (language, name) in [(Language::English, "manual_en"), (Language::German, "manual_de")] {
        insta::assert_snapshot!(name, manual(language));
    }
}

/// Every template with one word of each kind, then some chains for every conjunction.
fn manual(language: Language) -> String {
    let mut page = String::new();
    let mut sample = 0;
    for (template, spec) in signals().catalogue().templates() {
        let outline = signals().outline(language, template).unwrap_or_default();
        let _ = writeln!(page, "{outline}  ({:?})", spec.mood);
        for kind in std::iter::once(None).chain(spec.slot.iter().map(|&kind| Some(kind))) {
            sample += 1;
            let word = kind.map(|kind| {
                words(kind)[sample % (words(kind).len() - usize::from(kind == WordKind::Player))]
            });
            let signal = Signal::single(Phrase { template, filler: word });
            if table().contains(SENDER, &signal) {
                let _ = writeln!(page, "  {}", text(language, &signal));
            }
        }
        let own = Signal::single(Phrase::filled(template, OWN));
        if table().contains(SENDER, &own) {
            let _ = writeln!(page, "  {}", text(language, &own));
        }
    }
    for (by, _) in signals().catalogue().conjunctions() {
        let name = signals().conjunction(language, by).unwrap_or_default();
        let _ = writeln!(page, "\n… {name} …");
        for signal in chains_by(by, 20) {
            let _ = writeln!(page, "  {}", text(language, &signal));
        }
    }
    page
}

fn chains_by(by: Conjunction, count: usize) -> impl Iterator<Item = Signal> {
    let vocabulary = table();
    let mut chance = Seed::numbered(705, u64::from(by.0)).stream(0);
    let signals = vocabulary.signals_count();
    std::iter::repeat_with(move || vocabulary.nth_signal(SENDER, chance.below(signals)))
        .flatten()
        .filter(move |signal| signal.then.is_some_and(|then| then.by == by))
        .take(count)
}
