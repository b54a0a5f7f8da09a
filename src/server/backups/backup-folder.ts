import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { minutes, seconds } from '../../shared/durations.ts';

/** How long callers wait for the disk, in milliseconds: the settings page, and the backup job. */
export interface Patience {
  desk: number;
  job: number;
}

const usual: Patience = { desk: seconds(5), job: minutes(1) };

/** Calls to the disk with the copies. */
export interface FolderCalls {
  /** The names of the files; none when there is no folder. */
  names(folder: string): Promise<string[]>;
  /** The wanted files with their sizes. */
  list(folder: string, isWanted: (name: string) => boolean): Promise<{ name: string; bytes: number }[]>;
  make(folder: string): Promise<void>;
  freeBytes(folder: string): Promise<number>;
  sizeOf(path: string): Promise<number>;
  remove(path: string): Promise<void>;
}

/** The same calls, with a timeout for each kind of caller. */
export type BackupFolder = Record<keyof Patience, FolderCalls>;

const realCalls: FolderCalls = {
  names: (folder) => readdir(folder).catch(() => []),
  async list(folder, isWanted) {
    const names = await realCalls.names(folder);
    // One after the other: each call that hangs would occupy a thread that others need.
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
 * time. While one hangs, a caller whose timeout is no longer than the time already waited fails at once.
 *
 * @returns calls that fail with a readable message when the disk does not answer in time
 */
export function createBackupFolder(
  folder: string,
  calls: FolderCalls = realCalls,
  patience: Patience = usual,
): BackupFolder {
  /** For how long the running call was waited for in vain, in milliseconds. */
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
    // Deleted meanwhile.
    return 0;
  }
}
