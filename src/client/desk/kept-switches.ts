import { atom, computed, type ReadableAtom } from 'nanostores';
import type { Task, Work } from './work.ts';

/** What is on or off, and kept together. */
export type Switches<Name extends string = string> = Readonly<Record<Name, boolean>>;

/** What somebody switches on and off by a press each. */
export interface KeptSwitches<Name extends string> {
  /** As they were last switched, also while that is on its way; null until they are known. */
  readonly $switches: ReadableAtom<Switches<Name> | null>;
  /** @returns whether it was switched */
  turn(which: Name, isOn: boolean): Promise<boolean>;
}

interface Keeping<Name extends string> extends Pick<Task, 'subject' | 'refresh' | 'failure'> {
  /** As the server told last; null until it has. */
  $known: ReadableAtom<Switches<Name> | null>;
  /** Sets all of them. */
  change(all: Switches<Name>): Promise<unknown>;
  /** Says what came of it. @param isOn whether what was pressed last is on now */
  say(isOn: boolean): void;
}

export function createKeptSwitches<Name extends string>(
  work: Work,
  { $known, change, say, ...task }: Keeping<Name>,
): KeptSwitches<Name> {
  const $chosen = atom<Partial<Switches<Name>>>({});
  const $switches = computed([$known, $chosen], (known, chosen) => known && { ...known, ...chosen });
  let isLastOn = false;
  return {
    $switches,
    async turn(which, isOn) {
      if (!$switches.get()) return false;
      $chosen.set({ ...$chosen.get(), [which]: isOn });
      isLastOn = isOn;
      const isDone = await work.perform({
        ...task,
        name: 'save',
        run: async () => {
          const all = $switches.get();
          if (all) await change(all);
        },
        show: () => say(isLastOn),
        isRepeated: true,
      });
      $chosen.set({});
      return isDone;
    },
  };
}
