import type { DeskBase } from './desk-base.ts';
import type { Task } from './task-runner.ts';

export type SavedSettings<Known, Changes = Partial<Known>> = ReturnType<
  typeof createSavedSettings<Known, Changes, unknown>
>;

/** Creates a store of settings, and tasks that save changes, refetch the settings, and show a toast. */
export function createSavedSettings<Known, Changes, Answer>(
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
  const saveAs = (title: string, changes: Changes, refuse?: Task['refuse']) =>
    work.perform({
      subject: key,
      run: () => change(changes),
      refresh: () => fetching.changed(key),
      show: (answer) => toast({ title, description: successText(answer) }),
      failure: { title: 'Update Failed', message: failure },
      refuse,
    });
  return {
    settings,
    /** Settings that are not sent keep their values, which another session may have changed. */
    save: (changes: Changes, refuse?: Task['refuse']) => saveAs('Settings Updated', changes, refuse),
    saveAs,
  };
}
