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
import { requireReadableFile, requireWritableFolder } from './basics/places.ts';
import { readDatabasePath } from './config/config.ts';
import { eraseAgain } from './privacy/erase-again.ts';
import { type Call, createCommand, Misuse } from './process/command.ts';
import { withEraser } from './process/with-eraser.ts';
import { formatUtc } from './time/moment-words.ts';

/*
 * `npm run restore -- FILE`: replaces the database with a copy, once the copy was found intact and while the service
 * does not run, and keeps the old database beside it.
 */

const usage =
  'Usage: npm run restore -- FILE\nPuts a copy in the place of the database, and keeps what was there beside it. Stop the service first.';

const eraseCommand = 'npm run privacy -- erase --again';

const notDoneYet = `\nNOT DONE YET: customers were erased who may be in this copy. Before a service of this version starts, run\n\n  ${eraseCommand}\n\nUntil then it may write to them and show their orders.`;

export const run = createCommand(usage, async (call) => {
  const { words, env, say, complain, progress, apart } = call;
  const [file, ...others] = words;
  if (!file || others.length > 0) throw new Misuse();
  const from = resolve(file);
  const to = readDatabasePath(env);
  let isInPlace = false;
  let isAnybodyErased = false;
  let claim: Claim | undefined;
  try {
    requireReadableFile(from, dirname(to));
    if (realOf(from) === realOf(to)) throw new Error(`${from} is the database itself. Name a copy.`);
    refuseLeftovers(from);
    requireWritableFolder(dirname(to));
    // Before anything is copied, so that a mistaken name is reported at once.
    refuseOtherFiles(from);
    // Held until the erasures are repeated: a service started meanwhile would write to erased customers.
    claim = await claimDatabase(to, { patience: seconds(1) });
    const { facts, kept } = await restoreDatabase({
      from,
      to,
      now: Date.now(),
      check: async (path) => {
        const facts = await apart.check(path, { tell: progress.at });
        note(path, from, facts.newestOrderAt, call);
        // Before any change: a copy whose list of erasures cannot be read or stored replaces nothing.
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
    say(`${to} is what ${from} was: ${counted(facts.orders, 'order')}${newest}.`);
    if (facts.pending > 0) say('It is of an older version: the next start brings its tables up to date.');
    if (kept !== null) say(`What was there before is ${kept}. Delete it when you need it no more.`);
    return isAnybodyErased ? await eraseFrom(to, facts.pending > 0, call) : 0;
  } catch (error) {
    progress.end();
    // The checked file was made from the named one: the message names that one.
    const message = error instanceof Error ? error.message : String(error);
    complain(message.replaceAll(restoringPart(to), file));
    if (isInPlace) complain('The copy is in place all the same.');
    if (isInPlace && isAnybodyErased) complain(notDoneYet);
    return 1;
  } finally {
    claim?.release();
  }
});

/** Notes the restore in the history. A full disk that refuses this does not stop the restore. */
function note(path: string, from: string, newestOrderAt: number | null, { progress, complain }: Call): void {
  const newestOrder = newestOrderAt === null ? null : formatUtc(newestOrderAt);
  try {
    noteRestore(path, { at: Date.now(), actor: commandLine.username, file: basename(from), newestOrder });
  } catch (error) {
    progress.end();
    complain(`History will not say that this copy was restored: “${messageOf(error)}”`);
  }
}

/**
 * Erases customers again who were erased after the copy was made. Not in a copy of an older version: that would migrate
 * it, and the older version could not open it any more. While customers are left to erase, the exit code is 1, so that
 * a script does not start the service.
 *
 * @returns the exit code
 */
async function eraseFrom(path: string, isOlder: boolean, { say, complain }: Call): Promise<number> {
  if (isOlder) {
    say(`${notDoneYet} To go back to the older version, erase them there.`);
    return 1;
  }
  let refused: string[] = [];
  await withEraser(path, async (eraser) => {
    const again = await eraseAgain(eraser, commandLine);
    say(again.words);
    ({ refused } = again);
  });
  if (refused.length === 0) return 0;
  complain([...refused, `Afterwards run ${eraseCommand}.`].join('\n'));
  return 1;
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
