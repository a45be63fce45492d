/** Who a bot is, as the server's reference says. */
import type { BotEntry, Place } from '../../../api/types';
import type { BackchannelReference, BotLevel, LevelEntry } from '../api';

export interface Opponent {
  entry: BotEntry;
  level: LevelEntry;
}

export interface SeatedOpponent extends Opponent {
  /** Its own name, also behind a mask. */
  name: string;
}

type Cast = Pick<BackchannelReference, 'bots' | 'levels'>;

/** The character and the level that a kind of bot stands for. */
export function opponent({ bots, levels }: Cast, bot: string): Opponent | null {
  for (const entry of bots) {
    const level = levels.find(({ id }) => entry.levels[id] === bot);
    if (level) return { entry, level };
  }
  return null;
}

/** The bot on a seat, unless nobody may know. */
export function opponentAt(cast: Cast, place: Place | undefined): SeatedOpponent | null {
  if (place?.holder.kind !== 'bot') return null;
  const found = opponent(cast, place.holder.bot);
  return found && { ...found, name: place.holder.name };
}

export const fullName = ({ title, person }: BotEntry): string => `${title} ${person}`;

/** The same character as it plays at a level. */
export const atLevel = ({ levels }: BotEntry, level: BotLevel): string => levels[level];
