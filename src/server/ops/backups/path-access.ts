import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { userName } from '../../../../db/files.ts';

/* Commands check paths before the file system does, for messages with the path, the user, and what to do. */

/** Throws if `path` exists, or cannot be created. @param where a writable folder, for the advice */
export function requireNewFile(path: string, where: string, mayUse = canAccess): void {
  if (isFolder(path)) throw new Error(`${path} is a folder. Name a file in it, like ${join(path, 'NAME')}.`);
  if (existsSync(path)) throw new Error(`${path} already exists. Choose another name.`);
  const folder = dirname(path);
  if (!isFolder(folder))
    throw new Error(
      `There is no folder ${folder}, or this user cannot access it. Create it first, or choose another place.`,
    );
  if (!mayUse(folder, constants.W_OK)) {
    throw new Error(
      `User ${userName()} cannot write to ${folder}. Choose a place where it can, such as ${join(where, basename(path))}.`,
    );
  }
}

/** Throws unless this user can read a file. @param where a readable place, for the advice */
export function requireReadableFile(path: string, where: string, mayUse = canAccess): void {
  if (isFolder(path)) throw new Error(`${path} is a folder. Name a file in it.`);
  if (mayUse(path, constants.R_OK)) return;
  const what = existsSync(path) ? `cannot read ${path}` : `cannot find ${path}`;
  throw new Error(
    `User ${userName()} ${what}. Put the file where that user can read it, such as ${where}, or make that user its owner.`,
  );
}

/** Throws unless this user can write to a folder, or create it. */
export function requireWritableFolder(folder: string, mayUse = canAccess): void {
  let place = folder;
  while (!existsSync(place)) place = dirname(place);
  if (!isFolder(place)) throw new Error(`${place} is not a folder.`);
  if (mayUse(place, constants.W_OK)) return;
  throw new Error(
    `User ${userName()} cannot write to ${place}. Run this as a user who can, or make this user the folder’s owner.`,
  );
}

export function canAccess(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
