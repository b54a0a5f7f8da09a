import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { argumentsOf, root } from '../../built/product.ts';
import { processEnv } from '../../kit/process-env.ts';
import { findFreePort } from '../servers/free-port.ts';

/** Makes the process end its service and start another one, in this environment. */
export interface Replacement {
  environment: NodeJS.ProcessEnv;
}

/** The service in its own process, on its sandbox and with the demo's accounts. */
export interface AttackedService {
  url: string;
  port: number;
  databasePath: string;
  output(): string;
  /** @returns its resident bytes after a garbage collection */
  memory(): Promise<number>;
  isAlive(): boolean;
  /** Ends the process and starts it again on the same database. */
  restart(): Promise<void>;
  kill(): Promise<void>;
  /** Asks the process to end. @returns its exit code; null if it had to be killed after 15 s */
  terminate(): Promise<number | null>;
  stop(): Promise<void>;
  /**
   * Ends the service and starts another one on a new database: in the same process and at the same address if
   * it is alive, because reading the program, and rendering pages with their address, take most of a start.
   */
  replace(options?: ServiceOptions): Promise<AttackedService>;
}

interface ServiceOptions {
  env?: Record<string, string>;
  /** The port it listens on; by default any free one. */
  port?: number;
  /** Whether it serves the built pages. */
  isBuilt?: boolean;
  /** Whether it runs the built program instead of the sources. */
  isBundle?: boolean;
  /** How long the start may take, in milliseconds. */
  startTimeoutMs?: number;
}

const entry = fileURLToPath(new URL('./serve.ts', import.meta.url));
/** Loaded into the built service, so that it can answer questions as well. */
const questions = new URL('./answer-questions.ts', import.meta.url).href;
const stopTimeoutMs = 15_000;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts the service on its own database. Limits are on unless the environment says otherwise. */
export function startService(options: ServiceOptions = {}): Promise<AttackedService> {
  return serveFrom(null, options, options.port);
}

/** @param former a process whose service is no longer needed, if any, and its port */
async function serveFrom(
  former: ChildProcess | null,
  { env = {}, isBuilt = false, isBundle = false, startTimeoutMs = 60_000 }: ServiceOptions,
  formerPort?: number,
): Promise<AttackedService> {
  const folder = mkdtempSync(join(tmpdir(), 'career-tarot-attack-'));
  const databasePath = join(folder, 'attacked.db');
  const port = formerPort ?? (await findFreePort());
  const environment = {
    ...processEnv,
    HOST: '127.0.0.1',
    PORT: String(port),
    STRIPE_SANDBOX_PORT: '0',
    DATABASE_PATH: databasePath,
    LOG_LEVEL: 'warn',
    SITE: isBuilt ? 'built' : 'none',
    ...env,
  };
  const output: string[] = [];
  const start = (running: ChildProcess | null) =>
    startProcess(running, { environment, isBundle }, output, startTimeoutMs);
  let child = await start(former);
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const forget = () => rmSync(folder, { recursive: true, force: true });
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    databasePath,
    output: () => output.join(''),
    memory: () => askMemory(child),
    isAlive,
    async restart() {
      await end(child);
      child = await start(null);
    },
    async kill() {
      if (!isAlive()) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
    terminate: () => end(child),
    async stop() {
      await end(child);
      forget();
    },
    async replace(next = {}) {
      const service = isAlive()
        ? await serveFrom(child, next, port)
        : await serveFrom(null, { isBundle, ...next });
      // By now, connections to the old service have noticed its end, and are not used again.
      await setImmediate();
      forget();
      return service;
    },
  };
}

async function startProcess(
  former: ChildProcess | null,
  { environment, isBundle }: Replacement & { isBundle: boolean },
  output: string[],
  startTimeoutMs: number,
): Promise<ChildProcess> {
  const [program = '', ...words] = isBundle ? [...argumentsOf('demo'), '--empty'] : [entry];
  const execArgv = ['--expose-gc', ...(isBundle ? ['--import', questions] : [])];
  const child = former ?? fork(program, words, { env: environment, silent: true, execArgv, cwd: root });
  if (!former) {
    running.add(child);
    child.once('exit', () => running.delete(child));
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.removeAllListeners('data');
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const replacement: Replacement = { environment };
  former?.send(replacement);
  try {
    await nextAnswer(child, startTimeoutMs);
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`The service does not start (${error}): ${output.join('')}`);
  }
  return child;
}

function askMemory(child: ChildProcess): Promise<number> {
  const answer = nextAnswer(child, 10_000);
  child.send('memory');
  return answer;
}

function nextAnswer(child: ChildProcess, startTimeoutMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onMessage = ({ answer }: { answer: number }) => settle(() => resolve(answer));
    const onExit = (code: number | null, signal: string | null) =>
      settle(() => reject(new Error(`it ended with ${signal ?? `code ${code}`}`)));
    const timeout = setTimeout(() => settle(() => reject(new Error('it is silent'))), startTimeoutMs);
    const settle = (then: () => void) => {
      clearTimeout(timeout);
      child.off('message', onMessage);
      child.off('exit', onExit);
      then();
    };
    child.once('message', onMessage);
    child.once('exit', onExit);
  });
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  const timeout = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  child.kill('SIGTERM');
  const [code] = await exit;
  clearTimeout(timeout);
  return code;
}
