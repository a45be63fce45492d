/** What a reader chose for this browser. */
import type { BotLevel, Language } from '../api/types';
import { darkSystem } from './media.svelte';
import { isBoolean, isNumber, isString, oneOf, Stored } from './stored.svelte';

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
/** The table that was last looked at here. */
export const lastTable = new Stored<string>('last-table', '', isString);
/** How well bots were last asked to play; at first easily. */
export const botLevel = new Stored<BotLevel>('bot-level', 'easy', oneOf('easy', 'normal', 'hard'));
/** How far the first lesson has come. */
export const lessonStep = new Stored<number>('lesson-step', 0, isNumber);
export const taught = new Stored<boolean>('taught', false, isBoolean);

/** Whether it is dark here, by choice or by the system. */
export const isDark = (): boolean => (theme.value === 'system' ? darkSystem.current : theme.value === 'dark');

/** Turns the light on or off. Where that is what the system does, the system is followed again. */
export function switchTheme(): void {
  const dark = !isDark();
  theme.value = dark === darkSystem.current ? 'system' : dark ? 'dark' : 'light';
}
/** On phones sound and haptics stay off until they are chosen. */
const onPhone = typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
export const sound = new Stored<boolean>('sound', !onPhone, isBoolean);
export const shortcuts = new Stored<boolean>('shortcuts', true, isBoolean);
export const confirmBetrayal = new Stored<boolean>('confirm-betrayal', true, isBoolean);

export function applyTheme(): void {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
}
