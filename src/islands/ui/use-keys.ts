import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';

/** By their tinykeys names (`$mod+k`). A handler that returns false leaves the key to the browser. */
type Keys = Record<string, (event: KeyboardEvent) => unknown>;

/** Modifiers that some keyboards need for a sign, such as AltGr for `]`: `${signModifiers}+]`. */
export const signModifiers = '[Shift]+[Alt]+[Control]';

export function useKeys(keys: Keys, options: { ignore?: (event: KeyboardEvent) => boolean } = {}): void {
  const names = Object.keys(keys).join(' ');
  const handle = useEffectEvent((name: string, event: KeyboardEvent) => {
    if (keys[name]?.(event) !== false) event.preventDefault();
  });
  const isIgnored = useEffectEvent((event: KeyboardEvent) => options.ignore?.(event) ?? false);
  useEffect(() => {
    const handlers = names.split(' ').map((name) => [name, (event: KeyboardEvent) => handle(name, event)]);
    return tinykeys(window, Object.fromEntries(handlers), { ignore: (event) => isIgnored(event) });
  }, [names]);
}
