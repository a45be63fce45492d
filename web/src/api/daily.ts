/** The daily table: one game for everybody, one try. */
import { get, post } from './client';
import type { Schemas, Table } from './types';

export type DailyTable = Schemas['DailyTable'];
export type DailyResult = Schemas['DailyResult'];

export const daily = (day?: string) => get<DailyTable>(day ? `/daily/${encodeURIComponent(day)}` : '/daily');
export const playDaily = () => post<Table>('/daily');
