/** How news changes the view of a seat. */
import { places } from '../../table/known';
import type { TwilightView, TwilightViewPatch } from './api';

export function patchDesk(view: TwilightView, patch: TwilightViewPatch): TwilightView {
  const { own, players, galaxy, ...rest } = patch;
  const next: TwilightView = { ...view, ...rest };
  if (own && view.own) next.own = { ...view.own, ...own };
  if (players) next.players = places(view.players, players);
  if (galaxy && view.galaxy) {
    next.galaxy = { ...view.galaxy, ...galaxy, systems: places(view.galaxy.systems, galaxy.systems) };
  }
  return next;
}
