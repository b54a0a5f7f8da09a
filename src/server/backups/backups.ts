import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeTransaction } from '../../../db/client.ts';
import { messageOf } from '../../../db/files.ts';
import type { BackupState, LastBackup } from '../../shared/backups.ts';
import { minutes, seconds } from '../../shared/durations.ts';
import { sizeInWords } from '../../shared/sizes.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context } from '../context/context.ts';
import { backupName, backupTime, isHalfBackup } from './backup-names.ts';
import { readFailedBackup, readLastBackup, writeFailedBackup, writeLastBackup } from './backup-repository.ts';
import { readBackupSettings } from './backup-settings.ts';
import { type Keeper, keepApart } from './keep-apart.ts';
import { makeCopy } from './make-copy.ts';
import { backupPause, chooseSuperfluous } from './retention.ts';
import { sendAway } from './send-away.ts';

/** How long after a failure it is tried again, in milliseconds. */
const retryPause = minutes(15);
/** How often a run says that it gets on while a program outside is at it, in milliseconds. */
const aliveEvery = minutes(1);
/** How long what is being made is waited for when the service stops, in milliseconds: it is killed after five seconds. */
const closePatience = seconds(8);

export interface Backups {
  /** Makes a copy if one is due. @param alive told that it gets on */
  makeDue(stop: AbortSignal, alive: () => void): Promise<void>;
  /** Begins to make a copy; of a database in memory there is none. @throws {DomainError} when one is being made */
  makeNow(): void;
  /** What there is, for the admin. */
  state(): BackupState;
  /** Waits for what is being made. */
  settled(): Promise<void>;
  /** Makes no more, and gives up what is being made; waits for that, though not for ever. */
  close(): Promise<void>;
}

/**
 * Makes copies of the service's database, keeps some of them, and has them taken elsewhere.
 *
 * @param keeper what copies and checks
 */
export function createBackups(context: Context, keeper: Keeper = keepApart): Backups {
  const { config, db, clock, log } = context;
  const databasePath = db.$client.name;
  const isFile = databasePath !== ':memory:' && databasePath !== '';
  const folder = config.backup.folder ?? join(dirname(databasePath), 'backups');
  let running: Promise<void> | null = null;
  const closing = new AbortController();

  /** The newest first. */
  function listFiles(): BackupState['files'] {
    if (!isFile) return [];
    return namesIn(folder)
      .flatMap((name) => {
        const at = backupTime(databasePath, name);
        const bytes = statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
        return at === null ? [] : [{ name, at, bytes }];
      })
      .sort((a, b) => b.at - a.at);
  }

  /**
   * A clock that was set back leaves copies of the future, which do not count; a command may have taken the last one
   * away, which counts all the same.
   *
   * @returns when the newest copy was begun; 0 without any
   */
  function newestUntil(now: number): number {
    const last = readLastBackup(db);
    const times = listFiles().map(({ at }) => at);
    if (last && dirname(last.file) === folder) times.push(last.at);
    return Math.max(0, ...times.filter((at) => at <= now));
  }

  function begin(jobStop?: AbortSignal, alive = () => {}): Promise<void> {
    const stop = jobStop ? AbortSignal.any([jobStop, closing.signal]) : closing.signal;
    const timer = setInterval(alive, aliveEvery);
    running = make(stop)
      .catch((error: unknown) => {
        if (stop.aborted) return;
        log.error({ err: error }, 'a backup failed');
        noteFailure(error);
      })
      .finally(() => {
        clearInterval(timer);
        running = null;
      });
    return running;
  }

  /** On a disk without room there may be none for this either. */
  function noteFailure(failure: unknown): void {
    try {
      writeFailedBackup(db, { at: clock.now(), why: messageOf(failure) });
    } catch (error) {
      log.error({ err: error }, 'that a backup failed cannot be noted');
    }
  }

  async function make(stop: AbortSignal): Promise<void> {
    const at = clock.now();
    const start = performance.now();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of namesIn(folder)) {
      if (isHalfBackup(databasePath, name)) rmSync(join(folder, name), { force: true });
    }
    refuseWithoutRoom(databasePath, folder);
    const file = join(folder, backupName(databasePath, at));
    await makeCopy(databasePath, file, { stop }, keeper);
    const took = Math.round((performance.now() - start) / 1_000);
    const made: LastBackup = { at, file, bytes: statSync(file).size, seconds: took };
    writeTransaction(db, (tx) => {
      writeLastBackup(tx, made);
      writeFailedBackup(tx, null);
    });
    log.info({ file, bytes: made.bytes, seconds: took }, 'a backup was made');
    await send(made, stop);
    if (!stop.aborted) thin(at);
  }

  async function send(made: LastBackup, stop: AbortSignal): Promise<void> {
    const { command, env } = config.backup;
    if (command === null) return;
    const { file } = made;
    const sent = await sendAway({ command, file, env, stop });
    if (stop.aborted) return;
    writeLastBackup(db, { ...made, sent });
    log[sent.status === 0 ? 'info' : 'error']({ file, ...sent }, 'BACKUP_COMMAND has ended');
  }

  /** @param newest when the copy was begun that was just made: those from before a clock was set back stay as well */
  function thin(newest: number): void {
    const files = listFiles().filter(({ at }) => at <= newest);
    const times = files.map(({ at }) => at);
    const superfluous = new Set(chooseSuperfluous(times, readBackupSettings(db)));
    for (const { name, at } of files) {
      if (!superfluous.has(at)) continue;
      try {
        rmSync(join(folder, name), { force: true });
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
      if (now < newestUntil(now) + backupPause(settings)) return;
      const failed = readFailedBackup(db);
      if (failed && failed.at <= now && now < failed.at + retryPause) return;
      await begin(stop, alive);
    },
    makeNow() {
      if (!isFile) return;
      if (running) throw new DomainError('backup_conflict', 'A backup is being made already.');
      void begin();
    },
    state: () => ({
      settings: readBackupSettings(db),
      folder,
      isSent: config.backup.command !== null,
      isRunning: running !== null,
      last: readLastBackup(db),
      failed: readFailedBackup(db),
      files: listFiles(),
    }),
    async settled() {
      await running;
    },
    async close() {
      closing.abort();
      if (!running) return;
      // What hangs in the disk or in a process is not waited for.
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, closePatience);
      });
      await Promise.race([running, patience]);
      clearTimeout(timer);
    },
  };
}

/** @throws {Error} unless the disk has room for a copy and for what is written meanwhile */
function refuseWithoutRoom(databasePath: string, folder: string): void {
  const { size } = statSync(databasePath);
  const { bavail, bsize } = statfsSync(folder);
  const needed = Math.ceil(size * 1.2);
  if (bavail * bsize < needed) {
    throw new Error(
      `${folder} has room for ${sizeInWords(bavail * bsize)}, and a backup needs ${sizeInWords(needed)}. Keep fewer, or set BACKUP_FOLDER to another disk.`,
    );
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
