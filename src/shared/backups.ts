/* The copies of the database that are made by themselves, and what is known of the last one. */

/** At most so many of each. */
export const mostKept = { hourly: 168, daily: 730, weekly: 208 };

/** Whether copies are made by themselves, and of how many hours, days and weeks the last one is kept. */
export interface BackupSettings {
  isOn: boolean;
  hourly: number;
  daily: number;
  weekly: number;
}

/** What was kept off the machine, or why not. */
export interface SentBackup {
  /** What the command ended with; null when it was stopped, or could not be started. */
  status: number | null;
  seconds: number;
  /** The last that it said, or why it was stopped. */
  words: string;
  /** The copies that stay because it failed; absent when it succeeded, or when the disk could not be read. */
  kept?: { copies: number; bytes: number };
}

/** A copy that was made whole. */
export interface LastBackup {
  /** When it was begun, in milliseconds: what was written later is not in it. */
  at: number;
  file: string;
  /** Absent when the disk did not say. */
  bytes?: number;
  seconds: number;
  /** Absent without a command. */
  sent?: SentBackup;
}

/** Why there is no newer copy. */
export interface FailedBackup {
  at: number;
  why: string;
}

export interface BackupState {
  settings: BackupSettings;
  /** Where the copies are. */
  folder: string;
  /** Whether `BACKUP_COMMAND` takes them elsewhere. */
  isSent: boolean;
  isRunning: boolean;
  last: LastBackup | null;
  /** What went wrong since. */
  failed: FailedBackup | null;
  /** The copies that are there, the newest first. */
  files: { name: string; at: number; bytes: number }[];
}
