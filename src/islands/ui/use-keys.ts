import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';

/** What each key does, written as tinykeys has it (`$mod+k`). A handler that returns false leaves the key to the browser. */
type Keys = Record<string, (event: KeyboardEvent) => unknown>;

/** Modifiers that some keyboards need for a sign, such as AltGr (Ctrl and Alt) for `]`: `${signModifiers}+]`. */
export const signModifiers = '[Shift]+[Alt]+[Control]';

interface UseKeysOptions {
  /** Whether a press is meant for something else. */
  ignore?: (event: KeyboardEvent) => boolean;
}

/** Handles keys of the whole page while the component is mounted. */
export function useKeys(keys: Keys, { ignore = () => false }: UseKeysOptions = {}): void {
  const names = Object.keys(keys).join(' ');
  const handle = useEffectEvent((name: string, event: KeyboardEvent) => {
    if (keys[name]?.(event) !== false) event.preventDefault();
  });
  const isIgnored = useEffectEvent(ignore);
  useEffect(() => {
    const handlers = names.split(' ').map((name) => [name, (event: KeyboardEvent) => handle(name, event)]);
    return tinykeys(window, Object.fromEntries(handlers), { ignore: (event) => isIgnored(event) });
  }, [names]);
}
