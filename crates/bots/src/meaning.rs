//! What signals mean to a bot: a table of meanings, and how a whole sentence is read (section 7).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use backchannel::signal::{Phrase, Signal, Signals, Word, WordKind};
use backchannel::{Agreement, Rules, Territory, TerritorySet};
use parley::Seat;
use parley::signal::Reaction;
use serde::{Deserialize, Serialize};

use crate::front::Front;

/// What a template does, whoever says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sense {
    /// Would you like a deal of this kind?
    Talk,
    /// I would like you to propose it.
    Propose,
    WillPropose,
    /// Do not attack it, or no longer.
    Stop,
    /// Attack it.
    Strike,
    /// Defend it.
    Hold,
    /// What do you want for it?
    Price,
    /// Whose side are you on?
    Side,
    /// Do you trust somebody?
    Trust,
    /// I will not attack it.
    Spare,
    /// I will help you.
    Aid,
    Secret,
    /// You can have it.
    Cede,
    /// I am on its side.
    Stand,
    /// I will attack it.
    Hunt,
    /// I will keep it.
    Claim,
    /// I rely on it.
    Rely,
    Weak,
    Strong,
    /// Mind it.
    Watch,
    Topic,
    /// I have a deal with it.
    Pact,
    /// It is about to attack you.
    Coming,
    /// It does not keep its word.
    Accuse,
    Snare,
    Threat,
    Yes,
    No,
    /// Neither yes nor no.
    Later,
    Noted,
    Thanks,
    Sorry,
    Courtesy,
}

/// How two halves of a sentence belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Connective {
    /// Each half stands for itself.
    Both,
    /// The first half, or else the second.
    Otherwise,
    /// The second half explains the first.
    Reason,
    /// The first half only if the second.
    Condition,
    /// The first half only if not the second.
    Exception,
    /// The first half whatever the second.
    Despite,
}

/// What a concept points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Idea {
    North,
    South,
    East,
    West,
    Centre,
    /// Where the speaker and the listener meet.
    Border,
    Strongest,
    Weakest,
    Peace,
    Alliance,
    Friendship,
    Trust,
    Revenge,
    Time,
}

/// What a phrase is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PhraseSubject {
    Nothing,
    Seat(Seat),
    Lands(TerritorySet),
    Agreement(Agreement),
    Idea(Idea),
}

/// One phrase, understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Said {
    pub sense: Sense,
    pub subject: PhraseSubject,
    /// The word itself, to answer with.
    pub word: Option<Word>,
}

/// A whole sentence, understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    pub first: Said,
    pub then: Option<(Connective, Said)>,
}

impl Sense {
    /// Whether it asks the listener to do something.
    pub fn is_request(self) -> bool {
        matches!(self, Sense::Stop | Sense::Strike | Sense::Hold | Sense::Propose)
    }

    /// Whether it gives the listener something, now or later.
    pub fn is_offer(self) -> bool {
        matches!(self, Sense::Spare | Sense::Aid | Sense::WillPropose | Sense::Cede | Sense::Stand)
    }
}

impl Said {
    fn is_request(&self) -> bool {
        self.sense.is_request()
    }

    fn is_offer(&self) -> bool {
        self.sense.is_offer()
    }

    fn is_harm(&self) -> bool {
        matches!(self.sense, Sense::Threat | Sense::Hunt)
    }

    /// The request not to do it; `None` where nothing is left to ask for.
    fn forbidden(self) -> Option<Said> {
        let sense = match self.sense {
            Sense::Strike => Sense::Stop,
            Sense::Stop => Sense::Strike,
            _ => return None,
        };
        Some(Said { sense, ..self })
    }
}

impl Reading {
    /// The halves that are meant by themselves: nothing is promised or claimed under a condition. "You will regret it
    /// if you attack Red" asks not to attack Red.
    pub fn claims(&self) -> impl Iterator<Item = Said> + use<> {
        let (first, then) = match self.then {
            None => (Some(self.first), None),
            Some((Connective::Both | Connective::Reason, second)) => {
                (Some(self.first), Some(second))
            }
            Some((Connective::Despite, _)) => (Some(self.first), None),
            Some((
                Connective::Otherwise | Connective::Condition | Connective::Exception,
                second,
            )) => {
                let asked = Some(second).filter(Said::is_request);
                let asked = if self.forbids() { asked.and_then(Said::forbidden) } else { asked };
                (Some(self.first).filter(Said::is_request), asked)
            }
        };
        first.into_iter().chain(then)
    }

