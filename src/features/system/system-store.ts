import { map } from 'nanostores';
import type { BackupState } from '../../shared/ops/backup-schema.ts';
import type { HealthReport } from '../../shared/ops/health.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import { createSavedSettings } from '../desk/saved-settings.ts';

export const pollIntervalMs = 1_500;

/** Creates store and tasks of backups. `makeNow` starts a backup; the store then polls until it has ended. */
export function createBackupDesk(base: DeskBase) {
  const { settings: state, save } = createSavedSettings(base, {
    key: 'settings/backups',
    read: base.api.backups,
    change: base.api.changeBackupSettings,
    successText: () => 'The backup settings were saved.',
  });

  function lookAgain(): void {
    setTimeout(async () => {
      await state.refresh();
      if (state.$state.get().data?.isRunning) lookAgain();
      else void base.fetching.changed('settings');
    }, pollIntervalMs);
  }

  return {
    state,
    save,
    makeNow: () =>
      base.work.perform({
        subject: 'backup',
        name: 'make',
        run: () => base.api.makeBackup(),
        refresh: state.refresh,
        show: lookAgain,
        failure: { title: 'No Backup', message: 'The backup could not be started' },
      }),
  };
}

/** Returns a sentence: whether backups are copied off the server, and what may be lost if not. */
export function offsiteText({ isSent, last }: Pick<BackupState, 'isSent' | 'last'>): string {
  const begun = last?.sent?.status === 0 ? 'The next ones are not copied' : 'They are not copied';
  if (!isSent) {
    return `${begun} elsewhere: set BACKUP_COMMAND. Otherwise, if the disk fails, you lose them too.`;
  }
  return last?.sent && last.sent.status !== 0
    ? 'BACKUP_COMMAND should copy each one elsewhere. Until that works, you lose the backups too if the disk fails.'
    : 'BACKUP_COMMAND copies each one elsewhere.';
}

/** Creates the store of the health report, empty until `look` has fetched it. */
export function createHealthDesk({ api, work }: DeskBase) {
  const nothing = { report: null as HealthReport | null, error: null as Error | null, isLooking: false };
  const $state = map(nothing);
  return {
    $state,
    async look(): Promise<void> {
      if ($state.get().isLooking) return;
      $state.set({ ...$state.get(), error: null, isLooking: true });
      try {
        const report = await work.watch(api.healthReport());
        $state.set({ report, error: null, isLooking: false });
      } catch (error) {
        $state.set({ ...$state.get(), error: error as Error, isLooking: false });
      }
    },
  };
}
