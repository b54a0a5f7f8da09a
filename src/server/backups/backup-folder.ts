import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { minutes, seconds } from '../../shared/durations.ts';

/** How long callers wait for the disk, in milliseconds: the settings page, and the backup job. */
export interface Patience {
  desk: number;
  job: number;
}

const usual: Patience = { desk: seconds(5), job: minutes(1) };

/** What is asked of the disk that the copies are on. */
export interface FolderCalls {
  /** The names of what is there; nothing where there is no folder. */
  names(folder: string): Promise<string[]>;
  /** What is there of some names, with its sizes. */
  list(folder: string, isWanted: (name: string) => boolean): Promise<{ name: string; bytes: number }[]>;
  make(folder: string): Promise<void>;
  freeBytes(folder: string): Promise<number>;
  sizeOf(path: string): Promise<number>;
  remove(path: string): Promise<void>;
}

/** The same calls for each of those who wait. */
export type BackupFolder = Record<keyof Patience, FolderCalls>;

const realCalls: FolderCalls = {
  names: (folder) => readdir(folder).catch(() => []),
  async list(folder, isWanted) {
    const names = await realCalls.names(folder);
    // One after the other: each that hangs would keep a thread that others need.
    const found: { name: string; bytes: number }[] = [];
    for (const name of names.filter(isWanted)) found.push({ name, bytes: await bytesOf(join(folder, name)) });
    return found;
  },
  async make(folder) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  },
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  async sizeOf(path) {
    return (await stat(path)).size;
  },
  remove: (path) => rm(path, { force: true }),
};

/**
 * Wraps the folder of the copies so that a network disk that hangs holds up only its own callers. One call runs at a
 * time; while one hangs, a caller with no longer timeout than it has already used up fails at once.
 *
 * @returns calls that fail with a readable message when the disk does not answer in time
 */
export function createBackupFolder(
  folder: string,
  calls: FolderCalls = realCalls,
  patience: Patience = usual,
): BackupFolder {
  /** For how long the call that is under way was waited for in vain, in milliseconds. */
  let waited = 0;
  let before: Promise<unknown> = Promise.resolve();

  async function inTime<T>(work: () => Promise<T>, limit: number): Promise<T> {
    if (limit <= waited) throw silent();
    let isGivenUp = false;
    const turn = before.then(() => {
      if (isGivenUp) throw silent();
      return work();
    });
    const answered = () => {
      waited = 0;
    };
    before = turn.then(answered, answered);
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        isGivenUp = true;
        waited = Math.max(waited, limit);
        reject(silent());
      }, limit);
    });
    try {
      return await Promise.race([turn, tooLong]);
    } finally {
      clearTimeout(timer);
    }
  }

  const silent = () =>
    new Error(
      `The disk of ${folder} does not answer. Look at what it is mounted from, or set BACKUP_FOLDER to another.`,
    );

  const within = (limit: number): FolderCalls => ({
    names: (path) => inTime(() => calls.names(path), limit),
    list: (path, isWanted) => inTime(() => calls.list(path, isWanted), limit),
    make: (path) => inTime(() => calls.make(path), limit),
    freeBytes: (path) => inTime(() => calls.freeBytes(path), limit),
    sizeOf: (path) => inTime(() => calls.sizeOf(path), limit),
    remove: (path) => inTime(() => calls.remove(path), limit),
  });
  return { desk: within(patience.desk), job: within(patience.job) };
}

async function bytesOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    // Gone meanwhile.
    return 0;
  }
}
