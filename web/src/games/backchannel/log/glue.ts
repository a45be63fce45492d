/** A link is a button, and a line may break after a button: what closes it up goes along with it. */
import type { Piece } from '../api';

export interface Glued {
  piece: Piece;
  /** Punctuation that must not begin a line. */
  tail: string;
}

const isLink = ({ piece }: Piece) => piece === 'territory' || piece === 'player' || piece === 'zone';

export function glued(pieces: Piece[]): Glued[] {
  const tailAt = (place: number): string => {
    const [link, next] = [pieces[place], pieces[place + 1]];
    return link && next && isLink(link) && !isLink(next) ? (/^[.,;:!?)\]]+/.exec(next.text)?.[0] ?? '') : '';
  };
  return pieces.map((piece, place) => {
    const taken = tailAt(place - 1).length;
    return { piece: taken ? { ...piece, text: piece.text.slice(taken) } : piece, tail: tailAt(place) };
  });
}
