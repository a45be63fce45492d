/** The reports on games between bots that the host shows. */
import { get } from './client';
import type { Schemas } from './types';

export type ReportEntry = Schemas['ReportEntry'];
export type LeagueReport = Schemas['LeagueReport'];
export type BotStanding = Schemas['BotStanding'];
export type ShareInterval = Schemas['ShareInterval'];

export const reports = () => get<ReportEntry[]>('/reports');
export const report = (name: string) => get<LeagueReport>(`/reports/${encodeURIComponent(name)}`);
