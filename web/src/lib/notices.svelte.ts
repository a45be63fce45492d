/** What is told in passing: toasts to look at, and lines for screen readers. */
import { problem as problemOf } from '../api/client';
import type { Problem } from '../api/types';

export interface Toast {
  key: number;
  tone: 'news' | 'problem';
  text: string;
  clause?: Problem['clause'];
  /** What can be done about it. */
  acts?: ToastAct[];
  /** Another with the same tag takes its place. */
  tag?: string;
}

export interface ToastAct {
  text: string;
  act: () => void;
}

class Notices {
  toasts = $state.raw<Toast[]>([]);
  polite = $state('');
  assertive = $state('');
  #count = 0;
  #last = '';

  tell(text: string): void {
    this.#add({ tone: 'news', text }, 5_000);
  }

  /** Something to answer; it stays long enough to do so. */
  offer(text: string, acts: ToastAct[], tag: string): void {
    this.#add({ tone: 'news', text, acts, tag }, 10_000);
  }

  refuse(error: unknown): void {
    this.tellProblem(problemOf(error));
  }

  tellProblem(problem: Problem): void {
    this.#add({ tone: 'problem', text: problem.detail, clause: problem.clause }, 9_000);
  }

  dismiss(key: number): void {
    this.toasts = this.toasts.filter((toast) => toast.key !== key);
  }

  /** Said by screen readers when they get to it. */
  announce(text: string): void {
    this.polite = this.#fresh(text);
  }

  /** Said by screen readers at once. */
  interrupt(text: string): void {
    this.assertive = this.#fresh(text);
  }

  /** The same words twice are still news. */
  #fresh(text: string): string {
    this.#last = this.#last === text ? `${text}\u00a0` : text;
    return this.#last;
  }

  #add(toast: Omit<Toast, 'key'>, time: number): void {
    const key = (this.#count += 1);
    const same = (other: Toast) => other.text === toast.text || (toast.tag !== undefined && other.tag === toast.tag);
    this.toasts = [...this.toasts.filter((other) => !same(other)), { ...toast, key }].slice(-3);
    if (toast.tone === 'problem') this.interrupt(toast.text);
    else this.announce(toast.text);
    setTimeout(() => this.dismiss(key), time);
  }
}

export const notices = new Notices();
