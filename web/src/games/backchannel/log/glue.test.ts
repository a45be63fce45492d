import { describe, expect, it } from 'vitest';
import type { Piece } from '../api';
import { glued } from './glue';

const land: Piece = { piece: 'territory', territory: 2, text: 'Gull Rock' };
const text = (words: string): Piece => ({ piece: 'text', text: words });
const read = (pieces: Piece[]) => glued(pieces).map(({ piece, tail }) => [piece.text, tail]);

describe('punctuation after a link', () => {
  it('goes along with the link', () => {
    expect(read([text('He takes '), land, text('.')])).toEqual([
      ['He takes ', ''],
      ['Gull Rock', '.'],
      ['', ''],
    ]);
    expect(read([land, text(', then ')])).toEqual([
      ['Gull Rock', ','],
      [' then ', ''],
    ]);
  });

  it('leaves words and other links alone', () => {
    expect(read([land, text(' falls.')])).toEqual([
      ['Gull Rock', ''],
      [' falls.', ''],
    ]);
    expect(read([land, land])).toEqual([
      ['Gull Rock', ''],
      ['Gull Rock', ''],
    ]);
  });
});
