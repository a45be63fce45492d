import type { SignalBook } from './book';
import type { Word } from '../api';
import type { BackchannelRoom } from '../room.svelte';

/** What a word is called. */
export function wordName(room: BackchannelRoom, book: SignalBook, word: Word): string {
  if ('player' in word) return room.name(word.player);
  if ('territory' in word) return room.place(word.territory);
  if ('zone' in word) return room.setup.map.zones[word.zone]?.name ?? '';
  if ('concept' in word) return book.concepts[word.concept]?.text ?? '';
  return book.agreements.find(({ id }) => id === word.agreement)?.text ?? word.agreement;
}
