import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Rehearsal } from '../../db/keeping/rehearse.ts';
import { migrationNames } from '../../db/migration-files.ts';
import { sizeInWords } from '../shared/sizes.ts';
import { rehearseApart } from './backups/keep-apart.ts';
import { createProgress } from './basics/progress.ts';
import { readDatabasePath } from './config/config.ts';

/*
 * `npm run upgrade -- check`: from the folder of a new version, says what a start of it would do to the database that
 * is there, having done it to a copy. Nothing is changed, the service may run, and nobody else is asked.
 */

/** A copy, the copy that a start makes before it migrates, and what a migration writes meanwhile. */
const roomNeeded = 3;

const progress = createProgress();
try {
  const words = process.argv.slice(2);
  if (words.join(' ') !== 'check') throw new Error('Usage: npm run upgrade -- check');
  const databasePath = readDatabasePath();
  if (!existsSync(databasePath)) {
    throw new Error(
      `There is no database ${databasePath}. Check DATABASE_PATH; without one there is nothing to upgrade.`,
    );
  }
  console.log(`This program is Career Tarot ${readVersion()}, migrations up to ${migrationNames().at(-1)}.`);
  const rehearsal = await rehearse(databasePath);
  progress.end();
  for (const line of linesOf(rehearsal, databasePath)) console.log(line);
  console.log('Safe to start.');
} catch (error) {
  progress.end();
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function rehearse(databasePath: string): Promise<Rehearsal> {
  const { size } = statSync(databasePath);
  const { bavail, bsize } = statfsSync(dirname(databasePath));
  if (bavail * bsize < size * roomNeeded) {
    throw new Error(
      `Not tried: beside the database ${sizeInWords(size * roomNeeded)} must be free for it, and ${sizeInWords(bavail * bsize)} are. A start that migrates needs as much.`,
    );
  }
  const folder = mkdtempSync(`${databasePath}.upgrade-check-`);
  try {
    return await rehearseApart(databasePath, folder, { tell: progress.at });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(`Not safe to start: ${message.replaceAll(`${folder}/copy.db`, databasePath)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function* linesOf(rehearsal: Rehearsal, databasePath: string): Generator<string> {
  const { before, after, bytes, changed, milliseconds } = rehearsal;
  yield `The database ${databasePath} has ${before.orders} orders, migrations up to ${before.migration}.`;
  if (before.pending === 0) {
    yield 'Its tables are those of this program: a start changes nothing.';
    return;
  }
  const names = migrationNames().slice(-before.pending);
  yield `${names.length === 1 ? 'One migration is' : `${names.length} migrations are`} to be done: ${names.join(', ')}.`;
  yield `Done to a copy: it took ${(milliseconds / 1_000).toFixed(1)} s, with the copy that a start makes first. From ${sizeInWords(bytes.before)} it became ${sizeInWords(bytes.after)}; it is whole, and so are all references and ${after.orders} orders.`;
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
