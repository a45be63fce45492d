/** What a reader chose for this browser. */
import type { Language } from '../api/types';
import { isBoolean, oneOf, Stored } from './stored.svelte';

export type Theme = 'system' | 'dark' | 'light';
export type AttackMode = 'once' | 'blitz' | 'stop_loss';

export const theme = new Stored<Theme>('theme', 'system', oneOf('system', 'dark', 'light'));
export const language = new Stored<Language>(
  'language',
  navigator.language?.startsWith('de') ? 'de' : 'en',
  oneOf('en', 'de'),
);
export const attackMode = new Stored<AttackMode>('attack-mode', 'once', oneOf('once', 'blitz', 'stop_loss'));
export const showNames = new Stored<boolean>('map-names', true, isBoolean);
export const taught = new Stored<boolean>('taught', false, isBoolean);

export function applyTheme(): void {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
}
