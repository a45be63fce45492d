/** Pages by path, on the history of the browser. */

export interface PageAddress {
  path: string;
  query: URLSearchParams;
  hash: string;
}

const read = (): PageAddress => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
  hash: decodeURIComponent(location.hash.slice(1)),
});

class Router {
  at = $state.raw<PageAddress>(read());

  constructor() {
    addEventListener('popstate', () => (this.at = read()));
  }

  go(to: string, how: 'push' | 'replace' = 'push'): void {
    const before = location.pathname;
    if (how === 'push') history.pushState(null, '', to);
    else history.replaceState(null, '', to);
    this.at = read();
    if (location.pathname === before) return;
    if (!this.at.hash) scrollTo(0, 0);
    // Those who listen are told of the new page, and the keyboard starts there.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true }));
  }

  /** Follows links to pages of ours without a reload. */
  intercept = (event: MouseEvent): void => {
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    const link = (event.target as Element | null)?.closest?.('a');
    if (event.defaultPrevented || !plain || !link?.href) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  };
}

export const router = new Router();

/** The parts of `path` that stand where `pattern` has `:name`, or nothing if it is another path. */
export function match(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/').filter(Boolean);
  const parts = path.split('/').filter(Boolean);
  if (wanted.length !== parts.length) return null;
  const found: Record<string, string> = {};
  for (const [place, want] of wanted.entries()) {
    const part = parts[place] ?? '';
    if (want.startsWith(':')) found[want.slice(1)] = decodeURIComponent(part);
    else if (want !== part) return null;
  }
  return found;
}
