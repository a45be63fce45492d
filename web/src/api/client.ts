/** Requests to the server; what goes wrong is a {@link Refused}. */
import type { Problem } from './types';

const BASE = '/api/v1';

/** The server said no, or was not there. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

export function away(): Problem {
  return {
    type: 'away',
    status: 0,
    title: 'No connection',
    detail: 'The server cannot be reached. Check the connection and try again.',
  };
}

async function problemOf(answer: Response): Promise<Problem> {
  try {
    const problem = (await answer.json()) as Partial<Problem>;
    if (typeof problem.detail === 'string') return problem as Problem;
  } catch {
    // Not a problem document: a proxy, or a server that is starting.
  }
  const detail = `The server answered with ${answer.status}. Try again in a moment.`;
  return { type: 'broken', status: answer.status, title: 'Unexpected answer', detail };
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

async function request(method: Method, path: string, body?: unknown): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(BASE + path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(away());
  }
  if (!answer.ok) throw new Refused(await problemOf(answer));
  return answer.text();
}

async function json<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const answer = await request(method, path, body);
  return (answer ? JSON.parse(answer) : undefined) as T;
}

export const text = (path: string) => request('GET', path);
export const get = <T>(path: string) => json<T>('GET', path);
export const post = <T>(path: string, body?: unknown) => json<T>('POST', path, body);
export const put = <T>(path: string, body?: unknown) => json<T>('PUT', path, body);
export const patch = <T>(path: string, body?: unknown) => json<T>('PATCH', path, body);
export const del = <T>(path: string) => json<T>('DELETE', path);

/** The problem in whatever was thrown. */
export function problem(error: unknown): Problem {
  if (error instanceof Refused) return error.problem;
  const detail = error instanceof Error ? error.message : String(error);
  return { type: 'broken', status: 0, title: 'Something broke', detail };
}
