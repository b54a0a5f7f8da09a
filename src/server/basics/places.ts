import { accessSync, constants, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isForbidden, userName } from '../../../db/files.ts';

/* Commands check paths before the file system does, for messages with the path, the user, and what to do. */

/** What is at a path; `hidden` when its folder may not be read. */
type Kind = 'file' | 'folder' | 'other' | 'hidden' | null;

export interface View {
  user: string;
  kindOf(path: string): Kind;
  mayRead(path: string): boolean;
  mayWrite(path: string): boolean;
}

export const ownView: View = {
  get user() {
    return userName();
  },
  kindOf,
  mayRead: (path) => may(path, constants.R_OK),
  mayWrite: (path) => may(path, constants.W_OK),
};

/** @param where a folder in which the user may write, for the advice */
export function requireNewFile(path: string, where: string, view: View = ownView): void {
  const instead = `Name a file where it may, like ${join(where, basename(path))}.`;
  const kind = view.kindOf(path);
  if (kind === 'folder') {
    throw new Error(`${path} is a folder. Name a file in it, like ${join(path, 'NAME')}.`);
  }
  if (kind === 'hidden') throw new Error(`User ${view.user} may not look into ${dirname(path)}. ${instead}`);
  if (kind !== null) throw new Error(`${path} is there already. Choose another name.`);
  const folder = dirname(path);
  const place = view.kindOf(folder);
  if (place === 'hidden')
    throw new Error(`User ${view.user} may not look into ${dirname(folder)}. ${instead}`);
  if (place === null)
    throw new Error(`There is no folder ${folder}. Make it first, or choose another place.`);
  if (place !== 'folder') throw new Error(`${folder} is no folder. Choose another place.`);
  if (!view.mayWrite(folder)) throw new Error(`User ${view.user} may not write into ${folder}. ${instead}`);
}

/** @param where a folder in which the user may read, for the advice */
export function requireReadableFile(path: string, where: string, view: View = ownView): void {
  const instead = `Put it where it may, like ${where}, or give it to that user.`;
  const kind = view.kindOf(path);
  if (kind === null) throw new Error(`There is no file ${path}.`);
  if (kind === 'folder') throw new Error(`${path} is a folder. Name a file in it.`);
  if (kind === 'hidden') throw new Error(`User ${view.user} may not look into ${dirname(path)}. ${instead}`);
  if (!view.mayRead(path)) throw new Error(`User ${view.user} may not read ${path}. ${instead}`);
}

export function requireWritableFolder(folder: string, view: View = ownView): void {
  for (let place = folder; ; place = dirname(place)) {
    const kind = view.kindOf(place);
    if (kind === null && dirname(place) !== place) continue;
    if (kind === 'folder' && view.mayWrite(place)) return;
    if (kind === 'folder' || kind === 'hidden') {
      throw new Error(
        `User ${view.user} may not write into ${kind === 'hidden' ? dirname(place) : place}. Run this as the user that may, or give the folder to this one.`,
      );
    }
    throw new Error(`${place} is no folder.`);
  }
}

function kindOf(path: string): Kind {
  try {
    const facts = statSync(path);
    return facts.isFile() ? 'file' : facts.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    return isForbidden(error) ? 'hidden' : null;
  }
}

function may(path: string, what: number): boolean {
  try {
    accessSync(path, what);
    return true;
  } catch {
    return false;
  }
}
