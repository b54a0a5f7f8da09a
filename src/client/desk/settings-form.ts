import type { Fetched } from '../fetched.ts';
import type { DeskBase } from './desk-base.ts';

/** Settings that are saved together. */
export interface SettingsForm<Known, Changes = Partial<Known>> {
  readonly settings: Fetched<Known>;
  /** What is done to them: see `Work`. */
  readonly subject: string;
  /** @param changes the new values; settings that are not sent keep theirs, which another session may have changed */
  save(changes: Changes): Promise<boolean>;
}

interface SettingsCalls<Known, Changes, Answer> {
  /** Which settings they are, such as `settings/mails`. */
  key: string;
  read(): Promise<Known>;
  change(changes: Changes): Promise<Answer>;
  /** What the toast says once they are saved. */
  said(answer: Answer): string;
  /** What it says when saving failed and the server gave no reason. */
  failure?: string;
}

export function createSettingsForm<Known, Changes, Answer>(
  { fetching, work, toast }: Pick<DeskBase, 'fetching' | 'work' | 'toast'>,
  {
    key,
    read,
    change,
    said,
    failure = 'Failed to update the settings',
  }: SettingsCalls<Known, Changes, Answer>,
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
