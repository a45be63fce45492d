import { expect, it } from 'vitest';
import type { BackchannelReference } from '../api';
import { fullName, opponent } from './opponent';

const levels = ['easy', 'normal', 'hard'].map((id) => ({ id, name: id, about: '' }));
const envoy = {
  name: 'envoy',
  title: 'Envoy',
  person: 'Ashdown',
  about: 'Keeps every word.',
  deals: true,
  levels: { easy: 'envoy:easy', normal: 'envoy', hard: 'envoy:hard' },
};
const cast = { bots: [envoy], levels } as unknown as BackchannelReference;

it('a kind of bot is a character at a level', () => {
  const found = opponent(cast, 'envoy:hard');
  expect(found?.level.id).toBe('hard');
  expect(found && fullName(found.entry)).toBe('Envoy Ashdown');
  expect(opponent(cast, 'envoy')?.level.id).toBe('normal');
});

it('a bot that nobody knows is nobody', () => {
  expect(opponent(cast, 'deep-blue')).toBeNull();
});
