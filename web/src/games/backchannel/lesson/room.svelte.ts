/** The first lesson: a story that the server has written down, played here as if it were a table. */
import type { Problem } from '../../../api/types';
import type { BackchannelCommand, BackchannelReference, Lesson, LessonStep } from '../api';
import { lessonStep } from '../../../lib/preferences.svelte';
import { BackchannelRoom } from '../room.svelte';

/** Between two moves of others, in milliseconds. */
const BEAT = 850;

/** Whether a command is what the story waits for. An attack with one roll may as well be a blitz. */
export function leadsOn(expected: BackchannelCommand | null, given: BackchannelCommand): boolean {
  if (!expected) return false;
  if (expected.type === 'attack' && given.type === 'attack' && expected.mode === 'once')
    return expected.from === given.from && expected.to === given.to;
  const flat = (command: BackchannelCommand) =>
    JSON.stringify(Object.entries(command).toSorted(([a], [b]) => a.localeCompare(b)));
  return flat(expected) === flat(given);
}

export class LessonRoom extends BackchannelRoom {
  at = $state(0);
  /** Whether others are moving. */
  playing = $state(false);
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
  get isLast(): boolean {
    return this.at === this.count - 1;
  }

  /** Goes straight to a step; everything before it has happened. */
  begin(at: number): void {
    clearTimeout(this.#timer);
    const frames = this.lesson.steps.slice(0, at + 1).flatMap((step) => step.frames);
    const last = frames.at(-1);
    if (!last) return;
    this.playing = false;
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
    if (this.playing || !leadsOn(expects, command)) {
      const detail = this.playing ? 'One moment: others are moving.' : hint;
      return Promise.resolve({ type: 'lesson', status: 422, title: 'Not yet', detail, clause });
    }
    this.next();
    return Promise.resolve(null);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #play(frame: number): void {
    const { frames } = this.step;
    const shown = frames[frame];
    if (!shown) {
      this.playing = false;
      return;
    }
    this.playing = frame < frames.length - 1;
    this.see(this.#known((this.known?.seq ?? 0) + 1, shown, [...this.log, ...shown.log]));
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (this.playing) this.#timer = setTimeout(() => this.#play(frame + 1), still ? 0 : BEAT);
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
