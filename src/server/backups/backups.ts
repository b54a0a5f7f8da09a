import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeTransaction } from '../../../db/client.ts';
import { messageOf } from '../../../db/files.ts';
import type { BackupState, FailedBackup, LastBackup, SentBackup } from '../../shared/backups.ts';
import { minutes, seconds } from '../../shared/durations.ts';
import { sizeInWords } from '../../shared/sizes.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { formatUtc } from '../time/moment-words.ts';
import { type BackupFolder, createBackupFolder, type FolderCalls } from './backup-folder.ts';
import { backupName, backupTime, isHalfBackup } from './backup-names.ts';
import { readFailedBackup, readLastBackup, writeFailedBackup, writeLastBackup } from './backup-repository.ts';
import { readBackupSettings } from './backup-settings.ts';
import { type Keeper, keepApart } from './keep-apart.ts';
import { makeCopy } from './make-copy.ts';
import { backupPause, chooseSuperfluous } from './retention.ts';
import { sendAway } from './send-away.ts';

/** How long after a failure the next attempt comes, in milliseconds. */
const retryPause = minutes(15);
/** How often a run reports progress while an external program works, in milliseconds. */
const aliveEvery = minutes(1);
/**
 * How long a stop of the service waits for a running copy, in milliseconds: a process that goes on is killed after five
 * seconds.
 */
const closePatience = seconds(8);

export interface Backups {
  /** Makes a copy if one is due. @param alive called on progress */
  makeDue(stop: AbortSignal, alive: () => void): Promise<void>;
  /** Begins a copy, unless the database is in memory. @throws {DomainError} while one is being made */
  makeNow(): void;
  /** The state for the admin. */
  state(): Promise<BackupState>;
  /** Waits for the running copy. */
  settled(): Promise<void>;
  /** Stops making copies and aborts the running one; waits for that, with a limit. */
  close(): Promise<void>;
}

/**
 * Makes copies of the service's database, deletes old ones, and sends new ones elsewhere.
 *
 * @param keeper copies and checks
 * @param disks calls to the disk with the copies
 */
