import { type SpawnOptions, spawn } from 'node:child_process';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { backUpDatabase } from '../../db/copy.ts';
import { examineDatabase } from '../../db/examine.ts';
import type { Command } from '../../src/server/app/commands/command.ts';
import { systemClock } from '../../src/server/base/clock.ts';
import { processEnv } from './process-env.ts';

export interface CommandResult {
  code: number | null;
  out: string;
  err: string;
}

type Calling = { env?: Record<string, string>; input?: string };

/** Lines typed into a terminal, one per question; null for no terminal. */
type Typed = string[] | null;

const noProgress = { at: () => {}, end: () => {} };

/** Calls a command in this process. */
export async function callCommand(
  run: Command,
  words: string[],
  { env = {}, input = '', typed = null }: Calling & { typed?: Typed } = {},
): Promise<CommandResult> {
  let [out, err] = ['', ''];
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const answers = [...(typed ?? [])];
  const code = await run({
    words,
    env,
    input: typed === null ? Readable.from([input]) : terminal,
    output: new Writable({
      write(chunk, _encoding, done) {
        out += chunk;
        if (/[:\]] $/.test(String(chunk))) setImmediate(() => terminal.write(`${answers.shift() ?? ''}\n`));
        done();
      },
    }),
    say: (line) => (out += `${line}\n`),
    complain: (line) => (err += `${line}\n`),
    progress: noProgress,
    clock: systemClock,
    inChildProcess: {
      copy: async ({ from, to }) => backUpDatabase(from, to),
      examine: async ({ path, isThorough }) => examineDatabase(path, isThorough),
    },
  });
  return { code, out, err };
}

const program = fileURLToPath(new URL('./command-process.ts', import.meta.url));

/** Starts a command in its own process, with a umask that lets all users read new files. */
export function startCommand(words: string[], env: Record<string, string>, options: SpawnOptions = {}) {
  const inShell = ['-c', 'umask 022; exec "$@"', 'sh', process.execPath, program, ...words];
  return spawn('sh', inShell, { ...options, env: { ...processEnv, ...env } });
}

/** Runs a command in its own process. Its progress, which depends on the machine, is left out of `err`. */
export function runCommand(
  words: string[],
  { env = {}, input = '', ...options }: Calling & SpawnOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = startCommand(words, env, options);
    let [out, err] = ['', ''];
    child.stdout?.on('data', (chunk) => (out += chunk));
    child.stderr?.on('data', (chunk) => (err += chunk));
    child.on('close', (code) => resolve({ code, out, err: err.replaceAll(/^.*…\n/gm, '') }));
    child.stdin?.on('error', () => {}).end(input);
  });
}
