import { expect, test } from 'vitest';
import type { BackchannelNotice } from '../api';
import { cueOf } from './cues';

const fought = { type: 'fought', attacker: 1, defender: 2, from: 0, to: 1, report: null } as BackchannelNotice;
const accepted = { type: 'accepted', to: 1, id: { from: 0, number: 1 }, filled: [] } as BackchannelNotice;

test('battles are heard by those who fight them', () => {
  expect(cueOf(fought, 2)).toBe('battle');
  expect(cueOf(fought, 0)).toBeNull();
  expect(cueOf(fought, null)).toBeNull();
});

test('an acceptance is heard by whoever proposed', () => {
  expect(cueOf(accepted, 0)).toBe('accepted');
  expect(cueOf(accepted, 1)).toBeNull();
});
