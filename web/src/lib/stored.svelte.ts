/** A choice that this browser remembers. */
export class Stored<T> {
  #value: T = $state.raw(undefined as T);

  constructor(
    private readonly key: string,
    initial: T,
    private readonly accepts: (value: unknown) => value is T,
  ) {
    this.#value = initial;
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(`backchannel.${key}`) ?? 'null');
      if (accepts(kept)) this.#value = kept;
    } catch {
      // Private windows may have no storage; then the choice lasts as long as the page.
    }
  }

  get value(): T {
    return this.#value;
  }

  set value(value: T) {
    if (!this.accepts(value)) return;
    this.#value = value;
    try {
      localStorage.setItem(`backchannel.${this.key}`, JSON.stringify(value));
    } catch {
      // As above.
    }
  }
}

export function oneOf<T extends string>(...values: T[]) {
  return (value: unknown): value is T => values.includes(value as T);
}

export const isNumber = (value: unknown): value is number => typeof value === 'number';
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

export const isString = (value: unknown): value is string => typeof value === 'string';
