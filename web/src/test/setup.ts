import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/svelte';

// A busy machine takes its time; where all is well, nothing waits for so long.
configure({ asyncUtilTimeout: 30_000 });

// jsdom draws nothing: these stand in for what a browser has.
class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= Observer as unknown as typeof ResizeObserver;
globalThis.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
})) as unknown as typeof matchMedia;
Element.prototype.animate ??= (() => ({
  finished: Promise.resolve(),
  cancel() {},
  onfinish: null,
})) as unknown as Element['animate'];
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
