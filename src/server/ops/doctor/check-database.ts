import { constants, statfsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DatabaseState } from '../../../../db/examine.ts';
import { commandToGive, DatabaseUnusable, refuseUnusableFile, userName } from '../../../../db/files.ts';
import { formatSize } from '../../../shared/ops/backup-schema.ts';
import { describeMissing, findEarlierShop, isBeforeFirstStart } from '../backups/earlier-shop.ts';
import { canAccess } from '../backups/path-access.ts';
import { combineFindings, error, type Finding, ok, warning } from './finding.ts';

export type FileFacts = NonNullable<ReturnType<typeof lookAtFile>>;
type FileView = ReturnType<typeof createFileView>;

/** Returns the functions through which `checkFiles` sees this machine's files. */
export function createFileView(cacheFolder: string | null) {
  return {
    user: process.getuid?.() ?? null,
    userName: userName(),
    look: lookAtFile,
    mayUse: (path: string) => canAccess(path, constants.R_OK | constants.W_OK),
    findLeftovers,
    isBeforeFirstStart: (path: string) => isBeforeFirstStart(path, cacheFolder),
    findEarlierShop: (path: string) => findEarlierShop(path, cacheFolder),
  };
}

/** Checks the database's files and content. @param examine reads all of it; null if that takes too long */
export async function checkDatabase(
  path: string,
  view: FileView,
  examine: () => Promise<DatabaseState | null>,
): Promise<Finding> {
  const files = checkFiles(path, view);
  if (!view.look(path)?.isFile) return files;
  const state = await examine();
  return combineFindings(
    files,
    checkIntegrity(state),
    state && !state.problem ? checkMigrations(state) : null,
  );
}

const asService = 'Run doctor as the service’s user.';

/** Checks owner and permissions of the database's files, and leftovers beside them, without opening any. */
export function checkFiles(path: string, view: FileView): Finding {
  const { user, userName, look, mayUse, findLeftovers } = view;
  const thisUser = user === null ? 'this user' : `user ${user}`;
  const folder = dirname(path);
  const command = commandToGive(folder, userName);
  const place = look(folder);
  if (view.isBeforeFirstStart(path)) {
    if (place !== null && !mayUse(folder))
      return error`There is no database yet, and ${thisUser} cannot write to ${folder}.
      ${asService} If you already are, run: ${command}`;
    return warning`There is no database yet.
      The first start of the service creates it, or npm run migrate. If the service has run before, check DATABASE_PATH, that its disk is mounted, and that doctor has the service’s settings.`;
  }
  const trace = findLeftovers(path) === null ? view.findEarlierShop(path) : null;
  if (trace !== null) {
    return { state: 'error', ...describeMissing(path, trace) };
  }
  if (place === null)
    return error`There is no folder ${folder}, or ${thisUser} cannot access it.
      The first start of the service creates it. If it has run before, check DATABASE_PATH, and that doctor has the service’s settings. ${asService}`;
  const leftovers = findLeftovers(path);
  if (leftovers !== null) {
    const [what = '', ...todo] = leftovers.split(/(?<=\.) /);
    return error`${what}
      ${todo.join(' ') || asService}`;
  }
  const file = look(path);
  if (file === null)
    return error`There is no database ${path}, or ${thisUser} cannot access it.
      The first start of the service creates it, or npm run migrate. If there was one, check DATABASE_PATH, and that doctor has the service’s settings. ${asService}`;
  if (!file.isFile)
    return error`${path} is not a file.
      Set DATABASE_PATH to the database file.`;
  const parts = [path, `${path}-wal`, `${path}-shm`].flatMap((name) => {
    const facts = look(name);
    return facts ? [{ name, ...facts }] : [];
  });
  const isForeign = (owner: number) =>
    owner !== place.owner || (user !== null && user !== 0 && user !== owner);
  const foreign = parts.find(({ owner }) => isForeign(owner));
  // Root gets no command that would give the folder to root: that would lock the service out.
  const how =
    user === 0 && place.owner !== 0
      ? 'Run doctor as that user to see the command.'
      : `If doctor is already running as that user, run: ${command}`;
  if (foreign)
    return error`${foreign.name} belongs to user ${foreign.owner}, its folder to user ${place.owner}, and doctor is running as ${thisUser}.
      Make the service’s user the owner of everything. ${how}`;
  const barred = [folder, ...parts.map(({ name }) => name)].find((name) => !mayUse(name));
  if (barred !== undefined)
    return error`${user === null ? 'This user' : `User ${user}`} needs permission to read and write ${barred}.
      ${asService} If you already are, run: chmod u+rw ${barred}. The shop cannot run on a disk that is mounted read-only.`;
  const open = parts.find(({ mode }) => (mode & 0o077) !== 0);
  if (open)
    return warning`${open.name} can be read by other users of this machine (mode ${(open.mode & 0o777).toString(8)}).
      Run chmod 600 ${parts.map(({ name }) => name).join(' ')}; the next start of the service does it too.`;
  if (user === 0) {
    const ofRoot = 'Run the service as its own user, and make that user the folder’s owner.';
    return warning`${path} belongs to user ${file.owner}, but doctor is running as root, which can access everything.
      ${file.owner === 0 ? ofRoot : `${asService} Only then does it check what that user can access.`}`;
  }
  return ok`Only its owner can read and write ${basename(path)} in ${folder}.`;
}

