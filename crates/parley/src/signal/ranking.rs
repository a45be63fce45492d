//! Numbers every legal signal, so that one can be picked uniformly or listed.

use super::{
    CatalogueOf, Chained, Conjunction, PhraseOf, SignalOf, SignalWord, Template, TemplateSpec,
    VocabularyKind,
};

/// The words that somebody may use, numbered within their kinds.
pub trait Lexicon<W: SignalWord> {
    /// The `n`th word of a kind.
    fn nth(&self, kind: W::Kind, n: u64) -> Option<W>;

    /// The number of a word for [`nth`](Lexicon::nth); `None` if it may not be used.
    fn rank(&self, word: W) -> Option<u64>;
}

/// All legal signals in a fixed order, single phrases first. Looking one up allocates nothing.
#[derive(Clone, Debug)]
pub struct Ranking<K> {
    slots: Vec<Slot<K>>,
    all: Roll,
    joints: Vec<Joint>,
    signals: u64,
}

#[derive(Clone, Debug)]
struct Slot<K> {
    may_be_empty: bool,
    kinds: Vec<(K, u64)>,
}

/// A list of templates with the number of phrases that each has.
#[derive(Clone, Default, Debug)]
struct Roll {
    /// A template and the number of phrases up to its end.
    ends: Vec<(Template, u64)>,
    len: u64,
}

/// The chains of one conjunction. Phrases that can stand on both sides are separate from those that can only lead,
/// because a phrase that can do both has one partner fewer: itself.
#[derive(Clone, Debug)]
struct Joint {
    both: Roll,
    only_first: Roll,
    second: Roll,
    len: u64,
}

impl<K: VocabularyKind> Ranking<K> {
    /// Numbers a catalogue's signals for vocabularies with `count` words of each kind that fit a template.
    pub fn new<P: Copy>(
        catalogue: &CatalogueOf<K, P>,
        count: impl Fn(&TemplateSpec<K, P>, K) -> u64,
    ) -> Ranking<K> {
        let slots: Vec<Slot<K>> = catalogue
            .templates()
            .map(|(_, spec)| Slot {
                may_be_empty: spec.optional || spec.slot.is_empty(),
                kinds: spec.slot.iter().map(|&kind| (kind, count(spec, kind))).collect(),
            })
            .collect();
        let roll = |keep: &dyn Fn(Template) -> bool| {
            let templates = catalogue.templates().map(|(template, _)| template);
            Roll::of(templates.filter(|&template| keep(template)), &slots)
        };
        let all = roll(&|_| true);
        let joint = |(by, _)| {
            let leads = |template| catalogue.leads(template, by);
            let joins = |template| catalogue.joins(by, template);
            Joint::new(
                roll(&|template| leads(template) && joins(template)),
                roll(&|template| leads(template) && !joins(template)),
                roll(&joins),
            )
        };
        let joints: Vec<Joint> = catalogue.conjunctions().map(joint).collect();
        let signals = all.len + joints.iter().map(|joint| joint.len).sum::<u64>();
        Ranking { slots, all, joints, signals }
    }

    /// How many phrases there are.
    pub fn phrases(&self) -> u64 {
        self.all.len
    }

    /// How many signals there are, single and chained.
    pub fn signals(&self) -> u64 {
        self.signals
    }

    pub fn nth_phrase<W: SignalWord<Kind = K>>(
        &self,
        n: u64,
        lexicon: &impl Lexicon<W>,
    ) -> Option<PhraseOf<W>> {
        self.phrase_on(&self.all, n, lexicon)
    }

    pub fn nth_signal<W: SignalWord<Kind = K>>(
        &self,
        n: u64,
        lexicon: &impl Lexicon<W>,
    ) -> Option<SignalOf<W>> {
        if n < self.all.len {
            return self.nth_phrase(n, lexicon).map(SignalOf::single);
        }
        let mut n = n - self.all.len;
        for (by, joint) in self.joints.iter().enumerate() {
            if n < joint.len {
                return self.nth_chain(Conjunction(by as u8), joint, n, lexicon);
            }
            n -= joint.len;
        }
        None
    }

    /// The number of a signal for [`nth_signal`](Ranking::nth_signal); `None` if it is not legal.
    pub fn rank<W: SignalWord<Kind = K>>(
        &self,
        signal: &SignalOf<W>,
        lexicon: &impl Lexicon<W>,
    ) -> Option<u64> {
        let Some(then) = signal.then else {
            return self.rank_on(&self.all, &signal.first, lexicon);
        };
        let joint = self.joints.get(usize::from(then.by.0))?;
        let before = self.joints.iter().take(usize::from(then.by.0)).map(|joint| joint.len);
        let rank = self.rank_in(joint, &signal.first, &then, lexicon)?;
        Some(self.all.len + before.sum::<u64>() + rank)
    }

