//! The sentences of a game, and which signals can be built from them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::data::{check_names, parse};
use super::file::CatalogueFile;
use super::{
    Binds, Conjunction, ConjunctionSpec, DataError, DataProblem, PhraseOf, Reaction, SentenceKind,
    SignalOf, SignalWord, Template, TemplateSpec, VocabularyKind,
};

/// Why something that looks like a signal is none. `Display` is a whole sentence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Fault"))]
#[serde(rename_all = "snake_case")]
pub enum SignalError {
    #[error("There is no template {}.", .0.0)]
    UnknownTemplate(Template),
    #[error("There is no conjunction {}.", .0.0)]
    UnknownConjunction(Conjunction),
    #[error("There is no such word.")]
    UnknownWord,
    #[error("That template cannot be left empty.")]
    SlotMissing(Template),
    #[error("That template has nothing to fill.")]
    NoSlot(Template),
    #[error("That word does not fit that template.")]
    WrongKind(Template),
    #[error("That conjunction cannot follow that phrase.")]
    CannotLead(Template),
    #[error("That phrase cannot follow that conjunction.")]
    CannotJoin(Template),
    #[error("A signal does not say the same thing twice.")]
    Repeats,
}

/// Every template, conjunction, reaction and noun of a game. `P` is what a promise can be about.
#[derive(Clone, Debug)]
pub struct CatalogueOf<K, P> {
    templates: Vec<TemplateSpec<K, P>>,
    conjunctions: Vec<ConjunctionSpec>,
    reactions: Vec<String>,
    nouns: BTreeMap<K, Vec<String>>,
    slots: Vec<KindSet>,
    joints: Vec<Joint>,
}

#[derive(Clone, Copy, Debug)]
struct KindSet(u16);

#[derive(Clone, Copy, Debug)]
struct Joint {
    after: u8,
    before: u8,
}

impl<K: VocabularyKind, P: Copy + for<'de> Deserialize<'de>> CatalogueOf<K, P> {
    /// # Errors
    /// If the text is not a catalogue, or contradicts itself.
    pub fn from_json(json: &str) -> Result<CatalogueOf<K, P>, DataError> {
        let file: CatalogueFile<K, P> = parse(json)?;
        check_names("templates", file.templates.iter().map(|spec| spec.id.as_str()))?;
        check_names("conjunctions", file.conjunctions.iter().map(|spec| spec.id.as_str()))?;
        check_names("reactions", file.reactions.iter().map(String::as_str))?;
        for (kind, nouns) in &file.nouns {
            check_names(&format!("nouns.{kind:?}"), nouns.iter().map(String::as_str))?;
        }
        file.templates.iter().try_for_each(check_template)?;
        Ok(CatalogueOf {
            slots: file.templates.iter().map(|spec| KindSet::of(&spec.slot)).collect(),
            joints: file.conjunctions.iter().map(Joint::of).collect(),
            templates: file.templates,
            conjunctions: file.conjunctions,
            reactions: file.reactions,
            nouns: file.nouns,
        })
    }
}

impl<K: VocabularyKind, P: Copy> CatalogueOf<K, P> {
    pub fn templates(&self) -> impl ExactSizeIterator<Item = (Template, &TemplateSpec<K, P>)> {
        self.templates.iter().enumerate().map(|(place, spec)| (Template(place as u8), spec))
    }

    pub fn conjunctions(&self) -> impl ExactSizeIterator<Item = (Conjunction, &ConjunctionSpec)> {
        self.conjunctions.iter().enumerate().map(|(place, spec)| (Conjunction(place as u8), spec))
    }

    pub fn reactions(&self) -> impl ExactSizeIterator<Item = (Reaction, &str)> {
        self.reactions.iter().enumerate().map(|(place, id)| (Reaction(place as u8), id.as_str()))
    }

    /// The nouns of a kind, in order; empty if the table names its words.
    pub fn nouns(&self, kind: K) -> Option<&[String]> {
        self.nouns.get(&kind).map(Vec::as_slice)
    }

    pub(super) fn all_nouns(&self) -> &BTreeMap<K, Vec<String>> {
        &self.nouns
    }

    pub fn template(&self, template: Template) -> Option<&TemplateSpec<K, P>> {
        self.templates.get(usize::from(template.0))
    }

    pub fn conjunction(&self, conjunction: Conjunction) -> Option<&ConjunctionSpec> {
        self.conjunctions.get(usize::from(conjunction.0))
    }

    pub fn template_named(&self, id: &str) -> Option<Template> {
        self.templates().find(|(_, spec)| spec.id == id).map(|(template, _)| template)
    }

    pub fn conjunction_named(&self, id: &str) -> Option<Conjunction> {
        self.conjunctions().find(|(_, spec)| spec.id == id).map(|(conjunction, _)| conjunction)
    }

    pub fn knows_reaction(&self, reaction: Reaction) -> bool {
        usize::from(reaction.0) < self.reactions.len()
    }