    /// Whether the second half is what must not happen: harm if it does, or a gift unless it does.
    fn forbids(&self) -> bool {
        match self.then {
            Some((Connective::Condition, _)) => self.first.is_harm(),
            Some((Connective::Exception, _)) => self.first.is_offer(),
            _ => false,
        }
    }

    /// Whether it says what happens otherwise: a request under threat.
    pub fn threatens(&self) -> bool {
        let Some((link, second)) = self.then else { return false };
        let first = self.first;
        match link {
            Connective::Both
            | Connective::Reason
            | Connective::Otherwise
            | Connective::Exception => {
                (first.is_harm() && second.is_request()) || (first.is_request() && second.is_harm())
            }
            Connective::Condition => first.is_harm() && second.is_request(),
            Connective::Despite => false,
        }
    }

    /// Whether it offers something in return.
    pub fn rewards(&self) -> bool {
        let Some((link, second)) = self.then else { return false };
        let first = self.first;
        match link {
            Connective::Both | Connective::Reason | Connective::Condition => {
                (first.is_offer() && second.is_request())
                    || (first.is_request() && second.is_offer())
            }
            Connective::Exception => first.is_offer() && second.is_request(),
            Connective::Otherwise | Connective::Despite => false,
        }
    }

    /// Whether it is said in confidence: "you did not hear this from me".
    pub fn confides(&self) -> bool {
        let then = self.then.map(|(_, said)| said);
        std::iter::once(self.first).chain(then).any(|said| said.sense == Sense::Secret)
    }
}

/// The table of meanings: every template, conjunction, reaction and concept of the catalogue.
pub struct Meanings {
    templates: Vec<Sense>,
    /// What a template does when it is said about its sender, where that is something else.
    of_sender: Vec<Option<Sense>>,
    conjunctions: Vec<Connective>,
    reactions: Vec<Sense>,
    concepts: Vec<Idea>,
}

/// The table as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MeaningsFile {
    templates: BTreeMap<String, Sense>,
    of_sender: BTreeMap<String, Sense>,
    conjunctions: BTreeMap<String, Connective>,
    reactions: BTreeMap<String, Sense>,
    concepts: BTreeMap<String, Idea>,
}

