import { rename, rm } from 'node:fs/promises';
import { partOf } from '../../../db/copy.ts';
import { DatabaseUnusable, messageOf } from '../../../db/files.ts';
import { type Keeper, type Keeping, keepApart } from './keep-apart.ts';

/**
 * Writes a copy of a database that is in use, and checks it. Until then it has the name of a partial copy, since every
 * file with the name of a copy can be restored.
 *
 * @param to a file that does not exist yet
 * @throws {DatabaseUnusable} with what cannot be copied, or is wrong with the copy; no file is left behind then
 */
export async function makeCopy(
  from: string,
  to: string,
  keeping: Keeping = {},
  { copy, check }: Keeper = keepApart,
): Promise<void> {
  const half = partOf(to);
  try {
    await copy(from, half, keeping);
    keeping.stop?.throwIfAborted();
    await check(half, keeping);
    await rename(half, to);
  } catch (error) {
    throw new DatabaseUnusable(messageOf(error).replaceAll(`${half} `, 'The copy '), { cause: error });
  } finally {
    for (const part of ['', '-journal', '-wal', '-shm']) await rm(half + part, { force: true });
  }
}
