import { statSync } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Transaction, writeTransaction } from '../../../../db/client.ts';
import { errorMessage } from '../../../../db/files.ts';
import { minutes, seconds } from '../../../shared/durations.ts';
import { type BackupState, formatSize, type LastBackup } from '../../../shared/ops/backup-schema.ts';
import type { Context } from '../../base/context.ts';
import { DomainError } from '../../base/domain-error.ts';
import { enqueueMail } from '../../mail/outbox-repository.ts';
import { listReachable } from '../../people/people-repository.ts';
import {
  readFailedBackup,
  readLastBackup,
  writeFailedBackup,
  writeLastBackup,
} from '../../shop/facts-repository.ts';
import {
  backupFolder,
  backupIntervalMs,
  backupName,
  chooseExpired,
  isPartialBackup,
  listBackups,
} from './backup-files.ts';
import { readBackupSettings } from './backup-settings.ts';
import { copyInChildProcess } from './database-child-process.ts';
import { runBackupCommand } from './run-backup-command.ts';

const retryPauseMs = minutes(15);
const listTimeoutMs = seconds(5);
/** How long a stop of the service waits for a running copy: its command gets five seconds to end. */
const closeTimeoutMs = seconds(8);

export type Backups = ReturnType<typeof createBackups>;

export interface BackupPorts {
  copy: typeof copyInChildProcess;
  list: typeof listBackups;
}

/** Makes backups beside the database, in the background: `makeDue` when one is due, `makeNow` at once. */
export function createBackups(context: Context, ports: Partial<BackupPorts> = {}) {
  const { copy = copyInChildProcess, list = listBackups } = ports;
  const { config, db, clock, log } = context;
  const databasePath = db.$client.name;
  const isFile = databasePath !== ':memory:' && databasePath !== '';
  const folder = backupFolder(databasePath);
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  let listing: ReturnType<typeof listBackups> | null = null;

  function begin(): void {
    running = make()
      .catch((error: unknown) => {
        if (closing.signal.aborted) return;
        log.error({ err: error }, 'a backup failed');
        const failed = { at: clock.now(), why: errorMessage(error) };
        return writeTransaction(db, (tx) => {
          if (readFailedBackup(tx) === null) mailAdmins(tx);
          writeFailedBackup(tx, failed);
        });
      })
      .catch((error: unknown) => log.error({ err: error }, 'a failed backup could not be recorded'))
      .finally(() => {
        running = null;
      });
  }

  async function make(): Promise<void> {
    const at = clock.now();
    const start = performance.now();
    const wasSent = (readLastBackup(db)?.sent?.status ?? 0) === 0;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) {
      if (isPartialBackup(databasePath, name)) await rm(join(folder, name), { force: true });
    }
    // Makes room. With a command, old copies stay until the newest was sent elsewhere.
    if (config.backup.command === null) await deleteExpired(at);
    await refuseWithoutRoom(databasePath, folder);
    const file = join(folder, backupName(databasePath, at));
    await copy({ from: databasePath, to: file }, closing.signal);
    const took = Math.round((performance.now() - start) / 1_000);
    const made: LastBackup = { at, file, bytes: (await stat(file)).size, seconds: took };
    await writeTransaction(db, (tx) => {
      writeLastBackup(tx, made);
      writeFailedBackup(tx, null);
    });
    log.info({ file, bytes: made.bytes, seconds: took }, 'a backup was made');
    if (await send(made, wasSent)) await deleteExpired(at);
  }

  async function send(made: LastBackup, wasSent: boolean): Promise<boolean> {
    const { command, env } = config.backup;
    if (command === null) return true;
    const { file } = made;
    const sent = await runBackupCommand({ command, file, env, stop: closing.signal });
    if (closing.signal.aborted) return false;
    const isSent = sent.status === 0;
    await writeTransaction(db, (tx) => {
      if (!isSent && wasSent) mailAdmins(tx);
      writeLastBackup(tx, { ...made, sent });
    });
    log[isSent ? 'info' : 'error']({ file, ...sent }, 'BACKUP_COMMAND has ended');
    return isSent;
  }

  /** Called for the first failure of a streak only: the alert stays until a backup succeeds. */
  function mailAdmins(tx: Transaction): void {
    for (const { id, username, email } of listReachable(tx, 'admin')) {
      const to = { name: username, address: email ?? '' };
      enqueueMail(context, tx, { kind: 'backup_failed', userId: id, to });
    }
  }

  /** Deletes expired copies begun before `newest`; later ones are from before the clock was set back. */
  async function deleteExpired(newest: number): Promise<void> {
    const files = (await list(folder, databasePath)).filter(({ at }) => at <= newest);
    const times = files.map(({ at }) => at);
    const expired = new Set(chooseExpired(times, readBackupSettings(db)));
    for (const { name } of files.filter(({ at }) => expired.has(at))) {
      await rm(join(folder, name), { force: true }).catch((error: unknown) =>
        log.error({ err: error, file: name }, 'an old backup cannot be deleted'),
      );
    }
  }

  /** Shares one listing among all callers, so that a network disk that hangs blocks one thread at most. */
  function listInTime(): Promise<BackupState['files']> {
    listing ??= list(folder, databasePath).finally(() => {
      listing = null;
    });
    const silent = `The disk with ${folder} isn’t responding. Check the drive, or make ${folder} a link to a folder on another disk.`;
    const tooLong = new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error(silent)), listTimeoutMs).unref();
    });
    return Promise.race([listing, tooLong]);
  }

  return {
    makeDue(): void {
      const settings = readBackupSettings(db);
      if (!isFile || !settings.isOn || running) return;
      const now = clock.now();
      const isWithin = (at: number, pause: number) => at <= now && now < at + pause;
      const failed = readFailedBackup(db);
      if (failed && isWithin(failed.at, retryPauseMs)) return;
      const last = readLastBackup(db);
      if (last && dirname(last.file) === folder && isWithin(last.at, backupIntervalMs(settings))) return;
      begin();
    },
    /** Begins a copy, unless the database is in memory. @throws {DomainError} while one is being made */
    makeNow(): void {
      if (!isFile) return;
      if (running) throw new DomainError('backup_conflict', 'A backup is already running.');
      begin();
    },
    async state(): Promise<BackupState> {
      let files: BackupState['files'] = [];
      let unlisted: BackupState['failed'] = null;
      try {
        if (isFile) files = await listInTime();
      } catch (error) {
        unlisted = { at: clock.now(), why: errorMessage(error) };
      }
      return {
        settings: readBackupSettings(db),
        folder,
        isSent: config.backup.command !== null,
        isRunning: running !== null,
        last: readLastBackup(db),
        failed: unlisted ?? readFailedBackup(db),
        files,
      };
    },
    async settled(): Promise<void> {
      await running;
    },
    async close(): Promise<void> {
      closing.abort();
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, closeTimeoutMs).unref())]);
    },
  };
}

/** Throws unless the disk has room for a copy and as much again. */
async function refuseWithoutRoom(databasePath: string, folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const needed = Math.ceil(statSync(databasePath).size * 2.2);
  if (free < needed) {
    throw new Error(
      `${folder} has room for ${formatSize(free)}, and a backup needs ${formatSize(needed)}. Keep fewer backups, or make the folder a link to another disk.`,
    );
  }
}
