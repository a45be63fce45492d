import { describe, expect, it } from 'vitest';
import type { DeskNotice, Feature, JournalLine, MapSystem } from '../../api/twilight';
import { galaxy as mapOf, planet, system as blank } from '../test/galaxy';
import { redraw } from './atlas';

const system = (name: string, itsPlanet: string): MapSystem => ({ ...blank(null), name, planets: [planet(itsPlanet)] });
const galaxy = mapOf([system('Rim', 'Lodor'), system('Core', 'Mecatol Rex')]);
const after = (...notices: DeskNotice[]) =>
  redraw(
    galaxy,
    notices.map((notice, n): JournalLine => ({
      n,
      notice,
      line: [],
      filters: [],
      round: 1,
    })),
  );
const charted = (feature: Feature, by = 0): DeskNotice => ({ type: 'charted', by, feature });

describe('the map that the journal has left', () => {
  it('has everybody where they went, and leaves the first map alone', () => {
    const now = after(
      { type: 'boarded', seat: 1, change: { entered: 0 } },
      { type: 'boarded', seat: 2, change: { entered: 0 } },
      { type: 'boarded', seat: 1, change: { left: 0 } },
      { type: 'boarded', seat: 2, change: { took: { system: 0, place: 0 } } },
    );
    expect(now.systems[0]).toMatchObject({ units: [2], planets: [{ controller: 2 }] });
    expect(galaxy.systems[0]).toMatchObject({ units: [], planets: [{ controller: null }] });
  });

  it('has planets with whoever they were handed to', () => {
    const hand = { notes: 0, action_cards: 0, secrets: 0, cards: null };
    const goods = { ...hand, goods: { planets: ['Mecatol Rex'] } };
    expect(
      after({ type: 'exchanged', right: 'turn', sides: [0, 1], gives: [goods, { ...hand, goods: {} }] }).systems[1]
        ?.planets[0]?.controller,
    ).toBe(1);
    expect(after({ type: 'given', from: 0, to: 3, goods }).systems[1]?.planets[0]?.controller).toBe(3);
    expect(
      after({ type: 'booked', seat: 0, entry: { entry: 'lose_planet', name: 'Mecatol Rex' } }).systems[1]?.planets[0]
        ?.controller,
    ).toBeNull();
  });

  it('has tokens where they were laid, by the name of a system or a planet, until they are taken away', () => {
    const laid = [
      charted({ feature: 'wormhole', system: 'rim', kind: 'gamma', lies: true }),
      charted({ feature: 'ingress', system: 'Lodor', lies: true }),
      charted({ feature: 'breach', system: 'Core', breach: 'active' }),
    ];
    const now = after(...laid);
    expect(now.systems[0]).toMatchObject({ tokens: ['gamma'], ingress: true });
    expect(now.systems[1]?.breach).toBe('active');
    expect(
      after(...laid, charted({ feature: 'wormhole', system: 'Rim', kind: 'gamma', lies: false })).systems[0]?.tokens,
    ).toEqual([]);
  });

  it('has flagships and tethers, and a conduit until the action ends', () => {
    const laid = [
      charted({ feature: 'hil_colish', system: 'Rim' }),
      charted({ feature: 'void_tether', between: ['Rim', 'Core'], lies: true }, 1),
      charted({ feature: 'memoria', flagship: 'Core', mechs: ['Rim'] }, 2),
      charted({ feature: 'conduit', active: 'Core' }, 3),
    ];
    const { modifiers } = after(...laid);
    expect(modifiers).toMatchObject({
      hil_colish: 0,
      memoria: { owner: 2, flagship: 1, mechs: [0] },
      conduit: { owner: 3, active: 1 },
      tethers: [{ owner: 1, between: [0, 1] }],
    });
    const moved: DeskNotice = {
      type: 'moved',
      moment: { step: 'end_of_action', active: 3, asked: null },
      fresh: { turn: false, phase: false, round: false, agenda: false },
    };
    expect(after(...laid, moved).modifiers?.conduit).toBeNull();
    expect(
      after(...laid, charted({ feature: 'void_tether', between: ['Core', 'Rim'], lies: false }, 1)).modifiers?.tethers,
    ).toEqual([]);
  });
});
