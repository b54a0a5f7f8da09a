import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { refuseLeftovers } from '../../db/files.ts';
import { refuseOtherFiles } from '../../db/keeping/check.ts';
import { restoreDatabase, restoringPart } from '../../db/keeping/restore.ts';
import { checkApart } from './backups/keep-apart.ts';
import { createProgress } from './basics/progress.ts';
import { readDatabasePath } from './config/config.ts';

/*
 * `npm run restore -- FILE`: puts a copy in the place of the database, once it was found whole and the service does not
 * run, and keeps what was there beside it.
 */

const progress = createProgress();
try {
  const [file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0) throw new Error('Usage: npm run restore -- FILE');
  const from = resolve(file);
  const to = readDatabasePath();
  if (!existsSync(from)) throw new Error(`There is no file ${from}.`);
  if (realOf(from) === realOf(to)) throw new Error(`${from} is the database itself. Name a copy.`);
  refuseLeftovers(from);
  // Before anything is copied: whoever mistook the name is told at once.
  refuseOtherFiles(from);
  const { facts, kept } = await restoreDatabase({
    from,
    to,
    now: Date.now(),
    check: (path) => checkApart(path, { tell: progress.at }),
    tell: (done, total) => progress.at(`Copying ${file}`, done, total),
  });
  progress.end();
  const newest = facts.newestOrderAt === null ? '' : `, the newest of ${wordsOf(facts.newestOrderAt)}`;
  console.log(`${to} is what ${from} was: ${facts.orders} orders${newest}.`);
  if (facts.pending > 0)
    console.log('It is of an older version: the next start brings its tables up to date.');
  if (kept !== null) console.log(`What was there before is ${kept}. Delete it when you need it no more.`);
  if (existsSync(`${to}.erased`)) {
    console.log(
      'Customers were erased here, and the copy may still have them. Before you start the service, run:\n  npm run privacy -- erase --again',
    );
  }
} catch (error) {
  progress.end();
  console.error(messageFor(error));
  process.exitCode = 1;
}

function wordsOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A complaint about the copy that was looked at is about the file that it was made of. */
function messageFor(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, , file = ''] = process.argv;
  return message.replaceAll(restoringPart(readDatabasePathOrNothing()), file);
}

function readDatabasePathOrNothing(): string {
  try {
    return readDatabasePath();
  } catch {
    return '';
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
