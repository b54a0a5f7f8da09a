import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { argumentsOf, root } from '../../tests/built/product.ts';
import { signIn } from '../../tests/faults/running-service/browser.ts';
import { findFreePort } from '../../tests/faults/servers/free-port.ts';

export type Server = Awaited<ReturnType<typeof startServer>>;

/** Clock ticks a second in /proc: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

const children = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/** Starts the product as `npm start` does, without this shell's configuration. */
export async function startProduct(databasePath: string, env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const port = Number(env.PORT ?? (await findFreePort()));
  const fromShell = /^(PUBLIC_URL|NODE_ENV|SMTP_|STRIPE_)/;
  return startServer(port, argumentsOf('start'), {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !fromShell.test(name))),
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_PATH: databasePath,
    STRIPE_SANDBOX_PORT: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    // An approved reading is sent immediately.
    APPROVAL_UNDO_SECONDS: '0',
    ...env,
  });
}

/** Starts a module of this folder with a free port and a job. */
export async function startModule(name: string, job: object): Promise<Server> {
  const port = await findFreePort();
  const path = fileURLToPath(new URL(name, import.meta.url));
  return startServer(port, [path, String(port), JSON.stringify(job)], process.env);
}

async function startServer(port: number, words: string[], env: NodeJS.ProcessEnv) {
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  while (!(await isUp(url))) {
    if (child.exitCode !== null) throw new Error(`${words[0]} ended with code ${child.exitCode}.`);
    if (performance.now() > startedAt + 60_000) throw new Error(`${words[0]} does not answer.`);
    await pause(2);
  }
  return {
    port,
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - startedAt,
    stop: () => stop(child),
  };
}

/** Stops the servers that are still running: called after each benchmark. */
export async function stopServers(): Promise<void> {
  await Promise.all([...children].map(stop));
}

async function stop(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  if (child.kill('SIGTERM')) await once(child, 'exit');
  clearTimeout(timer);
}

async function isUp(url: string): Promise<boolean> {
  const response = await fetch(`${url}/healthz`).catch(() => null);
  await response?.arrayBuffer();
  return response?.ok ?? false;
}

export async function cookieOf({ url }: Pick<Server, 'url'>, username: string): Promise<string> {
  const { cookies } = await signIn(url, username);
  return [...cookies].map((cookie) => cookie.join('=')).join('; ');
}

/** Returns the processor time that a process and its children have used so far, in milliseconds. Needs Linux. */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the command in parentheses, which may contain blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const own = ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
  const childIds = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return childIds.reduce((sum, id) => sum + cpuMs(Number(id)), own);
}

/** Returns the resident memory of a process, in bytes. Needs Linux. */
export function residentBytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes) * 1_024;
}
