//! The forms of one template in one language.

use std::collections::BTreeMap;

use super::file::{Form, WordingFile};
use super::pattern::WordingPattern;
use super::{DataError, DataProblem, SentenceKind, TemplateSpec, VocabularyKind};

/// The wordings of one template, with and without its word.
#[derive(Clone, Debug)]
pub(super) struct TemplateWording<K> {
    pub(super) sentence: SentenceKind,
    /// The wording with its word, or the only one of a template without a slot.
    pub(super) filled: Wording,
    pub(super) bare: Option<Wording>,
    /// The wording about the sender, if it is another one.
    pub(super) sender: Option<Wording>,
    kinds: BTreeMap<K, Wording>,
}

impl<K: VocabularyKind> TemplateWording<K> {
    /// The wording with a word of this kind.
    pub(super) fn with(&self, kind: K) -> &Wording {
        self.kinds.get(&kind).unwrap_or(&self.filled)
    }
}

/// One wording in all its grammatical forms.
#[derive(Clone, Debug)]
pub(super) struct Wording {
    pub(super) opening: WordingPattern,
    joined: WordingPattern,
    reason: WordingPattern,
    condition: WordingPattern,
}

impl Wording {
    pub(super) fn form(&self, form: Form) -> &WordingPattern {
        match form {
            Form::Joined => &self.joined,
            Form::Reason => &self.reason,
            Form::Condition => &self.condition,
        }
    }
}

/// Parses wordings of one language.
pub(super) struct WordingReader<'f> {
    pub(super) forms: &'f [String],
    pub(super) own_clause_order: bool,
}

impl WordingReader<'_> {
    pub(super) fn entry<K: VocabularyKind, P>(
        &self,
        spec: &TemplateSpec<K, P>,
        file: &WordingFile<K>,
    ) -> Result<TemplateWording<K>, DataError> {
        let field = format!("templates.{}", spec.id);
        let has_slot = !spec.slot.is_empty();
        let filled = self.wording(spec, &field, file, has_slot)?;
        let sender = match &file.sender {
            Some(_) if spec.others_only || !has_slot => {
                return Err(DataError::at(format!("{field}.sender"), DataProblem::Unknown));
            }
            Some(own) => Some(self.wording(spec, &format!("{field}.sender"), own, false)?),
            None => None,
        };
        let mut kinds = BTreeMap::new();
        for (kind, own) in &file.kinds {
            let field = format!("{field}.kinds.{kind:?}");
            if !spec.slot.contains(kind) {
                return Err(DataError::at(field, DataProblem::Unknown));
            }
            kinds.insert(*kind, self.wording(spec, &field, own, true)?);
        }
        let field = format!("{field}.bare");
        let bare = match (spec.optional, &file.bare) {
            (true, Some(bare)) => Some(self.wording(spec, &field, bare, false)?),
            (true, None) => return Err(DataError::at(field, DataProblem::Missing)),
            (false, Some(_)) => return Err(DataError::at(field, DataProblem::Unknown)),
            (false, None) => None,
        };
        Ok(TemplateWording { sentence: spec.sentence, filled, bare, sender, kinds })
    }

    fn wording<K, P>(
        &self,
        spec: &TemplateSpec<K, P>,
        field: &str,
        file: &WordingFile<K>,
        wants_gap: bool,
    ) -> Result<Wording, DataError> {
        self.check_clauses(spec, field, file)?;
        let joined = file.joined.as_ref().unwrap_or(&file.opening);
        let reason = file.reason.as_ref().unwrap_or(joined);
        let condition = file.condition.as_ref().unwrap_or(reason);
        let pattern = |name: &str, text: &str| {
            let pattern = WordingPattern::parse(text, self.forms, wants_gap);
            pattern.map_err(|problem| DataError::at(format!("{field}.{name}"), problem))
        };
        Ok(Wording {
            opening: pattern("opening", &file.opening)?,
            joined: pattern("joined", joined)?,
            reason: pattern("reason", reason)?,
            condition: pattern("condition", condition)?,
        })
    }

    /// An order or a question is not a clause as it stands, and some languages put the verb elsewhere.
    fn check_clauses<K, P>(
        &self,
        spec: &TemplateSpec<K, P>,
        field: &str,
        file: &WordingFile<K>,
    ) -> Result<(), DataError> {
        let missing =
            |name: &str| Err(DataError::at(format!("{field}.{name}"), DataProblem::Missing));
        if spec.joins && spec.sentence == SentenceKind::Order && file.joined.is_none() {
            return missing("joined");
        }
        let asks = spec.sentence == SentenceKind::Question;
        if spec.joins && (self.own_clause_order || asks) && file.reason.is_none() {
            return missing("reason");
        }
        Ok(())
    }
}