impl Meanings {
    pub fn standard() -> &'static Meanings {
        static MEANINGS: LazyLock<Meanings> = LazyLock::new(|| {
            let table = include_str!("../data/meanings.json");
            Meanings::from_json(table).expect("a test reads the table that comes with the bots")
        });
        &MEANINGS
    }

    /// # Errors
    /// If the text is not a table of meanings, lacks an entry of the catalogue, or has one that is not in it.
    pub fn from_json(json: &str) -> Result<Meanings, String> {
        let mut file: MeaningsFile =
            serde_json::from_str(json).map_err(|error| error.to_string())?;
        let catalogue = Signals::standard().catalogue();
        let templates = catalogue.templates().map(|(_, spec)| spec.id.as_str());
        let templates = in_order("templates", templates, &mut file.templates)?;
        let of_sender = catalogue.templates().map(|(_, spec)| file.of_sender.remove(&spec.id));
        let of_sender = of_sender.collect();
        if let Some(id) = file.of_sender.keys().next() {
            return Err(format!("of_sender.{id} is not in the catalogue"));
        }
        let conjunctions = catalogue.conjunctions().map(|(_, spec)| spec.id.as_str());
        let reactions = catalogue.reactions().map(|(_, id)| id);
        let concepts = catalogue.nouns(WordKind::Concept).unwrap_or_default();
        Ok(Meanings {
            of_sender,
            templates,
            conjunctions: in_order("conjunctions", conjunctions, &mut file.conjunctions)?,
            reactions: in_order("reactions", reactions, &mut file.reactions)?,
            concepts: in_order(
                "concepts",
                concepts.iter().map(String::as_str),
                &mut file.concepts,
            )?,
        })
    }

    pub fn reaction(&self, reaction: Reaction) -> Option<Sense> {
        self.reactions.get(usize::from(reaction.0)).copied()
    }

    /// Understands what `from` said.
    pub(crate) fn read(
        &self,
        rules: &Rules,
        front: &Front,
        from: Seat,
        signal: &Signal,
    ) -> Option<Reading> {
        let first = self.phrase(rules, front, from, signal.first)?;
        let then = match signal.then {
            None => None,
            Some(chained) => {
                let link = *self.conjunctions.get(usize::from(chained.by.0))?;
                Some((link, self.phrase(rules, front, from, chained.phrase)?))
            }
        };
        Some(Reading { first, then })
    }

    fn phrase(&self, rules: &Rules, front: &Front, from: Seat, phrase: Phrase) -> Option<Said> {
        let sense = *self.templates.get(usize::from(phrase.template.0))?;
        if phrase.filler == Some(Word::Player(from))
            && let Some(sense) = self.of_sender.get(usize::from(phrase.template.0)).copied()?
        {
            return Some(Said { sense, subject: PhraseSubject::Nothing, word: phrase.filler });
        }
        let subject = match phrase.filler {
            None => PhraseSubject::Nothing,
            Some(Word::Player(seat)) => PhraseSubject::Seat(seat),
            Some(Word::Territory(place)) => PhraseSubject::Lands(TerritorySet::only(place)),
            Some(Word::Zone(zone)) => {
                PhraseSubject::Lands(rules.map.zones().get(zone.index())?.territories)
            }
            Some(Word::Agreement(agreement)) => PhraseSubject::Agreement(agreement),
            Some(Word::Concept(concept)) => {
                let idea = *self.concepts.get(usize::from(concept.0))?;
                point(rules, front, from, idea)
            }
        };
        Some(Said { sense, subject, word: phrase.filler })
    }
}

/// What a concept points at on this map, between these two seats.
fn point(rules: &Rules, front: &Front, from: Seat, idea: Idea) -> PhraseSubject {
    let file = rules.map.file();
    let (wide, high) = (file.size[0], file.size[1]);
    let place = |within: &dyn Fn(f32, f32) -> bool| {
        let lands = rules.map.all().into_iter().zip(&file.territories);
        let lands = lands.filter(|(_, spec)| within(spec.anchor[0] / wide, spec.anchor[1] / high));
        PhraseSubject::Lands(lands.map(|(territory, _)| territory).collect())
    };
    match idea {
        Idea::North => place(&|_, y| y < 0.4),
        Idea::South => place(&|_, y| y > 0.6),
        Idea::West => place(&|x, _| x < 0.4),
        Idea::East => place(&|x, _| x > 0.6),
        Idea::Centre => place(&|x, y| (0.3..0.7).contains(&x) && (0.3..0.7).contains(&y)),
        Idea::Border => PhraseSubject::Lands(shared_border(rules, front, from)),
        Idea::Strongest => front.leader().map_or(PhraseSubject::Idea(idea), PhraseSubject::Seat),
        Idea::Weakest => front.weakest().map_or(PhraseSubject::Idea(idea), PhraseSubject::Seat),
        Idea::Peace
        | Idea::Alliance
        | Idea::Friendship
        | Idea::Trust
        | Idea::Revenge
        | Idea::Time => PhraseSubject::Idea(idea),
    }
}

/// The territories of `with` next to one's own.
fn shared_border(rules: &Rules, front: &Front, with: Seat) -> TerritorySet {
    let touches = |place: &Territory| !rules.map.near(*place).and(front.mine).is_empty();
    front.lands_of(parley::SeatSet::only(with)).into_iter().filter(touches).collect()
}

