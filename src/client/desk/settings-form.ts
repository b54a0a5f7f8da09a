import type { Fetched } from '../fetched.ts';
import type { DeskBase } from './desk-base.ts';

export interface SettingsForm<Known, Changes = Partial<Known>> {
  readonly settings: Fetched<Known>;
  /** Of the task that saves them. */
  readonly subject: string;
  /** Settings that are not sent keep their values, which another session may have changed. */
  save(changes: Changes): Promise<boolean>;
}

export function createSettingsForm<Known, Changes, Answer>(
  { fetching, work, toast }: Pick<DeskBase, 'fetching' | 'work' | 'toast'>,
  {
    key,
    read,
    change,
    said,
    failure = 'Failed to update the settings',
  }: {
    /** Such as `settings/mails`. */
    key: string;
    read(): Promise<Known>;
    change(changes: Changes): Promise<Answer>;
    /** The description of the toast after saving. */
    said(answer: Answer): string;
    /** Shown when saving failed and the server gave no reason. */
    failure?: string;
  },
): SettingsForm<Known, Changes> {
  const settings = fetching.store(key, () => work.watch(read()));
  return {
    settings,
    subject: key,
    save: (changes) =>
      work.perform({
        subject: key,
        name: 'save',
        run: () => change(changes),
        refresh: () => fetching.changed(key),
        show: (answer) => toast({ title: 'Settings Updated', description: said(answer) }),
        failure: { title: 'Update Failed', message: failure },
      }),
  };
}