    /// Whether `conjunction` may follow `template`.
    pub fn leads(&self, template: Template, conjunction: Conjunction) -> bool {
        let joint = self.joints.get(usize::from(conjunction.0));
        let spec = self.template(template);
        joint.zip(spec).is_some_and(|(joint, spec)| joint.after & bit(spec.sentence) != 0)
    }

    /// Whether `template` may follow `conjunction`.
    pub fn joins(&self, conjunction: Conjunction, template: Template) -> bool {
        let joint = self.joints.get(usize::from(conjunction.0));
        let spec = self.template(template);
        joint
            .zip(spec)
            .is_some_and(|(joint, spec)| spec.joins && joint.before & bit(spec.sentence) != 0)
    }

    pub fn accepts<W: SignalWord<Kind = K>>(&self, phrase: &PhraseOf<W>) -> bool {
        self.check_phrase(phrase).is_ok()
    }

    /// # Errors
    /// Why the phrase is not one of this catalogue. Words that the table names are not checked.
    pub fn check_phrase<W: SignalWord<Kind = K>>(
        &self,
        phrase: &PhraseOf<W>,
    ) -> Result<(), SignalError> {
        let template = phrase.template;
        let spec = self.template(template).ok_or(SignalError::UnknownTemplate(template))?;
        match phrase.filler {
            None if spec.slot.is_empty() || spec.optional => Ok(()),
            None => Err(SignalError::SlotMissing(template)),
            Some(_) if spec.slot.is_empty() => Err(SignalError::NoSlot(template)),
            Some(word) => self.check_word(template, word),
        }
    }

    /// # Errors
    /// Why the signal is not legal. Words that the table names are not checked.
    pub fn check<W: SignalWord<Kind = K>>(&self, signal: &SignalOf<W>) -> Result<(), SignalError> {
        self.check_phrase(&signal.first)?;
        let Some(then) = signal.then else {
            return Ok(());
        };
        self.conjunction(then.by).ok_or(SignalError::UnknownConjunction(then.by))?;
        self.check_phrase(&then.phrase)?;
        if !self.leads(signal.first.template, then.by) {
            return Err(SignalError::CannotLead(signal.first.template));
        }
        if !self.joins(then.by, then.phrase.template) {
            return Err(SignalError::CannotJoin(then.phrase.template));
        }
        if signal.first == then.phrase { Err(SignalError::Repeats) } else { Ok(()) }
    }

    /// What a legal signal commits its sender to. Conditional words bind nobody.
    pub fn promises<W: SignalWord>(&self, signal: &SignalOf<W>) -> impl Iterator<Item = (P, W)> {
        let bound = match signal.then.map(|then| self.conjunction(then.by)) {
            None => 1,
            Some(by) => match by.map(|by| by.binds).unwrap_or_default() {
                Binds::Neither => 0,
                Binds::First => 1,
                Binds::Both => 2,
            },
        };
        signal.phrases().take(bound).filter_map(|phrase| {
            let promise = self.template(phrase.template)?.promise?;
            Some((promise, phrase.filler?))
        })
    }

    fn check_word<W: SignalWord<Kind = K>>(
        &self,
        template: Template,
        word: W,
    ) -> Result<(), SignalError> {
        if !self.slots[usize::from(template.0)].contains(word.kind()) {
            return Err(SignalError::WrongKind(template));
        }
        match self.nouns(word.kind()) {
            Some(nouns) if word.index() >= nouns.len() => Err(SignalError::UnknownWord),
            _ => Ok(()),
        }
    }
}

impl KindSet {
    fn of(kinds: &[impl VocabularyKind]) -> KindSet {
        KindSet(kinds.iter().fold(0, |set, kind| set | 1 << kind.index()))
    }

    #[inline]
    fn contains(self, kind: impl VocabularyKind) -> bool {
        self.0 & (1 << kind.index()) != 0
    }
}

impl Joint {
    fn of(spec: &ConjunctionSpec) -> Joint {
        let set = |sentences: &[SentenceKind]| sentences.iter().fold(0, |set, &one| set | bit(one));
        Joint { after: set(&spec.after), before: set(&spec.before) }
    }
}

#[inline]
fn bit(sentence: SentenceKind) -> u8 {
    1 << sentence as u8
}

fn check_template<K: VocabularyKind, P>(spec: &TemplateSpec<K, P>) -> Result<(), DataError> {
    let field = |name: &str| format!("templates.{}.{name}", spec.id);
    let mut kinds = spec.slot.clone();
    kinds.sort_unstable();
    if let Some(pair) = kinds.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(DataError::at(field("slot"), DataProblem::Duplicate(format!("{:?}", pair[0]))));
    }
    if spec.optional && spec.slot.is_empty() {
        return Err(DataError::at(field("optional"), DataProblem::NothingOptional));
    }
    if spec.promise.is_some() && (spec.optional || spec.slot.is_empty()) {
        return Err(DataError::at(field("promise"), DataProblem::EmptyPromise));
    }
    Ok(())
}
