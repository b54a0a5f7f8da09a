import { z } from '../zod.ts';

/** The schema of a number of copies to keep. */
const copies = (most: number) =>
  z
    .int('A whole number, or 0 for none.')
    .min(0, 'A whole number, or 0 for none.')
    .max(most, `At most ${most}.`);

/** `isOn`: copies are made automatically. The last copy of each of so many hours, days and weeks is kept. */
export const backupSettingsSchema = z.strictObject({
  isOn: z.boolean(),
  hourly: copies(168),
  daily: copies(730),
  weekly: copies(208),
});
export type BackupSettings = z.infer<typeof backupSettingsSchema>;

/** Returns the problem of settings that make copies but keep none, else null. */
export function keptProblem({ isOn, hourly, daily, weekly }: BackupSettings): string | null {
  return isOn && hourly + daily + weekly === 0 ? 'Keep at least one backup.' : null;
}

/** The result of BACKUP_COMMAND. */
export interface SentBackup {
  /** The exit status; null when the command was stopped or could not start. */
  status: number | null;
  seconds: number;
  words: string;
}

export interface LastBackup {
  at: number;
  file: string;
  bytes?: number;
  seconds: number;
  sent?: SentBackup;
}

export interface FailedBackup {
  at: number;
  why: string;
}

export interface BackupState {
  settings: BackupSettings;
  folder: string;
  isSent: boolean;
  isRunning: boolean;
  last: LastBackup | null;
  failed: FailedBackup | null;
  files: { name: string; at: number; bytes: number }[];
}

/** Returns a sentence on why the last backup failed or was not sent; null if it succeeded. */
export function describeBackupFailure(last: LastBackup | null, failed: FailedBackup | null): string | null {
  if (failed) return `The last backup failed: “${failed.why}”. The service tries again every 15 minutes.`;
  if (!last?.sent || last.sent.status === 0) return null;
  return `The last backup was made, but BACKUP_COMMAND failed to copy it to another place: “${last.sent.words}”. Until that works, no older backup is deleted.`;
}

export function formatSize(bytes: number): string {
  const units = ['KB', 'MB', 'GB', 'TB'];
  let amount = bytes / 1_000;
  let unit = 0;
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1_000;
    unit += 1;
  }
  return `${amount >= 10 || unit === 0 ? Math.ceil(amount) : amount.toFixed(1)} ${units[unit]}`;
}
