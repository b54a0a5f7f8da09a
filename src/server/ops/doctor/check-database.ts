import { constants, statfsSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { DatabaseState } from '../../../../db/examine.ts';
import { commandToGive, DatabaseUnusable, refuseLeftovers, userName } from '../../../../db/files.ts';
import { formatSize } from '../../../shared/sizes.ts';
import { may } from '../backups/path-access.ts';
import { combine, error, type Finding, ok, warning } from './finding.ts';

export type FileFacts = NonNullable<ReturnType<typeof lookAtFile>>;
type FileView = ReturnType<typeof viewFiles>;

export function viewFiles() {
  return {
    user: process.getuid?.() ?? null,
    userName: userName(),
    look: lookAtFile,
    mayUse: (path: string) => may(path, constants.R_OK | constants.W_OK),
    findLeftovers,
  };
}

/** @param examine reads the whole database; null when that takes too long */
export async function checkDatabase(
  path: string,
  view: FileView,
  examine: () => Promise<DatabaseState | null>,
): Promise<Finding> {
  const files = checkFiles(path, view);
  if (!view.look(path)?.isFile) return files;
  const state = await examine();
  return combine(files, checkIntegrity(state), state && !state.problem ? checkMigrations(state) : null);
}

const asService = 'Run doctor as the user of the service.';

export function checkFiles(path: string, view: FileView): Finding {
  const { user, userName, look, mayUse, findLeftovers } = view;
  const thisUser = user === null ? 'this user' : `user ${user}`;
  const folder = dirname(path);
  const giveToThisUser = `If this is that user: ${commandToGive(folder, userName)}`;
  const place = look(folder);
  if (place === null) {
    return error(
      `There is no folder ${folder}, or ${thisUser} may not see it.`,
      `If nothing was started yet: the first start makes it. Otherwise check DATABASE_PATH, and that doctor has the environment of the service. ${asService}`,
    );
  }
  const leftovers = findLeftovers(path);
  if (leftovers !== null) {
    const [what = '', ...todo] = leftovers.split(/(?<=\.) /);
    return error(what, todo.join(' ') || asService);
  }
  const file = look(path);
  if (file === null) {
    return error(
      `There is no database ${path}, or ${thisUser} may not see it.`,
      `The first start of the service makes one, or npm run migrate. If there was one, check DATABASE_PATH, and that doctor has the environment of the service. ${asService}`,
    );
  }
  if (!file.isFile) {
    return error(`${path} is no file.`, 'Let DATABASE_PATH name the file of the database.');
  }
  const parts = [path, `${path}-wal`, `${path}-shm`].flatMap((name) => {
    const facts = look(name);
    return facts ? [{ name, ...facts }] : [];
  });
  const isForeign = (owner: number) =>
    owner !== place.owner || (user !== null && user !== 0 && user !== owner);
  const foreign = parts.find(({ owner }) => isForeign(owner));
  if (foreign) {
    return error(
      `${foreign.name} belongs to user ${foreign.owner}, the folder it is in to user ${place.owner}, and this is ${thisUser}.`,
      // Root gets no command that would give the folder to root: that would lock the service out.
      user === 0 && place.owner !== 0
        ? 'Give everything to the user of the service: run as that user, doctor names the command.'
        : `Give everything to the user of the service. ${giveToThisUser}`,
    );
  }
  const barred = [folder, ...parts.map(({ name }) => name)].find((name) => !mayUse(name));
  if (barred !== undefined) {
    return error(
      `${barred} cannot be read and written by ${thisUser}.`,
      `${asService} If this is that user: chmod u+rw ${barred}. On a disk that is mounted read-only nothing can be sold.`,
    );
  }
  const open = parts.find(({ mode }) => (mode & 0o077) !== 0);
  if (open) {
    return warning(
      `${open.name} can be read by others of this machine (mode ${(open.mode & 0o777).toString(8)}).`,
      `chmod 600 ${parts.map(({ name }) => name).join(' ')} – the next start of the service does it, too.`,
    );
  }
  if (user === 0) {
    return warning(
      `${path} belongs to user ${file.owner}, and doctor runs as root, who may do everything.`,
      file.owner === 0
        ? 'Give the service a user of its own, and the folder to that user.'
        : `${asService} Only then it shows what that user may.`,
    );
  }
  return ok(`${basename(path)} in ${folder} can be read and written by its user only.`);
}

export function checkIntegrity(state: DatabaseState | null): Finding {
  if (state === null) {
    return warning(
      'It is too large to be read to its end in this time.',
      'Run npm run doctor on the machine: it takes the time that it needs.',
    );
  }
  if (state.problem !== null && /unable to open|readonly|locked/i.test(state.problem)) {
    return error(
      `It cannot be opened (${state.problem}).`,
      'See to the rights to its files first: it may be whole. "locked" passes by itself.',
    );
  }
  if (state.problem !== null) {
    return error(
      `It cannot be read (${state.problem}).`,
      'Stop the service, keep what is there, and restore the last backup, as docs/backups.md says.',
    );
  }
  if (state.damages.length > 0) {
    return error(
      `It is damaged: ${state.damages.join('; ')}.`,
      'Stop the service, keep what is there, and restore the last backup. A disk that does this once does it again: look at the log of the machine.',
    );
  }
  if (state.lostReferences > 0) {
    return error(
      `${state.lostReferences} rows refer to others that are not there.`,
      'It was changed by something other than this program. Restore the last backup, or put back what was removed.',
    );
  }
  return ok('All of it can be read, and nothing is missing.');
}

export function checkMigrations({ isOurs, isNewer, pending }: DatabaseState): Finding {
  if (!isOurs) {
    return error(
      'This is a SQLite database, and none of Career Tarot.',
      'Check DATABASE_PATH: it names the file of another program.',
    );
  }
  if (isNewer) {
    return error(
      'A newer version of Career Tarot has written to it, and this one does not start with it.',
      'Start the newer version, or restore the copy that it put beside the database before it began (…before-migration-…).',
    );
  }
  if (pending > 0) {
    return warning(
      `It lacks ${pending} ${pending === 1 ? 'migration' : 'migrations'} of this version.`,
      'The next start makes them, with a copy first; npm run migrate does it without a start.',
    );
  }
  return ok('The tables are those of this version.');
}

const [enoughBytes, leastBytes] = [1e9, 1e8];

/** A new version copies the database before it changes the tables, and a backup is another copy. */
export function checkDisk(path: string, look = lookAtDisk, sizeOf = sizeOfFile): Finding {
  const folder = nearestFolder(dirname(path));
  const databaseBytes = sizeOf(path) + sizeOf(`${path}-wal`);
  const { freeBytes, freeFiles } = look(folder);
  const advice = `Make room on the disk of ${folder}: remove old copies of the database (…before-migration-…), logs and backups, or take a larger disk.`;
  if (freeFiles === 0) return error(`No more files can be made in ${folder}.`, advice);
  const has =
    databaseBytes === 0 ? 'and there is no database yet' : `the database has ${formatSize(databaseBytes)}`;
  const found = `${formatSize(freeBytes)} are free, ${has}.`;
  if (freeBytes < Math.max(leastBytes, databaseBytes)) {
    return error(`${found} A copy of it, as a new version makes one, needs more.`, advice);
  }
  if (freeBytes < Math.max(enoughBytes, 3 * databaseBytes)) return warning(found, advice);
  return ok(found);
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
    refuseLeftovers(path);
    return null;
  } catch (cause) {
    // Missing rights are reported with the files.
    return cause instanceof DatabaseUnusable ? cause.message : null;
  }
}
