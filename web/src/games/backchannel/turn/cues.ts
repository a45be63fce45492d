/** Which sound, if any, something that happened makes for a seat. */
import type { Seat } from '../../../api/types';
import type { Cue } from '../../../lib/sound';
import type { BackchannelNotice } from '../api';

export function cueOf(notice: BackchannelNotice, seat: Seat | null): Cue | null {
  switch (notice.type) {
    case 'proposed':
      return notice.to === seat ? 'offer' : null;
    case 'accepted':
      return notice.id.from === seat ? 'accepted' : null;
    case 'betrayed':
      return 'betrayal';
    case 'fought':
      return seat !== null && (notice.attacker === seat || notice.defender === seat) ? 'battle' : null;
    default:
      return null;
  }
}

/** Of several at once only the gravest is heard. */
export const GRAVEST: Cue[] = ['victory', 'defeat', 'betrayal', 'turn', 'offer', 'accepted', 'battle'];
