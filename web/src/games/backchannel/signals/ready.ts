/** Signals that fit the moment, ready to send, where the server offers them. */
import { post } from '../../../api/client';
import type { Language, Seat } from '../../../api/types';
import { asked, type Visit } from '../../../api/visit';
import type { Piece, Signal } from '../api';

export interface QuickSignal {
  /** Nobody in particular if it is meant for everybody. */
  to: Seat | null;
  signal: Signal;
  pieces: Piece[];
}

/** None where there are none, or where the server knows of no such thing. */
export const quickSignals = (id: string, visit: Visit, lang: Language): Promise<QuickSignal[]> =>
  post<QuickSignal[]>(`/tables/${id}/phrases${asked(visit, { lang })}`, {}).catch(() => []);
