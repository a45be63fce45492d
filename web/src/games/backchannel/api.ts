/** Backchannel on the wire, as the server says it, by the names used here. */
import { get, post, text } from '../../api/client';
import { once, reference as referenceOf } from '../../api/reference';
import type { GameSettings, Language, Schemas, Seat } from '../../api/types';
import { asked, query, type Visit } from '../../api/visit';
import { numbered, type SignalBooks } from './signals/book';

export type Territory = Schemas['Territory'];
export type Zone = Schemas['Zone'];
export type Card = Schemas['Card'];
export type Point = Schemas['MapFile']['size'];
export type BackchannelGameSettings = Extract<GameSettings, { ruleset: 'backchannel' }>;
export type BackchannelSettings = Schemas['BackchannelSettings'];
export type MapFile = Schemas['MapFile'];
export type TerritoryFile = Schemas['TerritoryFile'];
export type LinkFile = Schemas['LinkFile'];
export type ZoneFile = Schemas['ZoneFile'];
export type Agreement = Schemas['Agreement'];
export type Tactic = Schemas['Tactic'];
export type Terms = Schemas['Terms'];
export type CardKind = Schemas['CardKind'];
/** A table's own cards come without a sentence about what they do. */
export type CardSpec = Schemas['CardSpec'] & Partial<Schemas['CardEntry']>;
export type BackchannelSetup = Schemas['BackchannelSetup'];
export type BackchannelReference = Omit<Schemas['BackchannelReference'], 'signals'> & { signals: SignalBooks };
export type { BotLevel } from '../../api/types';
export type LevelEntry = Schemas['LevelEntry'];
export type WordKind = Schemas['WordKind'];
export type Word = Schemas['Word'];
export type Phrase = Schemas['Phrase'];
export type Signal = Schemas['Signal'];
export type SignalRef = Schemas['SignalRef'];
export type Sentence = Schemas['Sentence'];
export type Mood = Schemas['Mood'];
export type WordEntry = Schemas['WordEntry'];
export type PhaseName = Schemas['PhaseName'];
/** A setting of a table in the server's words. */
export type SettingWords = Schemas['SettingWords'];
export type PhaseWords = Schemas['PhaseWords'];
export type WindowAction = Schemas['WindowAction'];
export type WordGroup = Schemas['WordGroup'];
export type NamedWord = Schemas['NamedWord'];
export type ReadyPhrase = Schemas['ReadyPhrase'];
export type Land = Schemas['Land'];
export type Score = Schemas['Score'];
export type OfferRef = Schemas['OfferRef'];
export type Proposal = Schemas['Proposal'];
export type Treaty = Schemas['Treaty'];
export type TreatyRef = Schemas['TreatyRef'];
export type Lockout = Schemas['Lockout'];
export type Target = Schemas['CardTarget'];
export type Queued = Schemas['Queued'];
export type Recon = Schemas['Recon'];
export type Own = Schemas['BackchannelOwn'];
export type Lesson = Schemas['Lesson'];
export type LessonStep = Schemas['LessonStep'];
export type Threat = Schemas['Threat'];
export type ZoneHoldings = Schemas['ZoneHoldings'];
export type Ending = Schemas['Ending'];
export type Outcome = Schemas['GameOutcome'];
export type BackchannelView = Schemas['BackchannelView'];
export type BackchannelViewPatch = Schemas['BackchannelViewPatch'];
export type Span = Schemas['Span'];
export type BackchannelOptions = Schemas['BackchannelOptions'];
export type Targets = Schemas['Targets'];
export type Mode = Schemas['Mode'];
export type BackchannelCommand = Schemas['BackchannelCommand'];
export type FightReport = Schemas['FightReport'];
export type Report = Schemas['FightReport'];
export type BackchannelNotice = Schemas['BackchannelNotice'];
export type Piece = Schemas['Piece'];
export type Category = Schemas['Category'];
export type BackchannelLogLine = Schemas['BackchannelLogLine'];
type Message = Schemas['BackchannelMessage'];
export type BackchannelViewMessage = Extract<Message, { type: 'view' }>;
export type BackchannelNewsMessage = Extract<Message, { type: 'news' }>;
export type AttackOdds = Schemas['AttackOdds'];
export type ExpectedBattle = Schemas['ExpectedBattle'];
export type ObstacleWords = Schemas['ObstacleWords'];
export type ConsequenceWords = Schemas['ConsequenceWords'];
export type Rendered = Schemas['Rendered'];
export type Accord = Schemas['Accord'];
export type Pledge = Schemas['Pledge'];
export type Honours = Schemas['Honours'];
export type HonourTally = Schemas['HonourToward'];
export type MoveMaker = Schemas['MoveMaker'];
export type Explanation = Schemas['Explanation'];
export type WeighedIdea = Schemas['WeighedIdea'];
export type Series = Schemas['ScoreMoment'];
export type BackchannelHonours = Schemas['GameHonours'];
/** A finished game as some eyes saw it: what was known first, then all the news. */
export type BackchannelHistory = [BackchannelViewMessage, ...BackchannelNewsMessage[]];

