import { atom, computed, type ReadableAtom } from 'nanostores';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';

/** Settings that are on or off, and kept together. */
export type Switches<Name extends string = string> = Readonly<Record<Name, boolean>>;

/** What an admin switches on and off by a press each. */
export interface SwitchesDesk<Name extends string> {
  readonly settings: Fetched<Switches<Name>>;
  /** What was chosen, also while it is on its way; null until they are known. */
  readonly $switches: ReadableAtom<Switches<Name> | null>;
  /** @returns whether it was switched */
  turn(which: Name, isOn: boolean): Promise<boolean>;
}

interface SwitchCalls<Name extends string> {
  /** Which settings they are, such as `mails`. */
  key: string;
  read(): Promise<Switches<Name>>;
  /** Sets all of them. */
  change(all: Switches<Name>): Promise<unknown>;
  /** What the toast says once one is on, or off. */
  said: { on: string; off: string };
}

export function createSwitches<Name extends string>(
  { fetching, work, toast }: Pick<DeskBase, 'fetching' | 'work' | 'toast'>,
  { key, read, change, said }: SwitchCalls<Name>,
): SwitchesDesk<Name> {
  const settings = fetching.store(`settings/${key}`, () => work.watch(read()));
  const $chosen = atom<ReadonlyMap<Name, boolean>>(new Map());
  const $switches = computed([settings.$state, $chosen], ({ data }, chosen) =>
    data ? { ...data, ...Object.fromEntries(chosen) } : null,
  );
  return {
    settings,
    $switches,
    async turn(which, isOn) {
      if (!$switches.get()) return false;
      $chosen.set(new Map($chosen.get()).set(which, isOn));
      const isDone = await work.perform({
        subject: `settings/${key}:${which}`,
        name: 'save',
        run: async () => {
          const all = $switches.get();
          if (all) await change(all);
        },
        refresh: settings.refresh,
        show: () =>
          toast({ title: 'Setting Updated', description: $chosen.get().get(which) ? said.on : said.off }),
        failure: { title: 'Update Failed', message: 'Failed to update the setting' },
        isRepeated: true,
      });
      $chosen.set(new Map([...$chosen.get()].filter(([name]) => name !== which)));
      return isDone;
    },
  };
}
