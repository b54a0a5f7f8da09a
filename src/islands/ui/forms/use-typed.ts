import { useState } from 'react';

/** What is typed in a form, over what is stored. */
export interface Typed<Fields extends object> {
  /** What stands in every field: those that were not touched follow what is stored, which another session may change. */
  fields: Fields;
  /** The fields that differ from what is stored: those that are touched and put back do not. */
  changed: Partial<Fields>;
  write(changes: Partial<Fields>): void;
  /** Forgets what was sent; what was typed meanwhile stays. */
  clear(sent: Partial<Fields>): void;
}

export function useTyped<Fields extends object>(stored: Fields): Typed<Fields> {
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const changed = differing(typed, stored);
  return {
    fields: { ...stored, ...changed },
    changed,
    write: (changes) => setTyped((before) => differing({ ...before, ...changes }, stored)),
    clear: (sent) => setTyped((before) => differing(before, sent)),
  };
}

/** @returns the fields that have another value than in `known` */
function differing<Fields extends object>(fields: Partial<Fields>, known: Partial<Fields>): Partial<Fields> {
  const names = Object.keys(fields) as (keyof Fields)[];
  const isOther = (name: keyof Fields) => JSON.stringify(fields[name]) !== JSON.stringify(known[name]);
  return Object.fromEntries(names.filter(isOther).map((name) => [name, fields[name]])) as Partial<Fields>;
}
