import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';

/** What is on or off, and saved together. */
export type Switches<Name extends string = string> = Readonly<Record<Name, boolean>>;

/** Settings that an admin switches on and off. */
export interface SwitchesDesk<Name extends string> {
  readonly settings: Fetched<Switches<Name>>;
  /** What is done to them: see `Work`. */
  readonly subject: string;
  save(all: Switches<Name>): Promise<boolean>;
}

interface SwitchCalls<Name extends string> {
  /** Which settings they are, such as `mails`. */
  key: string;
  read(): Promise<Switches<Name>>;
  change(all: Switches<Name>): Promise<unknown>;
  /** What the toast says once they are saved. */
  said(all: Switches<Name>): string;
}

export function createSwitches<Name extends string>(
  { fetching, work, toast }: Pick<DeskBase, 'fetching' | 'work' | 'toast'>,
  { key, read, change, said }: SwitchCalls<Name>,
): SwitchesDesk<Name> {
  const subject = `settings/${key}`;
  const settings = fetching.store(subject, () => work.watch(read()));
  return {
    settings,
    subject,
    save: (all) =>
      work.perform({
        subject,
        name: 'save',
        run: () => change(all),
        refresh: settings.refresh,
        show: () => toast({ title: 'Settings Updated', description: said(all) }),
        failure: { title: 'Update Failed', message: 'Failed to update the settings' },
      }),
  };
}
