import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { userName } from '../../../../db/files.ts';

/* Commands check paths before the file system does, for messages with the path, the user, and what to do. */

/** @param where a folder in which the user may write, for the advice */
export function requireNewFile(path: string, where: string, mayUse = may): void {
  if (isFolder(path)) throw new Error(`${path} is a folder. Name a file in it, like ${join(path, 'NAME')}.`);
  if (existsSync(path)) throw new Error(`${path} is there already. Choose another name.`);
  const folder = dirname(path);
  if (!isFolder(folder))
    throw new Error(
      `There is no folder ${folder}, or this user may not see it. Make it first, or choose another place.`,
    );
  if (!mayUse(folder, constants.W_OK)) {
    throw new Error(
      `User ${userName()} may not write into ${folder}. Name a file where it may, like ${join(where, basename(path))}.`,
    );
  }
}

export function requireReadableFile(path: string, where: string, mayUse = may): void {
  if (isFolder(path)) throw new Error(`${path} is a folder. Name a file in it.`);
  if (mayUse(path, constants.R_OK)) return;
  const what = existsSync(path) ? `may not read ${path}` : `sees no file ${path}`;
  throw new Error(`User ${userName()} ${what}. Put it where it may, like ${where}, or give it to that user.`);
}

export function requireWritableFolder(folder: string, mayUse = may): void {
  let place = folder;
  while (!existsSync(place)) place = dirname(place);
  if (!isFolder(place)) throw new Error(`${place} is no folder.`);
  if (mayUse(place, constants.W_OK)) return;
  throw new Error(
    `User ${userName()} may not write into ${place}. Run this as the user that may, or give the folder to this one.`,
  );
}

export function may(path: string, mode: number): boolean {
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
