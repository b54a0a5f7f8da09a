import { useState } from 'react';

/** What is typed in a form, over what is stored. */
export interface Typed<Fields extends object> {
  /** What stands in every field: those that were not touched follow what is stored, which another session may change. */
  fields: Fields;
  /** The fields that differ from what is stored: those that are touched and put back do not. */
  changed: Partial<Fields>;
  write(changes: Partial<Fields>): void;
  clear(): void;
}

export function useTyped<Fields extends object>(stored: Fields): Typed<Fields> {
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const names = Object.keys(typed) as (keyof Fields)[];
  const differs = (name: keyof Fields) => JSON.stringify(typed[name]) !== JSON.stringify(stored[name]);
  const changed = Object.fromEntries(
    names.filter(differs).map((name) => [name, typed[name]]),
  ) as Partial<Fields>;
  return {
    fields: { ...stored, ...changed },
    changed,
    write: (changes) => setTyped((before) => ({ ...before, ...changes })),
    clear: () => setTyped({}),
  };
}
