import { basename, dirname } from 'node:path';
import { commandToGive } from '../../../../db/files.ts';
import { type Finding, failed, ok, warning } from './finding.ts';

export interface FileFacts {
  kind: 'file' | 'folder' | 'other';
  /** The permission bits. */
  mode: number;
  /** The number of the owner. */
  owner: number;
}

interface Files {
  /** The database's file. */
  path: string;
  /** The number of the user who runs doctor; null where there is none, as on Windows. */
  user: number | null;
  /** That user's name. */
  userName: string;
  /** Null when there is none, or this user may not look. */
  look: (path: string) => FileFacts | null;
  mayRead: (path: string) => boolean;
  mayWrite: (path: string) => boolean;
  /** Finds files that SQLite would mistake for parts of this database; null without any. */
  findLeftovers: (path: string) => string | null;
}

const asService = 'Run doctor as the user of the service.';

/** Checks that the service's user has the rights it needs to the database's files, and that other users have none. */
export function checkFiles(files: Files): Finding {
  const { path, user, userName, look, mayRead, mayWrite, findLeftovers } = files;
  const folder = dirname(path);
  const giveToThisUser = `If this is that user: ${commandToGive(folder, userName)}`;
  const place = look(folder);
  if (place === null) {
    return failed(
      `There is no folder ${folder}, or ${whoIs(user)} may not see it.`,
      `If nothing was started yet: the first start makes it. Otherwise check DATABASE_PATH, and that doctor has the environment of the service. ${asService}`,
    );
  }
  const leftovers = findLeftovers(path);
  if (leftovers !== null) return splitAdvice(leftovers);
  const file = look(path);
  if (file === null && user !== null && user !== 0 && user !== place.owner) {
    return failed(
      `There is no database ${path}, or user ${user} may not see it: ${folder} belongs to user ${place.owner}.`,
      `${asService} Or check DATABASE_PATH.`,
    );
  }
  if (file === null) {
    return failed(
      `There is no database ${path}: nothing was started with it yet.`,
      'The first start of the service makes one. If there was one, check DATABASE_PATH, and that doctor has the environment of the service; npm run migrate makes one without a start.',
    );
  }
  if (file.kind !== 'file') {
    return failed(`${path} is no file.`, 'Let DATABASE_PATH name the file of the database.');
  }
  const parts = [path, `${path}-wal`, `${path}-shm`].flatMap((name) => {
    const facts = look(name);
    return facts ? [{ name, ...facts }] : [];
  });
  const foreign = parts.find(({ owner }) => owner !== place.owner);
  if (foreign) {
    return failed(
      `${foreign.name} belongs to user ${foreign.owner}, and the folder it is in to user ${place.owner}.`,
      // Root gets no command that would give the folder to root: that would lock the service out.
      user === 0 && place.owner !== 0
        ? `Give everything to the user of the service: run as that user, doctor names the command.`
        : `Give everything to the user of the service. ${giveToThisUser}`,
    );
  }
  if (user !== null && user !== 0 && user !== file.owner) {
    return failed(
      `${path} belongs to user ${file.owner}, and this is user ${user}.`,
      `${asService} ${giveToThisUser}`,
    );
  }
  const unreadable = parts.find(({ name }) => !mayRead(name));
  if (unreadable) {
    return failed(
      `${unreadable.name} cannot be read by ${whoIs(user)}.`,
      `${asService} If this is that user: chmod 600 ${unreadable.name}`,
    );
  }
  const fixed = [folder, ...parts.map(({ name }) => name)].find((name) => !mayWrite(name));
  if (fixed !== undefined) {
    return failed(
      `${fixed} cannot be written by ${whoIs(user)}.`,
      `Let the user of the service write there: chmod u+w ${fixed}. On a disk that is mounted read-only nothing can be sold.`,
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

function whoIs(user: number | null): string {
  return user === null ? 'this user' : `user ${user}`;
}

/** Splits the message of `refuseLeftovers` into what is wrong and what to do. */
function splitAdvice(words: string): Finding {
  const end = words.indexOf('. ');
  return end === -1 ? failed(words, asService) : failed(words.slice(0, end + 1), words.slice(end + 2));
}
