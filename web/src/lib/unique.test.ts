import { expect, it, vi } from 'vitest';
import { uniqueId } from './unique';

it('finds ids that differ, also where the browser makes none', () => {
  expect(uniqueId()).not.toBe(uniqueId());
  vi.stubGlobal('crypto', {});
  expect(uniqueId()).not.toBe(uniqueId());
  expect(uniqueId().length).toBeLessThanOrEqual(64);
  vi.unstubAllGlobals();
});
