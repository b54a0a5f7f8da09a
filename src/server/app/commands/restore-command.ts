import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Sqlite from 'better-sqlite3';
import { lockDatabase } from '../../../../db/database-lock.ts';
import { erasuresFile, unpackErasures } from '../../../../db/erasures.ts';
import { describeDefect, plainDatabase, withDatabase } from '../../../../db/examine.ts';
import { DatabaseUnusable, errorMessage, giveToOwner, refuseUnusableFile } from '../../../../db/files.ts';
import { counted } from '../../../shared/counted-text.ts';
import { hours, seconds } from '../../../shared/durations.ts';
import type { AuditDetails } from '../../../shared/ops/audit-log.ts';
import { readDatabasePath } from '../../base/config/config.ts';
import { commandLineActor, recordAudit } from '../../base/record-audit.ts';
import { formatUtc } from '../../base/time/moments.ts';
import { requireReadableFile, requireWritableFolder } from '../../ops/backups/path-access.ts';
import { listKnownErasures } from '../../ops/privacy/erasure-list.ts';
import { repeatErasures } from '../../ops/privacy/repeat-erasures.ts';
import { type Call, createCommand, eraserFor, UsageError, withOpenDatabase } from './command.ts';

const usage =
  'Usage: npm run restore -- FILE\nReplaces the database with a backup, and keeps the old database next to it. Stop the service first.';

const eraseCommand = 'npm run privacy -- erase --again';

const notDoneYet = `\nNOT DONE YET: this copy may have customers who were erased. Before you start this version of the service, run\n\n  ${eraseCommand}\n\nUntil then, it may email them and show their orders.`;

const unknownErasures =
  'The old database could not be read. If you erased customers after this copy was made, erase them again: npm run privacy -- erase ADDRESS';

const checkTimeoutMs = hours(6);

/** Replaces the database with a copy, one complete file at any moment, so that a killed command can be repeated. */
export const run = createCommand(usage, async (call) => {
  const { words, env, say, progress } = call;
  const [file, ...others] = words;
  if (!file || others.length > 0) throw new UsageError();
  const from = resolve(file);
  const to = readDatabasePath(env);
  const copy = `${to}.restoring`;
  requireReadableFile(from, dirname(to));
  if (realOf(from) === realOf(to)) throw new Error(`${from} is the database itself. Name a backup instead.`);
  if (realOf(from) === realOf(copy)) {
    throw new Error(`This command writes to ${from}. Rename your file first.`);
  }
  refuseUnusableFile(from);
  requireWritableFolder(dirname(to));
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  // Held until the erasures are repeated: a service started before would write to erased customers.
  const claim = await lockDatabase(to, { timeoutMs: seconds(1) });
  let held: Sqlite.Database | null = null;
  try {
    held = openAlone(to);
    progress.at(`Copying ${file}`);
    await copyFiles(from, copy);
    progress.at('Checking the copy');
    const { pending } = await check(copy, from, call);
    const { orders, newest } = readOrders(copy);
    noteRestore(copy, { file: basename(from), newestOrder: newest }, call);
    // Before any change: a copy whose erasure list cannot be read or stored replaces nothing.
    const isUnreadable = held === null && existsSync(to) && !existsSync(erasuresFile(to));
    const known = held === null ? [] : listKnownErasures(plainDatabase(held));
    const hasErasures = unpackErasures(copy, from, to, known);
    const kept = putInPlace(copy, to, call.clock.now());
    held?.close();
    try {
      rmSync(`${to}.pages`, { force: true });
      progress.end();
      const newestInWords = newest === null ? '' : `, the newest from ${newest}`;
      say(`${to} is now a copy of ${from}: ${counted(orders, 'order')}${newestInWords}.`);
      if (pending > 0) say('It is from an older version: the next start updates its tables.');
      if (kept !== null) say(`The old database is now ${kept}. Delete it when you no longer need it.`);
      if (isUnreadable) call.complain(unknownErasures);
      return hasErasures ? await eraseFrom(to, pending > 0, call) : 0;
    } catch (error) {
      const words = [errorMessage(error), 'The copy is in place anyway.'];
      throw new Error([...words, ...(hasErasures ? [notDoneYet] : [])].join('\n'));
    }
  } finally {
    held?.close();
    removeFiles(copy);
    claim.release();
  }
});