    fn nth_chain<W: SignalWord<Kind = K>>(
        &self,
        by: Conjunction,
        joint: &Joint,
        n: u64,
        lexicon: &impl Lexicon<W>,
    ) -> Option<SignalOf<W>> {
        let (first, second) = if n < joint.both_len() {
            let partners = joint.second.len - 1;
            let first = self.phrase_on(&joint.both, n / partners, lexicon)?;
            let itself = self.rank_on(&joint.second, &first, lexicon)?;
            let second = n % partners;
            (first, second + u64::from(second >= itself))
        } else {
            let n = n - joint.both_len();
            let first = self.phrase_on(&joint.only_first, n / joint.second.len, lexicon)?;
            (first, n % joint.second.len)
        };
        let phrase = self.phrase_on(&joint.second, second, lexicon)?;
        Some(SignalOf::chained(first, by, phrase))
    }

    fn rank_in<W: SignalWord<Kind = K>>(
        &self,
        joint: &Joint,
        first: &PhraseOf<W>,
        then: &Chained<W>,
        lexicon: &impl Lexicon<W>,
    ) -> Option<u64> {
        let second = self.rank_on(&joint.second, &then.phrase, lexicon)?;
        if let Some(lead) = self.rank_on(&joint.both, first, lexicon) {
            let itself = self.rank_on(&joint.second, first, lexicon)?;
            let partner = second - u64::from(second > itself);
            return (second != itself).then(|| lead * (joint.second.len - 1) + partner);
        }
        let lead = self.rank_on(&joint.only_first, first, lexicon)?;
        Some(joint.both_len() + lead * joint.second.len + second)
    }

    fn phrase_on<W: SignalWord<Kind = K>>(
        &self,
        roll: &Roll,
        n: u64,
        lexicon: &impl Lexicon<W>,
    ) -> Option<PhraseOf<W>> {
        let (template, mut n) = roll.nth(n)?;
        let slot = self.slots.get(usize::from(template.0))?;
        if slot.may_be_empty {
            if n == 0 {
                return Some(PhraseOf::bare(template));
            }
            n -= 1;
        }
        for &(kind, count) in &slot.kinds {
            if n < count {
                return lexicon.nth(kind, n).map(|word| PhraseOf::filled(template, word));
            }
            n -= count;
        }
        None
    }

    fn rank_on<W: SignalWord<Kind = K>>(
        &self,
        roll: &Roll,
        phrase: &PhraseOf<W>,
        lexicon: &impl Lexicon<W>,
    ) -> Option<u64> {
        let start = roll.start(phrase.template)?;
        let slot = self.slots.get(usize::from(phrase.template.0))?;
        let Some(word) = phrase.filler else {
            return slot.may_be_empty.then_some(start);
        };
        let place = slot.kinds.iter().position(|&(kind, _)| kind == word.kind())?;
        let before: u64 = slot.kinds[..place].iter().map(|&(_, count)| count).sum();
        let within = lexicon.rank(word).filter(|&within| within < slot.kinds[place].1)?;
        Some(start + u64::from(slot.may_be_empty) + before + within)
    }
}

impl<K> Slot<K> {
    fn len(&self) -> u64 {
        u64::from(self.may_be_empty) + self.kinds.iter().map(|(_, count)| count).sum::<u64>()
    }
}

impl Roll {
    fn of<K>(templates: impl Iterator<Item = Template>, slots: &[Slot<K>]) -> Roll {
        let mut roll = Roll::default();
        for template in templates {
            roll.len += slots[usize::from(template.0)].len();
            roll.ends.push((template, roll.len));
        }
        roll
    }

    /// The template of the `n`th phrase, and the phrase's number among those of that template.
    fn nth(&self, n: u64) -> Option<(Template, u64)> {
        let place = self.ends.partition_point(|&(_, end)| end <= n);
        let &(template, _) = self.ends.get(place)?;
        Some((template, n - self.start_at(place)))
    }

    fn start(&self, template: Template) -> Option<u64> {
        let place = self.ends.binary_search_by_key(&template, |&(template, _)| template).ok()?;
        Some(self.start_at(place))
    }

    fn start_at(&self, place: usize) -> u64 {
        place.checked_sub(1).map_or(0, |before| self.ends[before].1)
    }
}

impl Joint {
    fn new(both: Roll, only_first: Roll, second: Roll) -> Joint {
        let len = both.len * second.len.saturating_sub(1) + only_first.len * second.len;
        Joint { both, only_first, second, len }
    }

    fn both_len(&self) -> u64 {
        self.len - self.only_first.len * self.second.len
    }
}
