import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Rehearsal } from '../../db/keeping/rehearse.ts';
import { migrationNames } from '../../db/migration-files.ts';
import { counted } from '../shared/plural.ts';
import { sizeInWords } from '../shared/sizes.ts';
import { requireWritableFolder } from './basics/places.ts';
import { readDatabasePath } from './config/config.ts';
import { type Call, createCommand, Misuse } from './process/command.ts';

/*
 * `npm run upgrade -- check`: from the folder of a new version, says what a start of it would do to the database that
 * is there, having done it to a copy. Nothing is changed, the service may run, and nobody else is asked.
 */

/** What it works in is called so, with the number of its process behind it. */
const folderMark = '.upgrade-check-';

/** A copy, the copy that a start makes before it migrates, and what a migration writes meanwhile. */
const roomNeeded = 3;

const stopSignals = ['SIGINT', 'SIGTERM'] as const;

const usage =
  'Usage: npm run upgrade -- check\nSays what a start of this version would do to the database, having done it to a copy. The service may run.';

export const run = createCommand(usage, async ({ words, env, say, progress, apart }) => {
  if (words.join(' ') !== 'check') throw new Misuse();
  const databasePath = readDatabasePath(env);
  if (!existsSync(databasePath)) {
    throw new Error(
      `There is no database ${databasePath}. Check DATABASE_PATH; without one there is nothing to upgrade.`,
    );
  }
  say(`This program is Career Tarot ${readVersion()}, migrations up to ${migrationNames().at(-1)}.`);
  const rehearsal = await rehearse(databasePath, { progress, apart });
  progress.end();
  for (const line of linesOf(rehearsal, databasePath)) say(line);
  say('Safe to start.');
});

async function rehearse(
  databasePath: string,
  { progress, apart }: Pick<Call, 'progress' | 'apart'>,
): Promise<Rehearsal> {
  requireWritableFolder(dirname(databasePath));
  dropLeftFolders(databasePath);
  const { size } = statSync(databasePath);
  const { bavail, bsize } = statfsSync(dirname(databasePath));
  if (bavail * bsize < size * roomNeeded) {
    throw new Error(
      `Not tried: beside the database ${sizeInWords(size * roomNeeded)} must be free for it, and ${sizeInWords(bavail * bsize)} are. A start that migrates needs as much.`,
    );
  }
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of stopSignals) process.once(signal, stop);
  const folder = mkdtempSync(`${databasePath}${folderMark}${process.pid}-`);
  try {
    return await apart.rehearse(databasePath, folder, { tell: progress.at, stop: stopping.signal });
  } catch (error) {
    if (stopping.signal.aborted)
      throw new Error('Not tried to the end: it was stopped. Nothing was changed.');
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`Not safe to start: ${message.replaceAll(`${folder}/copy.db`, databasePath)}`);
  } finally {
    for (const signal of stopSignals) process.off(signal, stop);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Takes away what checks that were killed have left. One that is under way keeps its own. */
function dropLeftFolders(databasePath: string): void {
  const start = basename(databasePath) + folderMark;
  for (const name of readdirSync(dirname(databasePath))) {
    const [, pid] = name.startsWith(start) ? (/^(\d+)-/.exec(name.slice(start.length)) ?? []) : [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    rmSync(join(dirname(databasePath), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It may be somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function* linesOf(rehearsal: Rehearsal, databasePath: string): Generator<string> {
  const { before, after, bytes, changed, milliseconds } = rehearsal;
  yield `The database ${databasePath} has ${counted(before.orders, 'order')}, migrations up to ${before.migration}.`;
  if (before.pending === 0) {
    yield 'Its tables are those of this program: a start changes nothing.';
    return;
  }
  const names = migrationNames().slice(-before.pending);
  yield `${names.length === 1 ? 'One migration is' : `${names.length} migrations are`} to be done: ${names.join(', ')}.`;
  yield `Done to a copy: it took ${(milliseconds / 1_000).toFixed(1)} s, with the copy that a start makes first. From ${sizeInWords(bytes.before)} it became ${sizeInWords(bytes.after)}; it is whole, and so are all references and ${counted(after.orders, 'order')}.`;
  for (const { table, before: rows, after: rowsAfter } of changed) {
    if (rows === null) yield `  ${table}: new, ${rowsAfter} rows`;
    else if (rowsAfter === null) yield `  ${table}: gone, it had ${rows} rows`;
    else yield `  ${table}: ${rows} rows, then ${rowsAfter}`;
  }
  yield `The start leaves the database as it is today beside it (…before-migration-…), ${sizeInWords(bytes.before)}.`;
  yield '';
  yield readChanges();
  yield '';
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}

/** @returns what CHANGELOG.md says of this version */
function readChanges(): string {
  const file = new URL('../../CHANGELOG.md', import.meta.url);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const part = text.split(/^(?=## )/m).find((section) => section.startsWith(`## ${readVersion()}`));
  return part?.replace('## ', 'What is new in ').trim() ?? '';
}