let reference: Promise<BackchannelReference> | undefined;

export function backchannel(): Promise<BackchannelReference> {
  reference ??= referenceOf<Schemas['BackchannelReference']>('backchannel').then(
    (found) => ({ ...found, signals: { en: numbered(found.signals.en), de: numbered(found.signals.de) } }),
    (error: unknown) => {
      reference = undefined;
      throw error;
    },
  );
  return reference;
}

/** The first lesson, step by step. */
export const lesson = () => once<Lesson>('/backchannel/lesson');
export const render = (id: string, visit: Visit, signal: Signal, lang: Language) =>
  post<Rendered>(`/tables/${id}/render${asked(visit, { lang })}`, { signal });
/** Signals that fit the moment, ready to send. */
export const quickPhrases = (id: string, visit: Visit, lang: Language) =>
  post<ReadyPhrase[]>(`/tables/${id}/phrases${asked(visit, { lang })}`, {});
/** The words that a seat may put into its signals. */
export const vocabulary = (id: string, visit: Visit, lang: Language) =>
  post<WordGroup[]>(`/tables/${id}/vocabulary${asked(visit, { lang })}`, {});
/** The odds of an attack, from what its attacker sees; nothing if the target is unknown. */
export const attackOdds = (id: string, visit: Visit, from: Territory, to: Territory, stopAt: number | null) =>
  post<Schemas['WeighedAttack']>(`/tables/${id}/odds${asked(visit)}`, { from, to, stop_at: stopAt });
/** Why a territory cannot be chosen now. */
export const obstacle = (id: string, visit: Visit, from: Territory | null, on: Territory) =>
  post<Schemas['Obstacle']>(`/tables/${id}/obstacle${asked(visit)}`, { from, on });
export interface ProposedDeal {
  to: Seat;
  card: Card;
  slots: Card[];
  against: Seat | null;
}
/** What a proposal would block. */
export const consequences = (id: string, visit: Visit, draft: ProposedDeal) =>
  post<ConsequenceWords[]>(`/tables/${id}/consequences${asked(visit)}`, draft);
export const honours = (id: string, { invite }: Visit) =>
  get<BackchannelHonours>(`/tables/${id}/honours${query({ invite })}`);
/** From above, if no seat is named. */
export const history = (id: string, { invite }: Visit, eyes: Seat | null, lang: Language) =>
  get<BackchannelHistory>(`/tables/${id}/history${query({ invite, eyes, lang })}`);
/** Why a bot made a move of a finished game. */
export const reasons = (id: string, { invite }: Visit, step: number) =>
  get<Explanation>(`/tables/${id}/reasons${query({ invite, step })}`);
/** Where the moves of a finished game can be downloaded. */
export const replayFile = (id: string, { invite }: Visit) => `/api/v1/tables/${id}/replay${query({ invite })}`;
/** The same, to be read here. */
export const replayText = (id: string, { invite }: Visit) => text(`/tables/${id}/replay${query({ invite })}`);

/** The label, hint and clause of a setting. */
export function settingWords(of: SettingWords['field'], { settings }: BackchannelReference) {
  const { field: _, choices: __, ...words } = settings.find(({ field }) => field === of) as SettingWords;
  return words;
}
