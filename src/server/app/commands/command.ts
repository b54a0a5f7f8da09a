import { existsSync } from 'node:fs';
import { type Database, openDatabase } from '../../../../db/client.ts';
import { seconds } from '../../../shared/durations.ts';
import { type Clock, systemClock } from '../../base/clock.ts';
import { detectCommandFormat, formatCommands } from '../../base/config/command-format.ts';
import { type Env, ownEnv, readDatabasePath } from '../../base/config/config.ts';
import { copyInChildProcess, examineInChildProcess } from '../../ops/backups/database-child-process.ts';
import type { Eraser } from '../../ops/privacy/erase-person.ts';
import { createLog } from '../log.ts';

export interface Call {
  words: string[];
  env: Env;
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
  say: (line: string) => void;
  complain: (line: string) => void;
  clock: Clock;
  progress: ReturnType<typeof createProgress>;
  /** Slow work on a large database, run in child processes. */
  inChildProcess: { copy: typeof copyInChildProcess; examine: typeof examineInChildProcess };
}

export type Command = (call?: Call) => Promise<number>;

export class UsageError extends Error {}

/** Creates a command that prints errors and resolves to its exit code: that of `work` (default 0), 1, or 2 for misuse. */
export function createCommand(usage: string, work: (call: Call) => Promise<number | undefined>): Command {
  return async (given = ownCall()) => {
    const format = detectCommandFormat(given.env);
    const call: Call = {
      ...given,
      say: (line) => given.say(formatCommands(line, format)),
      complain: (line) => given.complain(formatCommands(line, format)),
    };
    if (call.words.some((word) => word === '--help' || word === '-h')) {
      call.say(usage);
      return 0;
    }
    try {
      return (await work(call)) ?? 0;
    } catch (error) {
      call.progress.end();
      call.complain(error instanceof UsageError ? usage : textOf(error));
      return isMisuse(error) ? 2 : 1;
    }
  };
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function isMisuse(error: unknown): boolean {
  if (error instanceof UsageError) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

function createProgress() {
  let timer: NodeJS.Timeout | undefined;
  const end = () => clearTimeout(timer);
  return {
    at(what: string): void {
      end();
      timer = setTimeout(() => process.stderr.write(`${what}…\n`), seconds(1)).unref();
    },
    end,
  };
}

/** Prints and returns the path of the configured database. @throws {Error} if the file is missing */
export function requireDatabase({ env, say }: Call): string {
  const path = readDatabasePath(env);
  if (!existsSync(path)) {
    throw new Error(
      `There is no database ${path}. Check DATABASE_PATH; the first start of the service creates it, or npm run migrate.`,
    );
  }
  say(`Database: ${path}`);
  return path;
}

/** Opens and migrates a database file, or creates it, for `work`, and closes it. */
export async function withOpenDatabase(path: string, work: (db: Database) => Promise<void>): Promise<void> {
  const db = openDatabase(path);
  try {
    await work(db);
  } finally {
    db.$client.close();
  }
}

/** Does nothing: a running service finds changes by itself within a minute. */
export const noSignals = { invalidatePublicPages() {}, wakeMailWorker() {}, settleSoon() {} };

/** Returns what erasing people needs in a command: no log, and no signals to a running service. */
export function eraserFor(db: Database, { clock }: Pick<Call, 'clock'>): Eraser {
  return { db, clock, log: createLog('silent', false), signals: noSignals };
}

function ownCall(): Call {
  return {
    words: process.argv.slice(2),
    env: ownEnv,
    input: process.stdin,
    output: process.stdout,
    say: (line) => void process.stdout.write(`${line}\n`),
    complain: (line) => void process.stderr.write(`${line}\n`),
    clock: systemClock,
    progress: createProgress(),
    inChildProcess: { copy: copyInChildProcess, examine: examineInChildProcess },
  };
}
