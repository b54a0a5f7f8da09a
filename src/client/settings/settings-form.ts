import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';

/** Settings that are saved together. */
export interface SettingsForm<Values extends object, Known = Values> {
  readonly settings: Fetched<Known>;
  /** What is done to them: see `Work`. */
  readonly subject: string;
  /** @param changed what is to be another: nothing is sent of the others, which another session may have changed */
  save(changed: Partial<Values>): Promise<boolean>;
}

interface SettingsCalls<Values extends object, Known> {
  /** Which settings they are, such as `settings/mails`. */
  key: string;
  read(): Promise<Known>;
  change(changed: Partial<Values>): Promise<Values>;
  /** What the toast says once they are saved. */
  said(all: Values): string;
  /** What it says when they could not be, and the server does not say why. */
  failure?: string;
}

export function createSettingsForm<Values extends object, Known = Values>(
  { fetching, work, toast }: Pick<DeskBase, 'fetching' | 'work' | 'toast'>,
  { key, read, change, said, failure = 'Failed to update the settings' }: SettingsCalls<Values, Known>,
): SettingsForm<Values, Known> {
  const settings = fetching.store(key, () => work.watch(read()));
  return {
    settings,
    subject: key,
    save: (changed) =>
      work.perform({
        subject: key,
        name: 'save',
        run: () => change(changed),
        refresh: settings.refresh,
        show: (all) => toast({ title: 'Settings Updated', description: said(all) }),
        failure: { title: 'Update Failed', message: failure },
      }),
  };
}
