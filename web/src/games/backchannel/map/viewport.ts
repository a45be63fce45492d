/**
 * Pan, zoom and pinch of one drawing, without a re-render. Panning moves the finished picture as a layer;
 * only a change of scale draws it anew.
 */
import type { Point } from '../api';
import type { Box } from './geometry';

const CLOSEST = 5;
const TAP_SLACK = 6;
/** Left free around the land, in pixels. */
const MARGIN = 24;
/** The least scale at which names can be read. */
const READABLE = 0.36;

export class Viewport {
  #k = 1;
  #x = 0;
  #y = 0;
  #fit = 1;
  #drawn = 0;
  #width = 1;
  #height = 1;
  #pointers = new Map<number, Point>();
  #moved = 0;
  #frame = 0;
  #flight = 0;
  #touched = false;

  constructor(
    private readonly pane: HTMLElement,
    private readonly svg: SVGSVGElement,
    private readonly group: SVGGElement,
    private readonly frame: Box,
    /** What is looked at first where the whole map would be too small to read. */
    private readonly home?: Point,
  ) {
    pane.addEventListener('pointerdown', this.#down);
    pane.addEventListener('pointermove', this.#move);
    pane.addEventListener('pointerup', this.#up);
    pane.addEventListener('pointercancel', this.#up);
    pane.addEventListener('wheel', this.#wheel, { passive: false });
    this.#observer.observe(pane);
  }

  #observer = new ResizeObserver(() => this.#resize());

  destroy(): void {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#frame);
    cancelAnimationFrame(this.#flight);
    this.pane.removeEventListener('pointerdown', this.#down);
    this.pane.removeEventListener('pointermove', this.#move);
    this.pane.removeEventListener('pointerup', this.#up);
    this.pane.removeEventListener('pointercancel', this.#up);
    this.pane.removeEventListener('wheel', this.#wheel);
  }

  /** Whether the last pointer was dragged, so that its click is none. */
  get dragged(): boolean {
    return this.#moved > TAP_SLACK;
  }

  zoom(factor: number): void {
    this.#touched = true;
    this.#scaleAt(factor, [this.#width / 2, this.#height / 2]);
  }

  pan(dx: number, dy: number): void {
    this.#touched = true;
    this.#x += dx;
    this.#y += dy;
    this.#draw();
  }

  reset(): void {
    this.#touched = false;
    this.#fly(this.#fitted());
  }

  /** Flies to show a part of the map. */
  show(part: Box): void {
    this.#touched = true;
    const k = Math.min(
      Math.max(Math.min(this.#width / (part.width * 2.2), this.#height / (part.height * 2.2)), this.#fit),
      this.#fit * 2.6,
    );
    this.#fly({
      k,
      x: this.#width / 2 - (part.x + part.width / 2) * k,
      y: this.#height / 2 - (part.y + part.height / 2) * k,
    });
  }

  /** Flies there only if some of it is off the screen. */
  reveal(part: Box): void {
    const [left, top] = [part.x * this.#k + this.#x, part.y * this.#k + this.#y];
    const [right, bottom] = [left + part.width * this.#k, top + part.height * this.#k];
    if (left >= 0 && top >= 0 && right <= this.#width && bottom <= this.#height) return;
    this.show(part);
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.pane;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.#width = clientWidth;
    this.#height = clientHeight;
    const fitted = this.#fitted();
    this.#fit = fitted.k;
    if (!this.#touched) this.#set(this.#opening(fitted));
    else this.#draw();
  }

  /** The whole map, or as much of it around home as can be read. */
  #opening(fitted: { k: number; x: number; y: number }) {
    if (fitted.k >= READABLE || !this.home) return fitted;
    const k = READABLE;
    const { x, y, width, height } = this.frame;
    const centre = (at: number, room: number, start: number, length: number) =>
      length * k + MARGIN <= room
        ? (room - length * k) / 2 - start * k
        : Math.min(MARGIN / 2 - start * k, Math.max(room - MARGIN / 2 - (start + length) * k, room / 2 - at * k));
    return { k, x: centre(this.home[0], this.#width, x, width), y: centre(this.home[1], this.#height, y, height) };
  }

  #fitted() {
    const { x, y, width, height } = this.frame;
    const k = Math.min((this.#width - MARGIN) / width, (this.#height - MARGIN) / height);
    return {
      k,
      x: (this.#width - width * k) / 2 - x * k,
      y: (this.#height - height * k) / 2 - y * k,
    };
  }

  #set({ k, x, y }: { k: number; x: number; y: number }): void {
    [this.#k, this.#x, this.#y] = [k, x, y];
    this.#draw();
  }

  #fly(to: { k: number; x: number; y: number }): void {
    cancelAnimationFrame(this.#flight);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return this.#set(to);
    const from = { k: this.#k, x: this.#x, y: this.#y };
    const start = performance.now();
    const tick = (now: number) => {
      const share = Math.min(1, (now - start) / 420);
      const eased = 1 - (1 - share) ** 3;
      const between = (a: number, b: number) => a + (b - a) * eased;
      this.#set({ k: between(from.k, to.k), x: between(from.x, to.x), y: between(from.y, to.y) });
      if (share < 1) this.#flight = requestAnimationFrame(tick);
    };
    this.#flight = requestAnimationFrame(tick);
  }

  #scaleAt(factor: number, [px, py]: Point): void {
    const k = Math.min(Math.max(this.#k * factor, this.#fit * 0.8), this.#fit * CLOSEST);
    this.#x = px - ((px - this.#x) * k) / this.#k;
    this.#y = py - ((py - this.#y) * k) / this.#k;
    this.#k = k;
    this.#draw();
  }

  #draw(): void {
    this.#keepInSight();
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const whole = (at: number) => Math.round(at * devicePixelRatio) / devicePixelRatio;
      this.svg.style.transform = `translate(${whole(this.#x)}px, ${whole(this.#y)}px)`;
      if (this.#k !== this.#drawn) this.#drawScale();
    });
  }

  #drawScale(): void {
    this.#drawn = this.#k;
    this.group.setAttribute('transform', `scale(${this.#k})`);
    this.group.style.setProperty('--k', String(this.#k));
    // Counters keep their size on the screen, and only give way when all of them are close together.
    const size = Math.min(1, Math.max(0.66, this.#k / 0.58));
    this.group.style.setProperty('--u', String(size / this.#k));
    // Names are never smaller than one can read.
    this.group.style.setProperty('--n', String(Math.max(1, 0.86 / size)));
    // So are those of zones.
    this.group.style.setProperty('--z', String(Math.max(1, 0.82 / size)));
    this.svg.classList.toggle('far', this.#k < READABLE * 0.95);
    this.svg.classList.toggle('middle', this.#k < 0.62);
  }

  /** Some of the map always stays on the screen. */
  #keepInSight(): void {
    const { x, y, width, height } = this.frame;
    const keep = (at: number, room: number, start: number, length: number) =>
      Math.min(Math.max(at, room * 0.4 - (start + length) * this.#k), room * 0.6 - start * this.#k);
    this.#x = keep(this.#x, this.#width, x, width);
    this.#y = keep(this.#y, this.#height, y, height);
  }

  #at(event: PointerEvent | WheelEvent): Point {
    const { left, top } = this.pane.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  #down = (event: PointerEvent): void => {
    cancelAnimationFrame(this.#flight);
    if (this.#pointers.size === 0) this.#moved = 0;
    this.#pointers.set(event.pointerId, this.#at(event));
  };

  #move = (event: PointerEvent): void => {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = this.#at(event);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
    if (!this.dragged) return;
    // Only now: a captured pointer takes the click away from the territory.
    if (!this.pane.hasPointerCapture(event.pointerId)) this.pane.setPointerCapture(event.pointerId);
    this.#touched = true;
    this.#pointers.set(event.pointerId, now);
    if (other) {
      const spread = (point: Point) => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
      const middle: Point = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
      this.#x += (now[0] - before[0]) / 2;
      this.#y += (now[1] - before[1]) / 2;
      this.#scaleAt(spread(now) / spread(before), middle);
    } else {
      this.#x += now[0] - before[0];
      this.#y += now[1] - before[1];
      this.#draw();
    }
  };

  #up = (event: PointerEvent): void => {
    this.#pointers.delete(event.pointerId);
  };

  #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    cancelAnimationFrame(this.#flight);
    this.#touched = true;
    const lines = event.deltaMode === 1 ? 18 : 1;
    this.#scaleAt(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), this.#at(event));
  };
}
