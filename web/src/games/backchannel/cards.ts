/** Hands as heaps: cards of a kind are alike. */
import type { Card } from './api';

export function heap(cards: Card[]): { card: Card; count: number }[] {
  const counts = new Map<Card, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, count]) => ({ card, count })).toSorted((a, b) => a.card - b.card);
}

/** `cards` without one of each of `taken`. */
export function without(cards: Card[], taken: Card[]): Card[] {
  const left = [...cards];
  for (const card of taken) {
    const place = left.indexOf(card);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}
