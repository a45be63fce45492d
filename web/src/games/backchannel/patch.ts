/** How news changes the view of a seat. */
import type { BackchannelView, BackchannelViewPatch } from './api';
import { places } from '../../table/known';

export function patchTable(view: BackchannelView, patch: BackchannelViewPatch): BackchannelView {
  const { own, lands, ...rest } = patch;
  const next: BackchannelView = { ...view, ...rest };
  if (own === null) next.own = null;
  else if (own) next.own = { ...(view.own as NonNullable<typeof view.own>), ...own };
  if (lands) next.lands = places(view.lands, lands);
  return next;
}