export function createBackups(context: Context, keeper: Keeper = keepApart, disks?: BackupFolder): Backups {
  const { config, db, clock, log } = context;
  const databasePath = db.$client.name;
  const isFile = databasePath !== ':memory:' && databasePath !== '';
  const folder = config.backup.folder ?? join(dirname(databasePath), 'backups');
  const { desk, job: disk } = disks ?? createBackupFolder(folder);
  let running: Promise<void> | null = null;
  /** When the copy that is being written was begun; null when none is, or when it is already being sent elsewhere. */
  let copyingSince: number | null = null;
  const closing = new AbortController();

  const copiesAmong = <T extends { name: string }>(files: T[]) =>
    files.flatMap((file) => {
      const at = backupTime(databasePath, file.name);
      return at === null ? [] : [{ ...file, at }];
    });

  /** The newest first. */
  async function listFiles(calls: FolderCalls): Promise<BackupState['files']> {
    if (!isFile) return [];
    const files = await calls.list(folder, (name) => backupTime(databasePath, name) !== null);
    return copiesAmong(files).sort((a, b) => b.at - a.at);
  }

  const listCopies = async () => copiesAmong((await disk.names(folder)).map((name) => ({ name })));

  /**
   * Skips copies from the future, which a clock that was set back leaves. Counts the last copy even if a command has
   * moved it away.
   *
   * @returns when the newest copy was begun; 0 without any
   */
  async function newestUntil(now: number): Promise<number> {
    const last = readLastBackup(db);
    const times = (await listCopies()).map(({ at }) => at);
    if (last && dirname(last.file) === folder) times.push(last.at);
    return Math.max(0, ...times.filter((at) => at <= now));
  }

  function begin(jobStop?: AbortSignal, alive = () => {}): Promise<void> {
    const stop = jobStop ? AbortSignal.any([jobStop, closing.signal]) : closing.signal;
    let isLate = false;
    const timer = setInterval(() => {
      alive();
      if (!isLate) isLate = noteLate();
    }, aliveEvery);
    running = make(stop)
      .catch(async (error: unknown) => {
        if (stop.aborted) return;
        log.error({ err: error }, 'a backup failed');
        await noteFailure(error);
      })
      .finally(() => {
        clearInterval(timer);
        copyingSince = null;
        running = null;
      });
    return running;
  }

  /** Stores why a copy failed; a full disk may refuse this too. */
  async function noteFailure(failure: unknown, more: Pick<FailedBackup, 'isUnderWay'> = {}): Promise<void> {
    try {
      const failed = { at: clock.now(), why: messageOf(failure), ...more };
      await writeTransaction(db, (tx) => writeFailedBackup(tx, failed));
    } catch (error) {
      log.error({ err: error }, 'that a backup failed cannot be noted');
    }
  }

  /**
   * Notes that a copy is late when the next one is due and the disk still hangs. The running copy takes the note back
   * if it succeeds after all.
   *
   * @returns whether it was noted
   */
  function noteLate(): boolean {
    if (copyingSince === null || closing.signal.aborted) return false;
    try {
      const settings = readBackupSettings(db);
      if (!settings.isOn || clock.now() < copyingSince + backupPause(settings)) return false;
    } catch (error) {
      log.error({ err: error }, 'whether a backup is late cannot be read');
      return false;
    }
    const begun = formatUtc(copyingSince);
    const why = `The copy that was begun on ${begun} is not done, and the next one is due. Look whether the disk of ${folder} answers.`;
    log.error({ begun }, 'a backup is not done although the next one is due');
    // It handles its own errors.
    void noteFailure(new Error(why), { isUnderWay: true });
    return true;
  }

  async function make(stop: AbortSignal): Promise<void> {
    const at = clock.now();
    const start = performance.now();
    copyingSince = at;
    await disk.make(folder);
    for (const name of await disk.names(folder)) {
      if (isHalfBackup(databasePath, name)) await disk.remove(join(folder, name));
    }
    // Deleting old copies first makes room; with a command, they stay until the newest was sent elsewhere.
    if (config.backup.command === null) await thin(at);
    await refuseWithoutRoom(databasePath, folder, disk);
    const file = join(folder, backupName(databasePath, at));
    await makeCopy(databasePath, file, { stop }, keeper);
    const took = Math.round((performance.now() - start) / 1_000);
    // From here on the copy counts as made, even if sending it fails.
    copyingSince = null;
    const made: LastBackup = { at, file, bytes: await sizeIfKnown(file), seconds: took };
    await writeTransaction(db, (tx) => {
      writeLastBackup(tx, made);
      writeFailedBackup(tx, null);
    });
    log.info({ file, bytes: made.bytes, seconds: took }, 'a backup was made');
    // While the new copy is not elsewhere, the older ones stay.
    if ((await send(made, stop)) && !stop.aborted) await thin(at);
  }

  async function sizeIfKnown(file: string): Promise<number | undefined> {
    try {
      return await disk.sizeOf(file);
    } catch (error) {
      log.warn({ err: error, file }, 'the size of a backup cannot be read');
      return undefined;
    }
  }

  /** @returns whether the copy is where it should be */
  async function send(made: LastBackup, stop: AbortSignal): Promise<boolean> {
    const { command, env } = config.backup;
    if (command === null) return true;
    const { file } = made;
    const sent = await sendAway({ command, file, env, stop });
    if (stop.aborted) return false;
    const isSent = sent.status === 0;
    const kept = isSent ? undefined : await sizeOfAll();
    const last = { ...made, sent: { ...sent, ...(kept && { kept }) } };
    await writeTransaction(db, (tx) => writeLastBackup(tx, last));
    log[isSent ? 'info' : 'error']({ file, ...sent }, 'BACKUP_COMMAND has ended');
    return isSent;
  }

  /** @returns the number and size of the copies; nothing when the disk does not answer */
  async function sizeOfAll(): Promise<SentBackup['kept']> {
    try {
      const copies = await listFiles(disk);
      return { copies: copies.length, bytes: copies.reduce((sum, { bytes }) => sum + bytes, 0) };
    } catch (error) {
      log.warn({ err: error }, 'the sizes of the backups cannot be read');
      return undefined;
    }
  }

  /** @param newest when the newest copy was begun; later ones, from before a clock was set back, stay */
  async function thin(newest: number): Promise<void> {
    let files: { name: string; at: number }[];
    try {
      files = (await listCopies()).filter(({ at }) => at <= newest);
    } catch (error) {
      log.error({ err: error }, 'old backups cannot be looked for');
      return;
    }
    const times = files.map(({ at }) => at);
    const superfluous = new Set(chooseSuperfluous(times, readBackupSettings(db)));
    for (const { name, at } of files) {
      if (!superfluous.has(at)) continue;
      try {
        await disk.remove(join(folder, name));
      } catch (error) {
        log.error({ err: error, file: name }, 'an old backup cannot be deleted');
      }
    }
  }

  return {
    async makeDue(stop, alive) {
      const settings = readBackupSettings(db);
      if (!isFile || !settings.isOn || running) return;
      const now = clock.now();
      const failed = readFailedBackup(db);
      if (failed && failed.at <= now && now < failed.at + retryPause) return;
      let newest: number;
      try {
        newest = await newestUntil(now);
      } catch (error) {
        const last = readLastBackup(db);
        // Nothing has failed while no copy is due: the disk may be back by then.
        if (last && last.at <= now && now < last.at + backupPause(settings)) return;
        log.error({ err: error }, 'the folder of the backups cannot be read');
        await noteFailure(error);
        return;
      }
      // An admin may have started one by hand meanwhile.
      if (running || now < newest + backupPause(settings)) return;
      await begin(stop, alive);
    },
    makeNow() {
      if (!isFile) return;
      if (running) throw new DomainError('backup_conflict', 'A backup is being made already.');
      void begin();
    },
    async state() {
      let files: BackupState['files'] = [];
      let silent: BackupState['failed'] = null;
      try {
        files = await listFiles(desk);
      } catch (error) {
        silent = { at: clock.now(), why: messageOf(error) };
      }
      return {
        settings: readBackupSettings(db),
        folder,
        isSent: config.backup.command !== null,
        isRunning: running !== null,
        last: readLastBackup(db),
        failed: silent ?? readFailedBackup(db),
        files,
      };
    },
    async settled() {
      await running;
    },
    async close() {
      closing.abort();
      if (!running) return;
      // A hanging disk or process does not hold up the stop.
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, closePatience);
      });
      await Promise.race([running, patience]);
      clearTimeout(timer);
    },
  };
}

/** @throws {Error} unless the disk has room for a copy, and for as much again for the service and an upgrade */
async function refuseWithoutRoom(databasePath: string, folder: string, disk: FolderCalls): Promise<void> {
  const { size } = statSync(databasePath);
  const free = await disk.freeBytes(folder);
  const needed = Math.ceil(size * 2.2);
  if (free < needed) {
    throw new Error(
      `${folder} has room for ${sizeInWords(free)}, and a backup needs ${sizeInWords(needed)}. Keep fewer, or set BACKUP_FOLDER to another disk.`,
    );
  }
}
