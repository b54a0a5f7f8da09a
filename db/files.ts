import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describeUnloadable } from '../bin/libraries.js';

/** Its message says how the operator can fix it. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}

/** Returns the message of anything thrown, on one line. */
export function errorMessage(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll('\n', ' ');
}

/** Returns the error for a database that could not be opened, with advice. @param file the one at fault, if another */
export function openError(path: string, cause: unknown, file = path): DatabaseUnusable {
  return new DatabaseUnusable(
    describeUnloadable(cause) ??
      findAccessProblem(file) ??
      `The database ${path} could not be opened (${errorMessage(cause)}). Check DATABASE_PATH, that the folder is writable, and that the file is a SQLite database.`,
    { cause },
  );
}

/**
 * Gives a file to the owner of the database, or of its folder: as root's, it would lock the service out.
 * @throws `EPERM` when that takes root
 */
export function giveToOwner(file: string, database: string): void {
  const { uid, gid } = statSync(existsSync(database) ? database : dirname(database));
  const { uid: ownUid, gid: ownGid } = statSync(file);
  if (uid === ownUid && gid === ownGid) return;
  try {
    chownSync(file, uid, gid);
  } catch (error) {
    // The owner can use it, whatever its group is.
    if (uid !== ownUid) throw error;
  }
}

export type Whereabouts = 'in place' | 'replaced' | 'gone';

/** Returns a function that checks whether the path still leads to the file that is there now. */
export function watchFile(path: string): () => Whereabouts {
  const { dev, ino } = statSync(path, { bigint: true });
  return () => {
    try {
      const now = statSync(path, { bigint: true, throwIfNoEntry: false });
      if (now === undefined) return 'gone';
      return now.dev === dev && now.ino === ino ? 'in place' : 'replaced';
    } catch {
      return 'in place';
    }
  };
}

/** Creates the file and its folder if missing, and lets only its owner use it and files like `FILE-wal`. */
export function makePrivate(path: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  const name = basename(path);
  const isPart = (other: string) =>
    other === name || ['-', '.'].some((mark) => other.startsWith(name + mark));
  for (const part of readdirSync(folder).filter(isPart)) {
    const file = join(folder, part);
    try {
      const { mode } = statSync(file);
      if ((mode & 0o077) !== 0) chmodSync(file, mode & 0o700);
    } catch {
      // SQLite may have removed the file since, or it belongs to another user, which doctor reports.
    }
  }
}

/** Returns why this process cannot read and write a database, with the command that fixes it; null if it can. */
export function findAccessProblem(path: string): string | null {
  const folder = dirname(path);
  const { R_OK, W_OK, X_OK } = constants;
  const tryFolder = () => {
    accessSync(folder, R_OK | W_OK | X_OK);
    readdirSync(folder);
  };
  const barred = isDenied(tryFolder)
    ? folder
    : isDenied(() => closeSync(openSync(path, 'r+')))
      ? path
      : findUnwritablePart(path);
  if (barred === undefined) return null;
  const user = userName();
  let owner = '';
  isDenied(() => {
    const { uid } = statSync(barred);
    owner = ` It belongs to user ${uid}.${uid === process.geteuid?.() ? ` If that is the service’s user, run: chmod u+rw ${barred}.` : ''}`;
  });
  return `User ${user} (${process.geteuid?.()}) needs permission to read and write ${barred}.${owner} Start the service as the owner, or make this user the owner: ${commandToGive(folder, user)}`;
}

/** Finds a `-wal`, `-shm` or `-journal` that cannot be written: with one, SQLite opens the database read-only. */
export function findUnwritablePart(path: string): string | undefined {
  const { R_OK, W_OK } = constants;
  // Not opened: closing a `-shm` would release this process's locks.
  return ['-wal', '-shm', '-journal']
    .map((end) => path + end)
    .find((part) => isDenied(() => accessSync(part, R_OK | W_OK)));
}

/** Returns the name of the process's user; the number if there is no name, as in a container. */
export function userName(read: () => { username: string } = userInfo): string {
  try {
    return read().username;
  } catch {
    return String(process.geteuid?.() ?? 'unknown');
  }
}

/** Returns a `chown` command that makes a user the owner of a folder; a number as `user` gets no group. */
export function commandToGive(folder: string, user: string): string {
  return `sudo chown -R ${/^\d+$/.test(user) ? user : `${user}:`} ${folder}`;
}

function isDenied(look: () => void): boolean {
  try {
    look();
    return false;
  } catch (error) {
    return isForbidden(error);
  }
}

export function isForbidden(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EACCES', 'EPERM'].includes(String(error.code));
}

/**
 * Checks a file before it is opened; a missing one passes.
 * @throws {DatabaseUnusable} if empty, unreadable, or beside a `-wal` that belongs to another or a lost file
 */
export function refuseUnusableFile(path: string): void {
  if (isDenied(() => sizeOf(path))) throw new DatabaseUnusable(findAccessProblem(path) ?? path);
  const wal = `${path}-wal`;
  const hasWal = sizeOf(wal) > 0;
  const size = sizeOf(path);
  if (!existsSync(path)) {
    if (!hasWal) return;
    throw new DatabaseUnusable(
      `The database ${path} is missing, but ${wal} is there, with changes to it. Put the database back beside it, or delete ${wal} to start with an empty one.`,
    );
  }
  if (size === 0) {
    throw new DatabaseUnusable(
      `The database ${path} is empty. Restore a backup if it had data; otherwise delete the file to start over.`,
    );
  }
  if (hasWal && !isOpenHere(path) && !isInWalMode(path)) {
    throw new DatabaseUnusable(
      `${wal} is left over from the old file: it does not belong to the database ${path}, a restored copy. Delete it and ${path}-shm, and start again.`,
    );
  }
}

/** Returns whether this process has the file open: reopening and closing it would release all locks. */
function isOpenHere(path: string): boolean {
  const { dev, ino } = statSync(path, { bigint: true });
  const isIt = (number: string) => {
    try {
      const open = fstatSync(Number(number), { bigint: true });
      return open.dev === dev && open.ino === ino;
    } catch {
      return false;
    }
  };
  try {
    return readdirSync('/dev/fd').some(isIt);
  } catch {
    return false;
  }
}

/** Returns whether a file is marked as in WAL mode, which a copy made by `VACUUM INTO` is not. */
function isInWalMode(path: string): boolean {
  const header = Buffer.alloc(20);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, header.length, 0);
  } finally {
    closeSync(file);
  }
  return header[19] !== 1;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
