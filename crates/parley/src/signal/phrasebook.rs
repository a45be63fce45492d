//! One language's wording of a catalogue.

use std::collections::BTreeMap;

use super::data::{check_names, parse};
use super::file::{Form, JointFile, PhrasebookFile};
use super::pattern::WordingPattern;
use super::wording::{TemplateWording, Wording, WordingReader};
use super::{
    CatalogueOf, Conjunction, DataError, DataProblem, PhraseOf, Reaction, SentenceKind, SignalOf,
    SignalWord, Template, VocabularyKind,
};

/// A piece of a sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part<'b, W> {
    Text(&'b str),
    /// A word that the table names.
    Name(W),
    /// A word that the language names, in the form that its place needs.
    Noun(W, &'b str),
}

/// How a language says each template, conjunction, reaction and noun of a catalogue.
///
/// A valid phrasebook has every wording that its catalogue needs.
#[derive(Clone, Debug)]
pub struct PhrasebookOf<K> {
    templates: Vec<TemplateWording<K>>,
    sender: Vec<String>,
    conjunctions: Vec<JointFile>,
    reactions: Vec<String>,
    nouns: BTreeMap<K, Vec<Vec<String>>>,
}

impl<K: VocabularyKind> PhrasebookOf<K> {
    /// # Errors
    /// If the text is not a phrasebook, or does not have exactly the entries of `catalogue`.
    pub fn from_json<P: Copy>(
        json: &str,
        catalogue: &CatalogueOf<K, P>,
    ) -> Result<PhrasebookOf<K>, DataError> {
        let file: PhrasebookFile<K> = parse(json)?;
        check_names("forms", file.forms.iter().map(String::as_str))?;
        check_sender(&file.sender, file.forms.len())?;
        let writer = WordingReader { forms: &file.forms, own_clause_order: file.own_clause_order };
        let ids = catalogue.templates().map(|(_, spec)| spec.id.as_str());
        let wordings = in_order("templates", file.templates, ids)?;
        let specs = catalogue.templates().map(|(_, spec)| spec);
        let entries = specs.zip(&wordings).map(|(spec, wording)| writer.entry(spec, wording));
        let conjunctions = catalogue.conjunctions().map(|(_, spec)| spec.id.as_str());
        let reactions = catalogue.reactions().map(|(_, id)| id);
        Ok(PhrasebookOf {
            templates: entries.collect::<Result<_, _>>()?,
            sender: file.sender,
            conjunctions: in_order("conjunctions", file.conjunctions, conjunctions)?,
            reactions: in_order("reactions", file.reactions, reactions)?,
            nouns: nouns(file.nouns, file.forms.len(), catalogue)?,
        })
    }

    /// A signal's parts, in order and with its full stop, without the capital at its beginning.
    ///
    /// What is not in the catalogue is left out. `sender` is the word for whoever says it: "Leave me alone."
    pub fn parts<W: SignalWord<Kind = K>>(
        &self,
        signal: &SignalOf<W>,
        sender: Option<W>,
    ) -> Vec<Part<'_, W>> {
        let mut parts = Vec::with_capacity(8);
        let Some((first, wording)) = self.wording(&signal.first, sender) else {
            return parts;
        };
        self.write(&mut parts, &wording.opening, signal.first.filler, sender);
        let mut asks = first == SentenceKind::Question;
        if let Some(then) = signal.then
            && let Some(joint) = self.conjunctions.get(usize::from(then.by.0))
            && let Some((second, wording)) = self.wording(&then.phrase, sender)
        {
            parts.push(Part::Text(joint.after(first)));
            // "I take the hill, and leave the ford" would promise what it asks for, so an order
            // only stands without its subject where no statement's subject is near.
            let commands = second == SentenceKind::Order && first != SentenceKind::Statement;
            let form = match joint.form {
                Form::Joined if commands => &wording.opening,
                form => wording.form(form),
            };
            self.write(&mut parts, form, then.phrase.filler, sender);
            asks |= second == SentenceKind::Question && joint.form == Form::Joined;
        }
        parts.push(Part::Text(if asks { "?" } else { "." }));
        parts
    }

    /// A template for a list to pick from, with `gap` where its word will be.
    pub fn outline(&self, template: Template, gap: &str) -> Option<String> {
        let entry = self.templates.get(usize::from(template.0))?;
        let WordingPattern { before, gap: form, after } = &entry.filled.opening;
        Some(format!("{before}{}{after}", form.map_or("", |_| gap)))
    }

    /// A conjunction for a list to pick from.
    pub fn conjunction(&self, conjunction: Conjunction) -> Option<&str> {
        let joint = self.conjunctions.get(usize::from(conjunction.0))?;
        Some(joint.joint.trim_matches([' ', ',']))
    }

    pub fn reaction(&self, reaction: Reaction) -> Option<&str> {
        self.reactions.get(usize::from(reaction.0)).map(String::as_str)
    }

    /// A noun in its first form, for a list to pick from.
    pub fn noun(&self, word: impl SignalWord<Kind = K>) -> Option<&str> {
        self.noun_in(word, 0)
    }

    /// What senders call themselves, for a list to pick from; `None` if this language has no word for it.
    pub fn sender(&self) -> Option<&str> {
        self.sender.first().map(String::as_str)
    }

    fn noun_in(&self, word: impl SignalWord<Kind = K>, form: u8) -> Option<&str> {
        let noun = self.nouns.get(&word.kind())?.get(word.index())?;
        noun.get(usize::from(form)).map(String::as_str)
    }

    fn wording<W: SignalWord<Kind = K>>(
        &self,
        phrase: &PhraseOf<W>,
        sender: Option<W>,
    ) -> Option<(SentenceKind, &Wording)> {
        let entry = self.templates.get(usize::from(phrase.template.0))?;
        let wording = match phrase.filler {
            None => entry.bare.as_ref().unwrap_or(&entry.filled),
            filler @ Some(word) => {
                let own = entry.sender.as_ref().filter(|_| filler == sender);
                own.unwrap_or_else(|| entry.with(word.kind()))
            }
        };
        Some((entry.sentence, wording))
    }

    fn write<'b, W: SignalWord<Kind = K>>(
        &'b self,
        parts: &mut Vec<Part<'b, W>>,
        pattern: &'b WordingPattern,
        filler: Option<W>,
        sender: Option<W>,
    ) {
        parts.push(Part::Text(&pattern.before));
        if let (Some(form), Some(word)) = (pattern.gap, filler) {
            let pronoun = self.sender.get(usize::from(form)).filter(|_| filler == sender);
            parts.push(match pronoun.map(String::as_str).or_else(|| self.noun_in(word, form)) {
                Some(noun) => Part::Noun(word, noun),
                None => Part::Name(word),
            });
        }
        parts.push(Part::Text(&pattern.after));
    }
}

