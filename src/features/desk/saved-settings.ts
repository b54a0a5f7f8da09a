import type { DeskBase } from './desk-base.ts';

export type SettingsForm<Known, Changes = Partial<Known>> = ReturnType<
  typeof createSettingsForm<Known, Changes, unknown>
>;

/** Creates the store of some settings and the tasks that save changes, show a toast and fetch them again. */
export function createSettingsForm<Known, Changes, Answer>(
  { fetching, work, toast }: Pick<DeskBase, 'fetching' | 'work' | 'toast'>,
  form: {
    /** Such as `settings/mails`. */
    key: string;
    read(): Promise<Known>;
    change(changes: Changes): Promise<Answer>;
    successText(answer: Answer): string;
    failure?: string;
  },
) {
  const { key, read, change, successText, failure = 'Failed to update the settings' } = form;
  const settings = fetching.store(key, () => read());
  const saveAs = (title: string, changes: Changes) =>
    work.perform({
      subject: key,
      run: () => change(changes),
      refresh: () => fetching.changed(key),
      show: (answer) => toast({ title, description: successText(answer) }),
      failure: { title: 'Update Failed', message: failure },
    });
  return {
    settings,
    /** Settings that are not sent keep their values, which another session may have changed. */
    save: (changes: Changes) => saveAs('Settings Updated', changes),
    saveAs,
  };
}
