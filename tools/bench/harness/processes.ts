import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { openConnection, requestBytes } from './connection.ts';

/** A server that runs as a process of its own. */
export interface RunningServer {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

/** Clock ticks a second in /proc: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;
const stopPatience = 15_000;
/** A busy machine starts things slowly; one that never answers has failed. */
const startPatience = 60_000;
const children = new Set<ChildProcess>();

process.on('exit', () => {
  for (const child of children) child.kill('SIGTERM');
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Sees to it that a child does not outlive this process. @returns how to end it */
export function keepTrackOf(child: ChildProcess): () => Promise<void> {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    const impatience = setTimeout(() => child.kill('SIGKILL'), stopPatience);
    child.kill('SIGTERM');
    await exit;
    clearTimeout(impatience);
  };
}

/** @returns a free port */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/**
 * Asks for `/healthz` until the answer is 200.
 *
 * @returns the milliseconds since `startedAt` (of `performance.now`)
 * @throws when the process ends first, or after a minute
 */
export async function waitForOk(port: number, child: ChildProcess, startedAt: number): Promise<number> {
  const request = requestBytes('GET', '/healthz');
  while (performance.now() - startedAt < startPatience) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
    try {
      const connection = await openConnection(port);
      const { status } = await connection.send(request).finally(() => connection.close());
      if (status === 200) return performance.now() - startedAt;
    } catch {
      // The server does not listen yet.
    }
    await pause(2);
  }
  throw new Error(`Nobody answered at port ${port} within a minute.`);
}

/** @returns the CPU time a process and its children have used so far; null where there is no /proc */
export function cpuSeconds(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses, which may contain blanks.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const own = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    const childIds = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    const ids = childIds === '' ? [] : childIds.split(' ').map(Number);
    return ids.reduce((sum, id) => sum + (cpuSeconds(id) ?? 0), own);
  } catch {
    return null;
  }
}

/** @returns the resident memory of a process in bytes; null where there is no /proc */
export function residentBytes(pid: number): number | null {
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kibibytes === undefined ? null : Number(kibibytes) * 1_024;
  } catch {
    return null;
  }
}
