/** What crosses the wire, as the server says it (`wire.ts` is made from it), by the names used here. */
import type { SignalBooks } from './signals';
import type { components } from './wire';

export type Schemas = components['schemas'];

/** What is sent: the server takes what is left out for nothing. */
export type Sent<T> = T extends readonly unknown[] | string | number | boolean | null
  ? T
  : { [K in keyof T as null extends T[K] ? never : K]: Sent<T[K]> } & {
      [K in keyof T as null extends T[K] ? K : never]?: Sent<T[K]>;
    };

export type Seat = Schemas['Seat'];
export type Round = Schemas['Round'];
export type Territory = Schemas['Territory'];
export type Zone = Schemas['Zone'];
export type Card = Schemas['Card'];
export type Point = Schemas['MapFile']['size'];
/** Milliseconds since 1970. */
export type Time = Schemas['Table']['created_at'];

// People

export type PersonRef = Schemas['PersonRef'];
export type Me = Schemas['Me'];
export type ChangeMe = Sent<Schemas['ChangeMe']>;
export type NewPassword = Sent<Schemas['NewPassword']>;
export type Scope = Schemas['Scope'];
export type NewToken = Schemas['NewToken'];
export type Token = Schemas['Token'];
export type IssuedToken = Schemas['IssuedToken'];
export type Recovery = Schemas['Recovery'];
export type Problem = Schemas['Problem'];

// Tables

export type Ruleset = Schemas['Ruleset'];
export type Visibility = Schemas['Visibility'];
export type Standing = Schemas['Standing'];
export type ClockSettings = Schemas['ClockSettings'];
export type ClockFace = Schemas['ClockFace'];
export type Spectators = Schemas['Spectators'];
export type TableSettings = Schemas['TableSettings'];
export type GameSettings = Schemas['GameSettings'];
export type BackchannelGameSettings = Extract<GameSettings, { ruleset: 'backchannel' }>;
export type TwilightGameSettings = Extract<GameSettings, { ruleset: 'twilight' }>;
export type BackchannelSettings = Schemas['BackchannelSettings'];
export type Holder = Schemas['Holder'];
export type Place = Schemas['Place'];
export type Invitation = Schemas['Invitation'];
export type Table = Schemas['Table'];
export type Listing = Schemas['Listing'];
export type QuickGame = Sent<Schemas['QuickGame']>;
export type Sit = Sent<Schemas['Sit']>;
export type Invited = Schemas['Invited'];
export type Waiting = Schemas['Waiting'];
export type Inbox = Schemas['Inbox'];

// Maps, cards and the other data of the ruleset

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
export type Livery = Schemas['Livery'];
export type Pattern = Schemas['Pattern'];
export type BackchannelSetup = Schemas['BackchannelSetup'];
export type BackchannelReference = Omit<Schemas['BackchannelReference'], 'signals'> & { signals: SignalBooks };
export type BotEntry = Schemas['BotEntry'];
export type Rulebook = Schemas['Rulebook'];

// Signals

export type WordKind = Schemas['WordKind'];
export type Word = Schemas['Word'];
export type Phrase = Schemas['Phrase'];
export type Signal = Schemas['Signal'];
export type SignalRef = Schemas['SignalRef'];
export type Sentence = Schemas['Sentence'];
export type Mood = Schemas['Mood'];
export type WordEntry = Schemas['WordEntry'];
export type Language = keyof Schemas['SignalReference'];

// The game as a seat sees it

export type PhaseName = Schemas['PhaseName'];
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
export type Heard = Schemas['Heard'];
export type Own = Schemas['BackchannelOwn'];
export type Ending = Schemas['Ending'];
export type Outcome = Schemas['GameOutcome'];
export type BackchannelView = Schemas['BackchannelView'];
export type BackchannelViewPatch = Schemas['BackchannelViewPatch'];
export type Span = Schemas['Span'];
export type BackchannelOptions = Schemas['BackchannelOptions'];
export type Targets = Schemas['Targets'];
export type Mode = Schemas['Mode'];
export type BackchannelCommand = Schemas['BackchannelCommand'];
export type Dice = Schemas['Dice'];
export type Report = Schemas['FightReport'];
export type BackchannelNotice = Schemas['BackchannelNotice'];
export type Piece = Schemas['Piece'];
export type Category = Schemas['Category'];
export type BackchannelLogLine = Schemas['BackchannelLogLine'];

// Live

export type TableNews = Schemas['TableNews'];
type Message = Schemas['BackchannelMessage'];
export type ViewMessage = Extract<Message, { type: 'view' }>;
export type NewsMessage = Extract<Message, { type: 'news' }>;
export type Rendered = Schemas['Rendered'];
export type Receipt = Schemas['Receipt'];

// After the game

export type Faith = Schemas['Faith'];
export type Accord = Schemas['Accord'];
export type Pledge = Schemas['Pledge'];
export type Honours = Schemas['Honours'];
export type Series = Schemas['ScoreMoment'];
export type BackchannelHonours = Schemas['GameHonours'];
/** A finished game as some eyes saw it: what was known first, then all the news. */
export type BackchannelHistory = [ViewMessage, ...NewsMessage[]];
