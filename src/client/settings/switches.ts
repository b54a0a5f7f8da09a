import { computed } from 'nanostores';
import type { DeskBase } from '../desk/desk-base.ts';
import { createKeptSwitches, type KeptSwitches, type Switches } from '../desk/kept-switches.ts';
import type { Fetched } from '../fetched.ts';

/** Settings that an admin switches on and off. */
export interface SwitchesDesk<Name extends string> extends KeptSwitches<Name> {
  readonly settings: Fetched<Switches<Name>>;
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
  const switches = createKeptSwitches(work, {
    subject: `settings/${key}`,
    $known: computed(settings.$state, ({ data }) => data ?? null),
    change,
    refresh: settings.refresh,
    say: (isOn) => toast({ title: 'Setting Updated', description: isOn ? said.on : said.off }),
    failure: { title: 'Update Failed', message: 'Failed to update the setting' },
  });
  return { ...switches, settings };
}
