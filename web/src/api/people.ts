import { del, get, patch, post, put } from './client';
import type { ChangeMe, Inbox, IssuedToken, Me, NewPassword, NewToken, Recovery, Scope, Token } from './types';

export const me = () => get<Me>('/me');
export const beGuest = (name: string) => post<Me>('/guests', { name });
export const signIn = (login: string, password: string) => post<Me>('/session', { login, password });
export const signOut = () => del<void>('/session');
export const signOutEverywhere = () => del<void>('/sessions');
export const recover = (code: string) => post<Me>('/session/recover', { code });
export const changeMe = (change: ChangeMe) => patch<Me>('/me', change);
export const keep = (password: NewPassword) => put<Me>('/me/password', password);
export const newRecovery = () => post<Recovery>('/me/recovery');
export const tokens = () => get<Token[]>('/me/tokens');
export const newToken = (label: string, scopes: Scope[]) =>
  post<IssuedToken>('/me/tokens', { label, scopes } satisfies NewToken);
export const dropToken = (id: string) => del<void>(`/me/tokens/${id}`);
export const inbox = () => get<Inbox>('/inbox');
