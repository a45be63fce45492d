/** How news changes the view of a seat. */
import { places } from '../../table/known';
import type { Galaxy, TwilightView, TwilightViewPatch } from './api';

export function patchDesk(view: TwilightView, patch: TwilightViewPatch): TwilightView {
  const { own, players, galaxy, ...rest } = patch;
  const next: TwilightView = { ...view, ...rest };
  if (own && view.own) next.own = { ...view.own, ...own };
  if (players) next.players = places(view.players, players);
  if (galaxy) next.galaxy = drawn(view.galaxy ?? null, galaxy);
  return next;
}

/** A desk without a map may get one from a feed; then all of it arrives at once. */
function drawn(before: Galaxy | null, news: NonNullable<TwilightViewPatch['galaxy']>): Galaxy {
  if (isWhole(news)) return news;
  if (!before) throw new Error('a map changed that is not there');
  return { ...before, ...news, systems: places(before.systems, news.systems) };
}

function isWhole(news: NonNullable<TwilightViewPatch['galaxy']>): news is Galaxy {
  return Array.isArray(news.systems);
}
