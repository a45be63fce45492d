/** What the client has to know of a game to offer it. Its parts are loaded when they are needed. */
import type { Component } from 'svelte';
import type { BotLevel, Listing, Ruleset, Table } from '../api/types';
import type { Visit } from '../api/visit';

type Load<Part> = () => Promise<Part>;
type LoadPage<Props extends object = Record<string, never>> = Load<{ default: Component<Props> }>;

export interface LobbyProps {
  table: Table;
  invite: string | undefined;
  onchange: (table: Table) => void;
}

export interface TableProps {
  table: Table;
  visit: Visit;
  /** The game has ended: what is known of the table is asked for anew. */
  onover: () => void;
}

export interface ScreenProps {
  table: Table;
  visit: Visit;
}

export interface QuickPlayProps {
  busy: boolean;
  onchoose: (level: BotLevel) => void;
  onclose: () => void;
}

/** How a game is offered on the home page. */
export interface Front {
  /** A picture of what it is played on. */
  Plate: Component;
  /** Opens a table, and says where it is. */
  openTable: (title: string) => Promise<string>;
  /** What is asked before one plays with bots. */
  QuickPlay: Component<QuickPlayProps>;
  /** Sits down with bots at once. */
  play: (level: BotLevel) => Promise<string>;
  /** Where an open table plays. */
  summary: () => Promise<(table: Pick<Listing, 'map'>) => string>;
  /** The names of what a report on bots calls by an id, such as maps. */
  reportNames: () => Promise<ReadonlyMap<string, string>>;
}

export interface Game {
  ruleset: Ruleset;
  /** What its clauses begin with. */
  clauses: string;
  manual: { label: string; link: string };
  /** Its pages beside its tables. */
  pages: { path: string; text: string; load: LoadPage }[];
  front?: Load<Front>;
  /** Where one learns it. */
  lesson?: LoadPage;
  lobby: LoadPage<LobbyProps>;
  /** The table from its start on, and what is left of it when it is over. */
  table: LoadPage<TableProps>;
  /** The table on a screen that everybody sees. */
  screen?: LoadPage<ScreenProps>;
}
