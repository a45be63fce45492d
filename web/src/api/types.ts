/** What crosses the wire, as the server says it (`wire.ts` is made from it), by the names used here. */
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

// What rulesets have in common

export type Livery = Schemas['Livery'];
export type Pattern = Schemas['Pattern'];
/** What became of somebody's word. */
export type Faith = Schemas['Faith'];
export type BotEntry = Schemas['BotEntry'];
export type BotLevel = Schemas['BotLevel'];
export type Rulebook = Schemas['Rulebook'];
export type Language = keyof Schemas['SignalReference'];

// Live

export type TableNews = Schemas['TableNews'];
export type Receipt = Schemas['Receipt'];