impl JointFile {
    fn after(&self, first: SentenceKind) -> &str {
        match (first, &self.after_reply) {
            (SentenceKind::Reply | SentenceKind::Remark, Some(joint)) => joint,
            _ => &self.joint,
        }
    }
}

/// The entries of `found` in the catalogue's order: all of them, and nothing else.
fn in_order<'a, T>(
    field: &str,
    mut found: BTreeMap<String, T>,
    wanted: impl Iterator<Item = &'a str>,
) -> Result<Vec<T>, DataError> {
    let take = |id: &str| {
        let entry = found.remove(id);
        entry.ok_or_else(|| DataError::at(format!("{field}.{id}"), DataProblem::Missing))
    };
    let entries = wanted.map(take).collect::<Result<_, _>>()?;
    match found.keys().next() {
        Some(id) => Err(DataError::at(format!("{field}.{id}"), DataProblem::Unknown)),
        None => Ok(entries),
    }
}

fn nouns<K: VocabularyKind, P: Copy>(
    mut found: BTreeMap<K, BTreeMap<String, Vec<String>>>,
    forms: usize,
    catalogue: &CatalogueOf<K, P>,
) -> Result<BTreeMap<K, Vec<Vec<String>>>, DataError> {
    let mut nouns = BTreeMap::new();
    for (kind, ids) in catalogue.all_nouns() {
        let field = format!("nouns.{kind:?}");
        let entries = found.remove(kind).unwrap_or_default();
        check_forms(&field, &entries, forms)?;
        nouns.insert(*kind, in_order(&field, entries, ids.iter().map(String::as_str))?);
    }
    match found.keys().next() {
        Some(kind) => Err(DataError::at(format!("nouns.{kind:?}"), DataProblem::Unknown)),
        None => Ok(nouns),
    }
}

fn check_sender(sender: &[String], wanted: usize) -> Result<(), DataError> {
    match sender.len() {
        0 => Ok(()),
        found if found == wanted => Ok(()),
        found => Err(DataError::at("sender", DataProblem::FormCount { wanted, found })),
    }
}

fn check_forms(
    field: &str,
    nouns: &BTreeMap<String, Vec<String>>,
    wanted: usize,
) -> Result<(), DataError> {
    match nouns.iter().find(|(_, forms)| forms.len() != wanted) {
        Some((id, forms)) => Err(DataError::at(
            format!("{field}.{id}"),
            DataProblem::FormCount { wanted, found: forms.len() },
        )),
        None => Ok(()),
    }
}