fn in_order<'a, T>(
    field: &str,
    ids: impl Iterator<Item = &'a str>,
    table: &mut BTreeMap<String, T>,
) -> Result<Vec<T>, String> {
    let found = ids.map(|id| table.remove(id).ok_or_else(|| format!("{field}.{id} is missing")));
    let found = found.collect::<Result<Vec<T>, String>>()?;
    match table.keys().next() {
        None => Ok(found),
        Some(id) => Err(format!("{field}.{id} is not in the catalogue")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONJUNCTIONS: [&str; 8] =
        ["and", "but", "or", "because", "if", "unless", "as_long_as", "even_if"];

    fn said(sense: Sense) -> Said {
        Said { sense, subject: PhraseSubject::Seat(Seat(2)), word: None }
    }

    fn link(conjunction: &str) -> Connective {
        let catalogue = Signals::standard().catalogue();
        let by = catalogue.conjunction_named(conjunction).expect("it is in the catalogue");
        Meanings::standard().conjunctions[usize::from(by.0)]
    }

    /// What is asked for, and whether with a threat or a reward.
    fn asked(first: Sense, conjunction: &str, second: Sense) -> (Option<Sense>, bool, bool) {
        let reading = Reading { first: said(first), then: Some((link(conjunction), said(second))) };
        let mut requests = reading.claims().filter(Said::is_request).map(|said| said.sense);
        let asked = requests.next();
        assert_eq!(requests.next(), None);
        (asked, reading.threatens(), reading.rewards())
    }

    #[test]
    fn every_conjunction_is_in_the_table_below() {
        let mut all: Vec<String> = CONJUNCTIONS.map(str::to_owned).to_vec();
        all.retain(|id| Signals::standard().catalogue().conjunction_named(id).is_none());
        assert_eq!(all, Vec::<String>::new());
        assert_eq!(Signals::standard().catalogue().conjunctions().count(), CONJUNCTIONS.len());
    }

    /// A harm, a gift or a plain remark, and a request to attack: "You will regret it if you attack Red."
    #[test]
    fn what_comes_first_changes_what_is_asked_by_its_conjunction() {
        use Sense::{Stop, Strike};
        let (strike, stop) = (Some(Strike), Some(Stop));
        let table = [
            // conjunction, after a threat, after a reward, after a remark
            ("and", (strike, true, false), (strike, false, true), (strike, false, false)),
            ("but", (strike, true, false), (strike, false, true), (strike, false, false)),
            ("or", (strike, true, false), (strike, false, false), (strike, false, false)),
            ("because", (strike, true, false), (strike, false, true), (strike, false, false)),
            ("if", (stop, true, false), (strike, false, true), (strike, false, false)),
            ("unless", (strike, true, false), (stop, false, true), (strike, false, false)),
            ("as_long_as", (stop, true, false), (strike, false, true), (strike, false, false)),
            ("even_if", (None, false, false), (None, false, false), (None, false, false)),
        ];
        assert_eq!(table.map(|row| row.0), CONJUNCTIONS);
        for (conjunction, threat, reward, plain) in table {
            let read = |first| asked(first, conjunction, Strike);
            assert_eq!(read(Sense::Threat), threat, "a threat, {conjunction}");
            assert_eq!(read(Sense::Aid), reward, "a reward, {conjunction}");
            assert_eq!(read(Sense::Weak), plain, "a remark, {conjunction}");
        }
    }

    /// "Leave Red alone, or you will regret it."
    #[test]
    fn what_comes_last_threatens_or_rewards_by_its_conjunction() {
        let table = [
            // conjunction, whether a threat counts, whether a reward counts
            ("and", true, true),
            ("but", true, true),
            ("or", true, false),
            ("because", true, true),
            ("if", false, true),
            ("unless", true, false),
            ("as_long_as", false, true),
            ("even_if", false, false),
        ];
        assert_eq!(table.map(|row| row.0), CONJUNCTIONS);
        for (conjunction, threat, reward) in table {
            let read = |second| asked(Sense::Stop, conjunction, second);
            assert_eq!(read(Sense::Threat), (Some(Sense::Stop), threat, false), "{conjunction}");
            assert_eq!(read(Sense::Aid), (Some(Sense::Stop), false, reward), "{conjunction}");
            assert_eq!(read(Sense::Weak), (Some(Sense::Stop), false, false), "{conjunction}");
        }
    }

    #[test]
    fn who_would_be_harmed_by_peace_is_asked_to_fight() {
        let read = asked(Sense::Threat, "if", Sense::Stop);
        assert_eq!(read, (Some(Sense::Strike), true, false));
    }
}
