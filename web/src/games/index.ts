/** The games that exist. The first is the one that the home page offers. */
import type { Ruleset } from '../api/types';
import type { Front, Game } from './game';

const backchannel = {
  ruleset: 'backchannel',
  clauses: 'BC',
  manual: { label: 'Field manual BC-1', link: 'Backchannel: the game' },
  pages: [],
  front: (): Promise<Front> => import('./backchannel/front'),
  lesson: () => import('./backchannel/lesson/LessonPage.svelte'),
  lobby: () => import('./backchannel/lobby/BackchannelLobby.svelte'),
  table: () => import('./backchannel/BackchannelTable.svelte'),
} satisfies Game;

const twilight = {
  ruleset: 'twilight',
  clauses: 'TI',
  manual: { label: 'Twilight', link: 'Twilight: the deal desk' },
  pages: [
    { path: '/desk', text: 'Deal desk', load: () => import('./twilight/opening/OpeningPage.svelte') },
    { path: '/ledger', text: 'Our ledger', load: () => import('./twilight/record/GroupLedgerPage.svelte') },
    { path: '/judge', text: 'Judge', load: () => import('./twilight/judge/JudgePage.svelte') },
  ],
  lobby: () => import('./twilight/lobby/DeskLobby.svelte'),
  table: () => import('./twilight/TwilightTable.svelte'),
  screen: () => import('./twilight/screen/DeskScreen.svelte'),
} satisfies Game;

export const games: Game[] = [backchannel, twilight];
export const first = backchannel;

export const gameOf = (ruleset: string) => games.find((game) => game.ruleset === ruleset);
/** The manual that a clause is in. */
export const bookOf = (clause: string): Ruleset =>
  games.find(({ clauses }) => clause.startsWith(clauses))?.ruleset ?? first.ruleset;
