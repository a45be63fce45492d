import { del, get, patch, post, put } from './client';
import type { Inbox, IssuedToken, Me, Recovery, Scope, Token } from './types';

export const me = () => get<Me>('/me');
export const beGuest = (name: string) => post<Me>('/guests', { name });
export const signIn = (login: string, password: string) => post<Me>('/session', { login, password });
export const signOut = () => del<void>('/session');
export const signOutEverywhere = () => del<void>('/sessions');
export const recover = (code: string) => post<Me>('/session/recover', { code });
export const changeMe = (change: { name?: string; webhook?: string }) => patch<Me>('/me', change);
export const keep = (password: { login: string; password: string; current?: string }) =>
  put<Me>('/me/password', password);
export const newRecovery = () => post<Recovery>('/me/recovery');
export const tokens = () => get<Token[]>('/me/tokens');
export const newToken = (label: string, scopes: Scope[]) =>
  post<IssuedToken>('/me/tokens', { label, scopes });
export const dropToken = (id: string) => del<void>(`/me/tokens/${id}`);
export const inbox = () => get<Inbox>('/inbox');
