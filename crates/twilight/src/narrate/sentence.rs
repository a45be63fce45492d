//! Builds a sentence.

use parley::Seat;

use super::JournalPiece;
use crate::deal::judgement;
use crate::deal::ledger::PromiseRef;
use crate::deal::{Act, Term};
use crate::desk::effect::look::Seen;
use crate::desk::fact::Fact;
use crate::desk::fact_words;
use crate::galaxy::{Galaxy, SystemId};
use crate::table::DeskTable;
use crate::table::goods::Bundle;
use crate::table::hand::Note;
use crate::transaction::bar::ti;

/// It reads only the names of players and systems from the table, which are public.
pub(super) struct Sentence<'a> {
    table: &'a DeskTable,
    galaxy: Option<&'a Galaxy>,
    pieces: Vec<JournalPiece>,
}

impl<'a> Sentence<'a> {
    pub fn new(table: &'a DeskTable, galaxy: Option<&'a Galaxy>) -> Sentence<'a> {
        Sentence { table, galaxy, pieces: Vec::new() }
    }

    /// The pieces, starting with a capital letter unless the first piece is a name.
    pub fn finish(mut self) -> Vec<JournalPiece> {
        if let Some(JournalPiece::Text { text } | JournalPiece::Plain { text }) =
            self.pieces.first_mut()
        {
            let mut letters = text.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            *text = first.chain(letters).collect();
        }
        self.pieces
    }

    pub fn text(mut self, text: impl AsRef<str>) -> Self {
        match self.pieces.last_mut() {
            _ if text.as_ref().is_empty() => {}
            Some(JournalPiece::Text { text: last }) => last.push_str(text.as_ref()),
            _ => self.pieces.push(JournalPiece::Text { text: text.as_ref().to_owned() }),
        }
        self
    }

    fn name(&self, seat: Seat) -> String {
        let player = self.table.players.get(seat.index());
        player.map_or_else(|| seat.to_string(), |player| player.name.clone())
    }

    pub fn seat(mut self, seat: Seat) -> Self {
        let text = self.name(seat);
        self.pieces.push(JournalPiece::Player { seat, text });
        self
    }

    pub fn fact(self, fact: &Fact) -> Self {
        let words = fact_words::words(self.table, self.galaxy, fact);
        self.text(words)
    }

    /// "Ann's".
    pub fn owner(self, seat: Seat) -> Self {
        self.seat(seat).text("'s")
    }

    pub fn both(self, one: Seat, other: Seat) -> Self {
        self.seat(one).text(" and ").seat(other)
    }

    pub fn plain(mut self, text: impl Into<String>) -> Self {
        self.pieces.push(JournalPiece::Plain { text: text.into() });
        self
    }

    pub fn clause(mut self, number: u16) -> Self {
        let clause = ti(number).to_string();
        self.pieces.push(JournalPiece::Clause { text: clause.clone(), clause });
        self
    }

    /// A system by the name that somebody typed: a link if it is on the map.
    pub fn place(self, name: &str) -> Self {
        match self.galaxy.and_then(|galaxy| galaxy.look_up(name)) {
            Some(system) => self.linked(system, name.to_owned()),
            None => self.plain(name),
        }
    }

    pub fn system(self, system: SystemId) -> Self {
        let known = self.galaxy.and_then(|galaxy| galaxy.systems().nth(system.index()));
        let name = known.map_or_else(|| format!("system {}", system.0), |(_, it)| it.name.clone());
        self.linked(system, name)
    }

    /// A planet by its system and its index in it.
    pub fn planet(self, system: SystemId, place: u8) -> Self {
        let known = self.galaxy.and_then(|galaxy| galaxy.systems().nth(system.index()));
        let planet = known.and_then(|(_, it)| it.planets.get(usize::from(place)));
        match planet.map(|planet| planet.spec.name.clone()) {
            Some(name) => self.linked(system, name),
            None => self.text("a planet of ").system(system),
        }
    }

    fn linked(mut self, system: SystemId, text: String) -> Self {
        self.pieces.push(JournalPiece::System { system, text });
        self
    }

    pub fn note(self, note: Note) -> Self {
        self.owner(note.issuer).text(" ").plain(note.kind.to_string())
    }

    pub fn goods(self, goods: &Bundle) -> Self {
        let words = judgement::bundle(self.table, goods);
        if goods.is_empty() { self.text(words) } else { self.plain(words) }
    }

    /// Cards that were seen, or "nothing".
    pub fn seen(self, cards: &Seen) -> Self {
        let goods = Bundle {
            notes: cards.notes.clone(),
            action_cards: cards.action_cards.clone(),
            secrets: cards.secrets.clone(),
            ..Bundle::default()
        };
        self.goods(&goods)
    }

    /// What somebody does, to follow their name.
    pub fn act(self, act: &Act) -> Self {
        match act {
            Act::Activate { system } => self.text("activates ").place(system),
            Act::LeaveAlone { system } => self.text("does not activate ").place(system),
            Act::MoveInto { system } => self.text("moves ships into ").place(system),
            Act::StayOut { system } => self.text("moves no ships into ").place(system),
            Act::UseNote { note } => self.text("plays ").note(*note),
            Act::KeepNote { note } => self.text("does not play ").note(*note),
            Act::Transfer { goods } => self.text("gives ").goods(goods),
            Act::PayBack { goods } => self.text("pays back ").goods(goods),
            Act::Words { text } => self.text("says: ").plain(text.clone()),
            Act::Vote { outcome, votes } if *votes > 0 => {
                let votes = super::number(usize::from(*votes), "vote");
                self.text("votes ").plain(outcome.clone()).text(" with at least ").text(votes)
            }
            other => {
                let words = judgement::act_in_words(self.table, other);
                self.text(words)
            }
        }
    }

    pub fn term(self, term: &Term) -> Self {
        self.seat(term.by).text(" ").act(&term.act).text(judgement::timing(term))
    }

    pub fn terms(mut self, terms: &[Term]) -> Self {
        for (place, term) in terms.iter().enumerate() {
            let line = if place > 0 { self.text("; ") } else { self };
            self = line.term(term);
        }
        self
    }

    /// "term 2 of Ann's deal no. 1 with Bob".
    pub fn reference(self, id: PromiseRef) -> Self {
        let line = self.text(format!("term {} of ", id.term + 1)).owner(id.from);
        line.text(format!(" deal no. {} with ", id.number)).seat(id.to)
    }
}
