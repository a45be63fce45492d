/** Twilight on the wire, as the server says it, by the names used here. */
import { del, get, post, put } from '../../api/client';
import { reference } from '../../api/reference';
import type { Schemas, Seat } from '../../api/types';
import { asked, type Visit } from '../../api/visit';

export type Phase = Schemas['Phase'];
export type StepId = Schemas['Step'];
export type Class = Schemas['Class'];
export type Finding = Schemas['Finding'];

// Reference

export type Faction = Schemas['Faction'];
export type NoteKind = Schemas['NoteKind'];
export type Ability = Schemas['Ability'];
export type Condition = Schemas['Condition'];
export type FactionEntry = Schemas['FactionEntry'];
export type NoteEntry = Schemas['NoteEntry'];
export type StepEntry = Schemas['StepEntry'];
/** What a form asks for. */
export type FormField = Schemas['FormField'];
export type EntryForm = Schemas['EntryForm'];
export type UseForm = Schemas['UseForm'];
export type FeatureForm = Schemas['FeatureForm'];
export type TermForms = Schemas['TermForms'];
export type ActForm = Schemas['ActForm'];
export type SetupForm = Schemas['SetupForm'];
/** What the judge assumes where a situation says nothing. */
export type Assumed = Schemas['Assumed'];
export type TwilightReference = Schemas['TwilightReference'];

// What changes hands

export type Fragments = Schemas['Fragments'];
export type Note = Schemas['Note'];
export type Captive = Schemas['Captive'];
export type Bundle = Schemas['Bundle'];
export type Act = Schemas['Act'];
export type When = Schemas['When'];
export type Hazard = Schemas['Hazard'];
export type Term = Schemas['Term'];

// Verdicts

export type Reason = Schemas['Reason'];
export type TermJudgement = Schemas['TermJudgement'];
export type Judgement = Schemas['Judgement'];
export type Answered = Schemas['Answered'];
export type AnswerLine = Schemas['AnswerLine'];
/** The verdict of an open offer: findings without their words. */
export type Verdict = Schemas['Verdict'];

// The table

export type Moment = Schemas['Moment'];
export type OfferId = Schemas['OfferRef'];
export type Offer = Schemas['OfferView'];
export type PromiseRef = Schemas['PromiseRef'];
export type Due = Schemas['Due'];
export type Promised = Schemas['PromiseView'];
export type PartnerView = Schemas['PartnerView'];
export type HonourRecord = Schemas['Record'];
export type Planet = Schemas['Planet'];
export type PlayerView = Schemas['PlayerView'];
export type TwilightOwn = Schemas['Own'];
export type TwilightView = Schemas['View'];
export type TwilightViewPatch = Schemas['TwilightViewPatch'];
export type Entry = Schemas['Entry'];
export type TwilightCommand = Schemas['Command'];
export type TwilightOptions = Schemas['Options'];
export type JournalPiece = Schemas['TwilightPiece'];
export type JournalCategory = Schemas['TwilightCategory'];
export type JournalLine = Schemas['TwilightLogLine'];
export type Feature = Schemas['Feature'];
export type Wormhole = Schemas['Wormhole'];
export type Invocation = Schemas['Invocation'];
export type Effect = Schemas['Effect'];
/** What a player says of their units and planets on the map. */
export type Boarding = Schemas['Presence'];

// The map

export type MapSystem = Schemas['System'];
/** What bends the map beside what lies on it; systems by their number. */
export type Bends = Schemas['Modifiers'];
export type Galaxy = Schemas['Galaxy'];
export type DrawnGalaxy = Schemas['DrawnGalaxy'];

// Before the game

export type Sitting = Schemas['Sitting'];
export type TwilightSetup = Schemas['Setup'];
export type Readings = Schemas['Readings'];
/** What is left out is as the rules have it. */
export type NewSetup = Partial<Omit<TwilightSetup, 'players' | 'readings'>> & {
  players: (Partial<Sitting> & Pick<Sitting, 'name' | 'faction'>)[];
  readings?: Partial<Readings>;
};
export interface NewDesk {
  ruleset: 'twilight';
  setup: NewSetup;
  map_string: string | null;
}

export const twilight = () => reference<TwilightReference>('twilight');
export const judge = (situation: unknown) => post<Judgement>('/twilight/judge', situation);
export const drawGalaxy = (map_string: string) => post<DrawnGalaxy>('/twilight/galaxy', { map_string });
export const verdict = (id: string, visit: Visit, to: Seat, terms: Term[]) =>
  post<Judgement>(`/tables/${id}/verdict${asked(visit)}`, { to, terms });
export type FeedStatus = Schemas['FeedStatus'];
export type NewImport = Schemas['ImportReport'];
export type CountedHoldings = Schemas['Holdings'];
export type Correction = Schemas['Correction'];

/** Whether a program records this game, for its owner. */
export const feedOf = (id: string) => get<FeedStatus>(`/tables/${id}/feed`);
export const armFeed = (id: string, short_key?: string) =>
  put<FeedStatus>(`/tables/${id}/feed`, short_key === undefined ? {} : { short_key });
export const disarmFeed = (id: string) => del<void>(`/tables/${id}/feed`);
export const importReport = (id: string, report: NewImport) =>
  post<Schemas['ImportedReport']>(`/tables/${id}/import`, report);
/** Whether a desk posts what happens. */
export interface AnnouncementStatus {
  /** The host of the webhook; its address is shown to nobody. */
  host: string | null;
  since: number | null;
  /** Why nothing more is posted. */
  stopped: string | null;
}
/** Where the desk posts what everybody may know, for its owner. */
export const announcementsOf = (id: string) => get<AnnouncementStatus>(`/tables/${id}/announcements`);
export const announce = (id: string, webhook: string) =>
  put<AnnouncementStatus>(`/tables/${id}/announcements`, { webhook });
export const silence = (id: string) => del<void>(`/tables/${id}/announcements`);
export const close = (id: string) => post<unknown>(`/tables/${id}/close`);
