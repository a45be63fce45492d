/** Takes the keyboard to a part of the table. */
export function focusMap(): void {
  document.querySelector<HTMLElement>('[aria-label^="Territories."] button[tabindex="0"]')?.focus();
}

export function focusDesk(): void {
  const find = (what: string) => document.querySelector<HTMLElement>(what);
  const desk = find('[role=tabpanel]') ?? find('.drawer');
  if (!desk) return;
  desk.tabIndex = -1;
  desk.focus();
}

/** Keeps the focus in a part of the page that is drawn anew: on what had it, or else on its heading. */
export function keepFocus(node: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  const enter = (event: FocusEvent) => (last = event.target as HTMLElement);
  const leave = (event: Event) => {
    const to = event instanceof FocusEvent ? event.relatedTarget : event.target;
    if (to instanceof Node && !node.contains(to)) last = null;
  };
  const mend = () => {
    if (last === null || (document.activeElement !== document.body && document.activeElement !== null)) return;
    const lost = !last.isConnected;
    const target = lost ? node.querySelector<HTMLElement>('h2') : last;
    if (lost && target) target.tabIndex = -1;
    if (!lost && last.matches(':disabled')) return;
    target?.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(mend);
  watch.observe(node, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  node.addEventListener('focusin', enter);
  node.addEventListener('focusout', leave);
  document.addEventListener('pointerdown', leave);
  return () => {
    watch.disconnect();
    node.removeEventListener('focusin', enter);
    node.removeEventListener('focusout', leave);
    document.removeEventListener('pointerdown', leave);
  };
}
