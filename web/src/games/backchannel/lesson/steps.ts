/** The first game: what is shown, and when it is understood. */
import type { Workspace, Tab } from '../workspace.svelte';
import type { BackchannelRoom } from '../room.svelte';
import { phaseWords } from '../turn/prompt';

export interface Step {
  id: string;
  title: string;
  text: string | ((room: BackchannelRoom) => string);
  clause: string;
  /** Where to look. */
  tab?: Tab;
  /** Whether it is this step's time. */
  when: (room: BackchannelRoom, workspace: Workspace) => boolean;
  /** Whether it has been done; a step without it is closed by hand. */
  done?: (room: BackchannelRoom, workspace: Workspace) => boolean;
}

const phase = (name: string) => (room: BackchannelRoom) => room.myTurn && room.view.phase === name;
const logged = (type: string) => (room: BackchannelRoom) =>
  room.log.some(({ notice }) => {
    if (notice.type !== type) return false;
    if ('from' in notice && type === 'signalled') return notice.from === room.seat;
    if ('id' in notice && type === 'proposed') return notice.id.from === room.seat;
    if ('attacker' in notice) return notice.attacker === room.seat;
    return 'seat' in notice && notice.seat === room.seat;
  });

/** What the rules say about sight; nothing at a table without fog. */
const fogRule = ({ setup, reference }: BackchannelRoom) =>
  setup.settings.fog ? (reference.settings.find(({ field }) => field === 'fog')?.hint ?? '') : '';

export const STEPS: Step[] = [
  {
    id: 'map',
    title: 'This is the war',
    clause: 'BC-803',
    text: (room) =>
      `Your territories carry your letter. ${fogRule(room)} Drag to move the map, pinch or scroll to zoom.`,
    when: () => true,
  },
  {
    id: 'deploy',
    title: 'Deploy',
    clause: 'BC-203',
    tab: 'orders',
    text: 'Troops arrive at the start of your turn. Tap one of your highlighted territories, preferably next to an enemy, until all are placed. Then send them.',
    when: phase('deploy'),
    done: (room) => logged('deployed')(room) && !phase('deploy')(room),
  },
  {
    id: 'choose',
    title: 'Choose a fight',
    clause: 'BC-205',
    tab: 'orders',
    text: 'Tap a territory of yours with more troops than its neighbour, then the marked target.',
    when: phase('attack'),
    done: (_, workspace) => workspace.from !== null && workspace.to !== null,
  },
  {
    id: 'attack',
    title: 'Roll',
    clause: 'BC-206',
    tab: 'orders',
    text: (room) => `${phaseWords(room, 'attack')?.rule ?? ''} A blitz continues until it is decided. Attack!`,
    when: phase('attack'),
    done: logged('fought'),
  },
  {
    id: 'on',
    title: 'Go on, or stop',
    clause: 'BC-207',
    tab: 'orders',
    text: 'After a conquest you move in. Attack as often as you like; when you are done, choose “Done attacking”, then make a move or end the turn.',
    when: (room) => room.myTurn,
    done: phase('window'),
  },
  {
    id: 'propose',
    title: 'The back room',
    clause: 'BC-502',
    tab: 'orders',
    text: 'Now the other half of the game. Propose an agreement: a ceasefire, if you hold one. What you put in is locked until they answer. No such card? Any other action will do.',
    when: phase('window'),
    done: (room) =>
      logged('proposed')(room) || logged('queued')(room) || logged('gambled')(room) || logged('passed')(room),
  },
  {
    id: 'signal',
    title: 'Say something',
    clause: 'BC-701',
    tab: 'signals',
    text: 'There is no chat. Build a sentence from the book and send it: a promise, a warning, or a greeting. Promises are recorded.',
    when: () => true,
    done: logged('signalled'),
  },
  {
    id: 'end',
    title: 'That is all you need',
    clause: 'BC-901',
    text: 'Watch the log, answer proposals in the inbox, and be careful whom you trust. The manual has every rule. Good luck.',
    when: () => true,
  },
];