/** Opens a database exclusively, with its `-wal` moved in; null without one, or when SQLite cannot read it. */
function openAlone(path: string): Sqlite.Database | null {
  if (!existsSync(path)) return null;
  let db: Sqlite.Database | undefined;
  try {
    // SQLite would write the pages of another file's `-wal` into this one.
    refuseUnusableFile(path);
    db = new Sqlite(path, { timeout: seconds(1) });
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE; COMMIT');
    db.pragma('journal_mode = DELETE');
    return db;
  } catch (error) {
    db?.close();
    if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))) return null;
    throw new DatabaseUnusable(
      `The database ${path} is in use. First stop the service, and anything else that has it open.`,
      { cause: error },
    );
  }
}

async function copyFiles(from: string, copy: string): Promise<void> {
  removeFiles(copy);
  for (const part of ['', '-wal']) {
    if (!existsSync(from + part)) continue;
    const options = { mode: 0o600, flush: true };
    await pipeline(createReadStream(from + part), createWriteStream(copy + part, options));
  }
}

async function check(copy: string, from: string, { inChildProcess }: Call) {
  try {
    // Moves the -wal into the copy.
    withDatabase(copy, ({ $client }) => $client.pragma('journal_mode = DELETE'));
  } catch (error) {
    // The check below says what is wrong with a file that SQLite cannot open or change.
    if (!(error instanceof Sqlite.SqliteError)) throw error;
  }
  const state = await inChildProcess.examine({ path: copy, isThorough: true, timeoutMs: checkTimeoutMs });
  const defect = state ? describeDefect(state) : 'could not be checked in time';
  if (state === null || defect !== null) throw new DatabaseUnusable(`${from} ${defect}.`);
  if (existsSync(`${copy}-wal`))
    throw new DatabaseUnusable(`The -wal of ${from} could not be moved into the copy.`);
  return state;
}

function readOrders(copy: string): { orders: number; newest: string | null } {
  const read = 'SELECT count(*) AS orders, max(created_at) AS at FROM orders';
  const { orders, at } = withDatabase(copy, (db) =>
    db.$client.prepare<[], { orders: number; at: number | null }>(read).get(),
  ) ?? { orders: 0, at: null };
  return { orders, newest: at === null ? null : formatUtc(at) };
}

/** Records the restore in the copy; a full disk or an old version does not stop it. */
function noteRestore(copy: string, details: AuditDetails, { progress, complain, clock }: Call): void {
  const subject = { kind: 'settings', id: 'database', label: 'Database' } as const;
  try {
    const about = { actor: commandLineActor, at: clock.now(), subject, details };
    withDatabase(copy, (db) =>
      db.transaction((tx) => recordAudit(tx, { ...about, action: 'database_restored' }), {
        behavior: 'immediate',
      }),
    );
  } catch (error) {
    progress.end();
    complain(`The change history will not show that this copy was restored: “${errorMessage(error)}”`);
  }
}

/** Moves the copy into place, and returns where the old database is now; null if there was none. */
function putInPlace(copy: string, to: string, now: number): string | null {
  const aside = `${to}.before-restore-${new Date(now).toISOString().replaceAll(/[-:.]/g, '')}`;
  chmodSync(copy, 0o600);
  giveToOwner(copy, to);
  const kept = ['', '-wal'].filter((part) => existsSync(to + part)).map((part) => aside + part);
  if (existsSync(to)) linkOrMove(to, aside);
  // Changes that SQLite could not read stay with their file.
  if (existsSync(`${to}-wal`)) renameSync(`${to}-wal`, `${aside}-wal`);
  for (const part of ['-shm', '-journal']) rmSync(to + part, { force: true });
  renameSync(copy, to);
  return kept[0] ?? null;
}

/** Gives a file a second name, so that it stays in place; moves it where the file system has no links. */
function linkOrMove(path: string, other: string): void {
  try {
    linkSync(path, other);
  } catch {
    renameSync(path, other);
  }
}

function removeFiles(copy: string): void {
  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(copy + part, { force: true });
}

/** Repeats erasures that are newer than the copy. Returns 1 if some were refused, else 0. */
async function eraseFrom(path: string, isOlder: boolean, call: Call): Promise<number> {
  const { say, complain } = call;
  if (isOlder) {
    say(`${notDoneYet} If you go back to the older version, erase them there.`);
    return 1;
  }
  let refused: string[] = [];
  await withOpenDatabase(path, async (db) => {
    const again = await repeatErasures(eraserFor(db, call), commandLineActor);
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
