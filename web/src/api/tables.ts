import { uniqueId } from '../lib/unique';
import { del, get, patch, post, put } from './client';
import { asked, query, type Visit } from './visit';
import type {
  Invitation,
  Invited,
  Language,
  Listing,
  QuickGame,
  Receipt,
  Ruleset,
  Seat,
  Sit,
  Table,
  TableSettings,
} from './types';

/** What is left out has its default; what else there is to a game, its ruleset says. */
export type NewTable = Partial<Omit<TableSettings, 'game'>> & { game: { ruleset: Ruleset } };

export const list = (ruleset: Ruleset) => get<Listing[]>(`/tables${query({ ruleset })}`);
export const create = (settings: NewTable) => post<Table>('/tables', settings);
export const quick = (game: Partial<QuickGame>) => post<Table>('/quick', game);
export const table = (id: string, invite?: string) => get<Table>(`/tables/${id}${query({ invite })}`);
export const change = (id: string, settings: TableSettings) => patch<Table>(`/tables/${id}`, settings);
export const disband = (id: string) => del<void>(`/tables/${id}`);
export const invited = (code: string) => get<Invited>(`/invites/${encodeURIComponent(code)}`);
export const claim = (code: string) => post<Table>(`/invites/${encodeURIComponent(code)}`);
export const sit = (id: string, wanted: Sit) => post<Table>(`/tables/${id}/seats`, wanted);
export const addEntropy = (id: string, seat: Seat, entropy: string) =>
  put<Table>(`/tables/${id}/seats/${seat}/entropy`, { entropy });
export const vacate = (id: string, seat: Seat) => del<Table>(`/tables/${id}/seats/${seat}`);
export const fillSeats = (id: string) => post<Table>(`/tables/${id}/bots`);
export const seatBot = (id: string, seat: Seat, bot: string) => put<Table>(`/tables/${id}/seats/${seat}/bot`, { bot });
export const invite = (id: string, login?: string) =>
  post<Invitation>(`/tables/${id}/invitations`, login ? { login } : {});
export const uninvite = (id: string, code: string) => del<void>(`/tables/${id}/invitations/${code}`);
export const start = (id: string) => post<Table>(`/tables/${id}/start`);
export const rematch = (id: string) => post<Table>(`/tables/${id}/rematch`);
/** How fast the bots move from now on. */
export const pace = (id: string, bot_pace_ms: number) => put<Table>(`/tables/${id}/pace`, { bot_pace_ms });
/** The bots that are left play to the end at once. */
export const skip = (id: string) => post<Table>(`/tables/${id}/skip`);
/** An offer of one's own seat that another seat of one's own accepts at once. */
export const agreed = (id: string, seat: Seat, other: Seat, command: object) =>
  post<Receipt>(`/tables/${id}/agreed`, { id: uniqueId(), seat, with: other, command });
export const pause = (id: string) => post<Table>(`/tables/${id}/pause`);
export const resume = (id: string) => post<Table>(`/tables/${id}/resume`);
export const relieve = (id: string, seat: Seat) => post<Table>(`/tables/${id}/seats/${seat}/relief`);
export const takeBack = (id: string, seat: Seat) => del<Table>(`/tables/${id}/seats/${seat}/relief`);

export const setup = <Setup>(id: string, visit: Visit) => get<Setup>(`/tables/${id}/setup${asked(visit)}`);
export const olderLog = <Line>(
  id: string,
  visit: Visit,
  before: number,
  lang?: Language,
  filter?: string,
  limit = 200,
) => get<Line[]>(`/tables/${id}/log${asked(visit, { before, limit, lang, filter })}`);
