import { render, screen } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { map } from '../test/seated';
import { draw } from './geometry';
import MapBoard from './MapBoard.svelte';
import { describe as tell, noMarks, paint } from './paint';

const drawing = draw(map);
const paints = [
  { seen: { owner: 0, troops: 5 } },
  { seen: { owner: null, troops: 2 } },
  { remembered: { owner: 1, troops: 2, round: 1 } },
  'unknown' as const,
].map((land) => paint(land as Parameters<typeof paint>[0]));
const marks = { ...noMarks, lit: new Set([0]), targets: new Set([1]), aim: 'attack' as const, traps: new Set([0]) };
const label = (place: number) => tell(drawing, paints, marks, place, (seat) => ['You', 'Brandt'][seat] ?? '');

describe('the map', () => {
  it('says what is known of each territory, and no more', () => {
    expect(label(0)).toBe('Alder Marsh, You, 5 troops, your trap, can be chosen, in The west (+2)');
    expect(label(1)).toBe('Bittern Fen, neutral, 2 troops, can be attacked, in The west (+2)');
    expect(label(2)).toBe('Gull Rock, Brandt, 2 troops when last seen in round 1');
    expect(label(3)).toBe('Salt Point, out of sight');
  });

  it('calls back with what was chosen, and arrow keys move over it', async () => {
    const onpick = vi.fn();
    render(MapBoard, { props: { title: 'The row', drawing, paints, marks, label, onpick } });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: /Bittern Fen/ }));
    expect(onpick).toHaveBeenCalledWith(1);
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('button', { name: /Gull Rock/ })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(onpick).toHaveBeenLastCalledWith(2);
  });

  it('draws who holds it, how many, and when it was last seen', () => {
    const { container } = render(MapBoard, {
      props: { title: 'The row', drawing, paints, marks, label, onpick: vi.fn() },
    });
    const counters = [...container.querySelectorAll('.counter')].map((each) =>
      each.textContent?.replace(/\s+/g, ' ').trim(),
    );
    expect(counters[0]).toContain('5');
    expect(counters[2]).toContain('seen r1');
    expect(counters[3]).toContain('?');
  });
});
