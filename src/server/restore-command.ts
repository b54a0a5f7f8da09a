import { realpathSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type Claim, claimDatabase } from '../../db/claim.ts';
import { messageOf, refuseLeftovers } from '../../db/files.ts';
import { refuseOtherFiles } from '../../db/keeping/check.ts';
import { unpackErasures } from '../../db/keeping/erasures.ts';
import { noteRestore } from '../../db/keeping/note-restore.ts';
import { restoreDatabase, restoringPart } from '../../db/keeping/restore.ts';
import { seconds } from '../shared/durations.ts';
import { counted } from '../shared/plural.ts';
import { commandLine } from './audit/record-audit.ts';
import { checkApart } from './backups/keep-apart.ts';
import { answerHelp, statusOf } from './basics/answer-help.ts';
import { requireReadableFile, requireWritableFolder } from './basics/places.ts';
import { createProgress } from './basics/progress.ts';
import { asRunHere } from './config/command-way.ts';
import { readCommandWay, readDatabasePath } from './config/config.ts';
import { eraseAgain, erasedAgainInWords } from './privacy/erase-again.ts';
import { sweepErased } from './privacy/sweep-erased.ts';
import { withEraser } from './process/with-eraser.ts';
import { formatUtc } from './time/moment-words.ts';

/*
 * `npm run restore -- FILE`: puts a copy in the place of the database, once it was found whole and the service does not
 * run, and keeps what was there beside it.
 */

const way = readCommandWay();

const usage = asRunHere(
  'Usage: npm run restore -- FILE\nPuts a copy in the place of the database, and keeps what was there beside it. Stop the service first.',
  way,
);
answerHelp(usage);

const progress = createProgress();
let isInPlace = false;
let isAnybodyErased = false;
let claim: Claim | undefined;
try {
  const [file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0) throw new Error(usage);
  const from = resolve(file);
  const to = readDatabasePath();
  requireReadableFile(from, dirname(to));
  if (realOf(from) === realOf(to)) throw new Error(`${from} is the database itself. Name a copy.`);
  refuseLeftovers(from);
  requireWritableFolder(dirname(to));
  // Before anything is copied: whoever mistook the name is told at once.
  refuseOtherFiles(from);
  // Until who was erased is so again: a service that is started meanwhile would write to them.
  claim = await claimDatabase(to, { patience: seconds(1) });
  const { facts, kept } = await restoreDatabase({
    from,
    to,
    now: Date.now(),
    check: async (path) => {
      const facts = await checkApart(path, { tell: progress.at });
      note(path, from, facts.newestOrderAt);
      // While nothing has changed: a copy whose list cannot be read, or kept, takes no place.
      isAnybodyErased = unpackErasures({ copy: path, from, to });
      return facts;
    },
    inPlace: () => {
      isInPlace = true;
    },
    tell: (done, total) => progress.at(`Copying ${file}`, done, total),
  });
  progress.end();
  const newest = facts.newestOrderAt === null ? '' : `, the newest of ${formatUtc(facts.newestOrderAt)}`;
  console.log(`${to} is what ${from} was: ${counted(facts.orders, 'order')}${newest}.`);
  if (facts.pending > 0)
    console.log('It is of an older version: the next start brings its tables up to date.');
  if (kept !== null) console.log(`What was there before is ${kept}. Delete it when you need it no more.`);
  if (isAnybodyErased) await eraseFrom(to, facts.pending > 0);
} catch (error) {
  progress.end();
  console.error(messageFor(error));
  if (isInPlace) console.error('The copy is in place all the same.');
  if (isInPlace && isAnybodyErased) console.error(notDoneYet());
  process.exitCode = statusOf(error, usage);
} finally {
  claim?.release();
}

/** Without a line in the history everything else is there: a disk that has room for no more is no reason to go without. */
function note(path: string, from: string, newestOrderAt: number | null): void {
  const newestOrder = newestOrderAt === null ? null : formatUtc(newestOrderAt);
  try {
    noteRestore(path, { at: Date.now(), actor: commandLine.username, file: basename(from), newestOrder });
  } catch (error) {
    progress.end();
    console.error(`History will not say that this copy was restored: “${messageOf(error)}”`);
  }
}

function eraseCommand(): string {
  return asRunHere('npm run privacy -- erase --again', way);
}

function notDoneYet(): string {
  return `\nNOT DONE YET: customers were erased who may be in this copy. Before a service of this version starts, run\n\n  ${eraseCommand()}\n\nUntil then it may write to them and show their orders.`;
}

/**
 * The copy may still have customers who were erased since. In one of an older version that would bring its tables up to
 * date, and whoever goes back to that version could not start it any more. Whoever is still in it makes this end with 1:
 * what starts the service by itself afterwards is not to.
 */
async function eraseFrom(path: string, isOlder: boolean): Promise<void> {
  if (isOlder) {
    console.log(`${notDoneYet()} To go back to the older version, erase them there.`);
    process.exitCode = 1;
    return;
  }
  await withEraser(path, async (eraser) => {
    const tell = (done: number, total: number) => progress.at('Erasing again', done, total);
    const again = await eraseAgain(eraser, commandLine, tell);
    await sweepErased(eraser);
    progress.end();
    console.log(erasedAgainInWords(again));
    if (again.refused.length === 0) return;
    console.error([...again.refused, `Afterwards run ${eraseCommand()}.`].join('\n'));
    process.exitCode = 1;
  });
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