/** Checks a database's content; null, for one too large to read here, gives a warning. */
export function checkIntegrity(state: DatabaseState | null): Finding {
  if (state === null)
    return warning`It is too large to check completely here.
      Run npm run doctor on the server: it takes as long as it needs.`;
  if (state.problem?.startsWith('The library'))
    return error`It cannot be read: ${state.problem}
      Its data may be fine: see “Node” first.`;
  if (state.problem !== null && /unable to open|readonly|locked/i.test(state.problem))
    return error`It cannot be opened (${state.problem}).
      Check the permissions of its files first: the data may be fine. "locked" goes away by itself.`;
  if (state.problem !== null)
    return error`It cannot be read (${state.problem}).
      Stop the service, keep the damaged files, and restore the last backup, as docs/backups.md says.`;
  if (state.damages.length > 0)
    return error`It is damaged: ${state.damages.join('; ')}.
      Stop the service, keep the damaged files, and restore the last backup. A disk that did this once will do it again: check the system log.`;
  if (state.lostReferences > 0)
    return error`${state.lostReferences} rows refer to rows that are missing.
      Another program changed it. Restore the last backup, or put back what was removed.`;
  return ok`It is complete and undamaged.`;
}

/** Checks whose database it is, and its version; missing migrations are only a warning. */
export function checkMigrations({ isOurs, isNewer, pending }: DatabaseState): Finding {
  if (!isOurs)
    return error`This is a SQLite database, but not Career Tarot’s.
      Check DATABASE_PATH: this file belongs to another program.`;
  if (isNewer)
    return error`A newer version of Career Tarot has changed it, and this version cannot use it.
      Start the newer version, or restore the copy that it made before it changed the database (…before-migration-…, next to it).`;
  if (pending > 0)
    return warning`It’s missing ${pending} of this version’s migrations.
      The next start makes a copy and runs them; npm run migrate does the same without starting the service.`;
  return ok`The tables match this version.`;
}

const [enoughBytes, leastBytes] = [1e9, 1e8];

/** Checks that the disk has room for copies: an update copies the database first, and a backup is another copy. */
export function checkDisk(path: string, look = lookAtDisk, sizeOf = sizeOfFile): Finding {
  const folder = nearestFolder(dirname(path));
  const databaseBytes = sizeOf(path) + sizeOf(`${path}-wal`);
  const { freeBytes, freeFiles } = look(folder);
  const advice = `Free up space on the disk of ${folder}: delete old copies of the database (…before-migration-…), logs and backups, or get a larger disk.`;
  if (freeFiles === 0)
    return error`No more files can be created in ${folder}.
      ${advice}`;
  const size = databaseBytes === 0 ? null : formatSize(databaseBytes);
  const has = size === null ? 'there is no database yet' : `the database takes up ${size}`;
  const found = `${formatSize(freeBytes)} is free; ${has}.`;
  if (freeBytes < Math.max(leastBytes, databaseBytes))
    return error`${found} A new version makes a copy of it, which needs more space.
      ${advice}`;
  if (freeBytes < Math.max(enoughBytes, 3 * databaseBytes))
    return warning`${found}
      ${advice}`;
  return ok`${found}`;
}

function nearestFolder(folder: string): string {
  const above = dirname(folder);
  return above === folder || lookAtFile(folder) !== null ? folder : nearestFolder(above);
}

function lookAtDisk(folder: string) {
  const { bavail, bsize, files, ffree } = statfsSync(folder);
  return { freeBytes: bavail * bsize, freeFiles: files > 0 ? ffree : null };
}

const sizeOfFile = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function lookAtFile(path: string) {
  try {
    const facts = statSync(path);
    return { isFile: facts.isFile(), mode: facts.mode, owner: facts.uid };
  } catch {
    return null;
  }
}

/** Finds files that SQLite would mistake for parts of this database. */
function findLeftovers(path: string): string | null {
  try {
    refuseUnusableFile(path);
    return null;
  } catch (cause) {
    // Missing rights are reported with the files.
    return cause instanceof DatabaseUnusable ? cause.message : null;
  }
}
