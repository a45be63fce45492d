//! What one audience has been sent so far.

use parley::{Audience, Language, Seat};

use super::body::Count;
use crate::ruleset::{Call, Ruleset};
use crate::wire::live::{GivenWord, LogLine, SeatMemory};

/// One audience's sequence numbers, and the view that it last had.
pub(crate) struct AudienceState<G: Ruleset> {
    pub audience: Audience,
    /// How many messages it was sent. What is hidden from it leaves no gap.
    pub seq: u32,
    /// Lines of its log.
    pub lines: u32,
    /// Signals that reached it.
    pub signals: u32,
    pub view: G::View,
    pub options: G::Options,
    /// What it was last told of memories; `None` before the first step.
    pub recalled: Option<Recalled>,
    before: G::View,
    options_before: G::Options,
}

/// What bots hold against others, and words kept and broken.
pub(crate) type Recalled = (Vec<SeatMemory>, Vec<GivenWord>);

/// What one audience learned from one step.
pub(crate) struct Learned<N> {
    pub notices: Vec<N>,
    pub proposals: u16,
    pub signals: u16,
    pub turn_began: bool,
    /// Whether there is anything to tell.
    pub anything: bool,
    /// Whether what the bots remember has changed for it.
    pub reminded: bool,
}

impl<G: Ruleset> AudienceState<G> {
    pub fn new(audience: Audience, game: &G) -> AudienceState<G> {
        let mut state = AudienceState {
            audience,
            seq: 0,
            lines: 0,
            signals: 0,
            view: G::View::default(),
            options: G::Options::default(),
            recalled: None,
            before: G::View::default(),
            options_before: G::Options::default(),
        };
        state.look(game);
        state
    }

    /// The state of an audience that has been sent that much.
    pub fn after(
        audience: Audience,
        game: &G,
        Count(seq, lines, signals): Count,
    ) -> AudienceState<G> {
        AudienceState { seq, lines, signals, ..AudienceState::new(audience, game) }
    }

    pub fn count(&self) -> Count {
        Count(self.seq, self.lines, self.signals)
    }

    fn look(&mut self, game: &G) {
        std::mem::swap(&mut self.view, &mut self.before);
        game.view_into(self.audience, &mut self.view);
        if let Some(seat) = self.audience.seat() {
            std::mem::swap(&mut self.options, &mut self.options_before);
            game.options_into(seat, &mut self.options);
        }
    }

    /// Updates the view after a step. `acted` is true for the seat that made it: it is always sent a message.
    pub fn learn(&mut self, game: &G, notices: Vec<G::Notice>, acted: bool) -> Learned<G::Notice> {
        self.look(game);
        let told = acted || !notices.is_empty();
        let anything = told || self.view != self.before || self.options != self.options_before;
        let mut learned = Learned {
            proposals: 0,
            signals: 0,
            turn_began: false,
            anything,
            reminded: false,
            notices,
        };
        let reader = self.audience.seat().unwrap_or(Seat(u8::MAX));
        for notice in &learned.notices {
            match G::calls(notice, reader) {
                Call::Nothing => {}
                Call::Proposal => learned.proposals += 1,
                Call::Signal => learned.signals += 1,
                Call::Turn => learned.turn_began = true,
            }
        }
        self.signals += u32::from(learned.signals);
        self.lines += learned.notices.len() as u32;
        self.seq += u32::from(learned.anything);
        learned
    }

    /// The view before the last step.
    pub fn before(&self) -> &G::View {
        &self.before
    }

    pub fn view_patch(&self) -> G::ViewPatch<'_> {
        G::patch_view(&self.before, &self.view)
    }

    pub fn options_patch(&self) -> Option<G::OptionsPatch<'_>> {
        self.audience.seat()?;
        G::patch_options(&self.options_before, &self.options)
    }

    /// The last lines of its log, in words.
    pub fn log_lines(
        &self,
        game: &G,
        notices: Vec<G::Notice>,
        language: Language,
    ) -> Vec<LogLine<G::Line>> {
        let (first, round) = (self.lines - notices.len() as u32, game.current_round());
        let numbered = (first..).zip(notices);
        numbered
            .map(|(n, notice)| LogLine { n, line: game.line(notice, round, language) })
            .collect()
    }
}
