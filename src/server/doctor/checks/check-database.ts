import type { DatabaseState } from '../../../../db/examine.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

/** @returns null when it was not read in time */
type Examine = () => Promise<DatabaseState | null>;

const readFirst = (state: DatabaseState | null): state is null | (DatabaseState & { problem: string }) =>
  state === null || state.problem !== null;

/** Checks that SQLite finds its pages, indexes and references intact. */
export async function checkDatabase(examine: Examine): Promise<Finding> {
  const state = await examine();
  if (state === null) {
    return warning(
      'It is too large to be read to its end in this time.',
      'Run npm run doctor on the machine: it takes the time that it needs.',
    );
  }
  if (state.problem !== null && /unable to open|readonly|locked/i.test(state.problem)) {
    return failed(
      `It cannot be opened (${state.problem}).`,
      'Look at what is said of the files first: it may be whole. "locked" passes by itself.',
    );
  }
  if (state.problem !== null) {
    return failed(
      `It cannot be read (${state.problem}).`,
      'Stop the service, keep what is there, and restore the last backup, as docs/backups.md says.',
    );
  }
  if (state.damages.length > 0) {
    return failed(
      `It is damaged: ${state.damages.join('; ')}.`,
      'Stop the service, keep what is there, and restore the last backup. A disk that does this once does it again: look at the log of the machine.',
    );
  }
  if (state.lostReferences > 0) {
    return failed(
      `${state.lostReferences} rows refer to others that are not there.`,
      'It was changed by something other than this program. Restore the last backup, or put back what was removed.',
    );
  }
  return ok('All of it can be read, and nothing is missing.');
}

/** Checks that the tables are those of this version. */
export async function checkMigrations(examine: Examine): Promise<Finding> {
  const state = await examine();
  if (readFirst(state)) return skipped('The database could not be read.');
  if (!state.isOurs) {
    return failed(
      'This is a SQLite database, and none of Career Tarot.',
      'Check DATABASE_PATH: it names the file of another program.',
    );
  }
  if (state.isNewer) {
    return failed(
      'A newer version of Career Tarot has written to it, and this one does not start with it.',
      'Start the newer version, or restore the copy that it put beside the database before it began (…before-migration-…).',
    );
  }
  if (state.pending > 0) {
    return warning(
      `It lacks ${state.pending} ${state.pending === 1 ? 'migration' : 'migrations'} of this version.`,
      'The next start makes them, with a copy first; npm run migrate does it without a start.',
    );
  }
  return ok('The tables are those of this version.');
}
