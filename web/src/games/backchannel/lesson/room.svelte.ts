/** The first lesson: a story that the server has written down, played here as if it were a table. */
import type { Problem } from '../../../api/types';
import type {
  AttackOdds,
  BackchannelCommand,
  BackchannelReference,
  ConsequenceWords,
  Lesson,
  LessonStep,
  ObstacleWords,
  ProposedDeal,
  Territory,
} from '../api';
import { lessonStep } from '../../../lib/preferences.svelte';
import { still } from '../../../lib/media.svelte';
import { BackchannelRoom } from '../room.svelte';
import { suspense } from '../turn/dice';

/** Between two moves of others, in milliseconds. */
const BEAT = 850;

/** The same command, in whatever order it is written. */
function same(one: BackchannelCommand, other: BackchannelCommand): boolean {
  const flat = (command: BackchannelCommand) =>
    JSON.stringify(Object.entries(command).toSorted(([a], [b]) => a.localeCompare(b)));
  return flat(one) === flat(other);
}

export class LessonRoom extends BackchannelRoom {
  at = $state(0);
  #moving = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly lesson: Lesson,
    reference: BackchannelReference,
  ) {
    super('lesson', lesson.setup, reference, {}, () => {});
    this.status = 'live';
    this.begin(lessonStep.value < lesson.steps.length ? lessonStep.value : 0);
  }

  get step(): LessonStep {
    return this.lesson.steps[this.at] as LessonStep;
  }
  get count(): number {
    return this.lesson.steps.length;
  }
  /** Whether others are moving, or dice are in the air. */
  get playing(): boolean {
    return this.#moving || this.rolling;
  }
  get isLast(): boolean {
    return this.at === this.count - 1;
  }

  /** Goes straight to a step; everything before it has happened. */
  begin(at: number): void {
    clearTimeout(this.#timer);
    const frames = this.lesson.steps.slice(0, at + 1).flatMap((step) => step.frames);
    const last = frames.at(-1);
    if (!last) return;
    this.#moving = false;
    this.at = lessonStep.value = at;
    this.see(
      this.#known(
        frames.length - 1,
        last,
        frames.flatMap(({ log }) => log),
      ),
    );
  }

  next(): void {
    if (this.isLast || this.playing) return;
    this.at += 1;
    lessonStep.value = this.at;
    this.#play(0);
  }

  override attempt(command: BackchannelCommand): Promise<Problem | null> {
    const { expects, hint, clause } = this.step;
    if (this.playing || !expects.some((each) => same(each, command))) {
      const detail = this.playing ? 'One moment.' : hint;
      return Promise.resolve({ type: 'lesson', status: 422, title: 'Not yet', detail, clause });
    }
    this.next();
    return Promise.resolve(null);
  }

  override odds(from: Territory, to: Territory, stopAt: number | null): Promise<AttackOdds | null> {
    const asked = this.step.expects.some((each) => each.type === 'attack' && each.from === from && each.to === to);
    const known = this.step.odds.find(({ stop_at }) => stop_at === stopAt);
    return Promise.resolve(asked && known ? known.odds : null);
  }

  override consequences({ to, card }: ProposedDeal): Promise<ConsequenceWords[]> {
    const asked = this.step.expects.some((each) => each.type === 'propose' && each.to === to && each.card === card);
    return Promise.resolve(asked ? this.step.consequences : []);
  }

  override obstacle(): Promise<ObstacleWords | null> {
    const { hint, clause } = this.step;
    return Promise.resolve({ text: hint, clause });
  }

  close(): void {
    this.settle();
    clearTimeout(this.#timer);
  }

  #play(frame: number): void {
    const { frames } = this.step;
    const shown = frames[frame];
    this.#moving = frame < frames.length - 1;
    if (!shown) return;
    this.settle();
    this.see(this.#known((this.known?.seq ?? 0) + 1, shown, [...this.log, ...shown.log]));
    const thrown = this.rolling ? suspense(this.fight?.fight.report?.rolls ?? 1) : 0;
    if (this.#moving) this.#timer = setTimeout(() => this.#play(frame + 1), still.current ? 0 : thrown + BEAT);
  }

  #known(seq: number, { view, options }: LessonStep['frames'][number], log: LessonStep['frames'][number]['log']) {
    const seats = this.setup.names.map((name, seat) => ({
      seat,
      name,
      holder: { kind: 'person' as const, person: null },
      yours: seat === this.lesson.seat,
      relieved: false,
      timeouts: 0,
      asks_pause: false,
    }));
    const around = { bot_pace_ms: 0, left_to_bots: false, skipped: false };
    const table = { clock: null, paused: false, over: view.outcome !== null, seats, ...around };
    return { seq, seat: this.lesson.seat, view, options, log, table };
  }
}
