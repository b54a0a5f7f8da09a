import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LoadReport } from './load-client.ts';

const run = promisify(execFile);
const report = fileURLToPath(new URL('./wrk-report.lua', import.meta.url));

/** @returns where wrk (https://github.com/wg/wrk) is installed; null when it is nowhere */
export function findWrk(): string | null {
  const { PATH = '' } = process.env;
  const places = PATH.split(delimiter).map((folder) => join(folder, 'wrk'));
  return places.find((place) => existsSync(place)) ?? null;
}

/**
 * Has wrk ask for one address on one thread: it needs a fraction of the processor time of our own client.
 *
 * @param job.seconds whole ones
 */
export async function putWrkOn(
  executable: string,
  job: {
    port: number;
    path: string;
    headers: Record<string, string>;
    connections: number;
    seconds: number;
  },
): Promise<LoadReport> {
  const { stdout } = await run(executable, [
    ...['-t', '1', '-c', String(job.connections), '-d', `${job.seconds}s`, '-s', report],
    ...Object.entries(job.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    `http://127.0.0.1:${job.port}${job.path}`,
  ]);
  const told = stdout.split('\n').find((line) => line.startsWith('{'));
  if (!told) throw new Error(`wrk says nothing: ${stdout}`);
  const found: Record<'count' | 'time' | 'p50' | 'p99' | 'longest' | 'errors', number> = JSON.parse(told);
  const milliseconds = (microseconds: number) => microseconds / 1_000;
  return {
    count: found.count,
    seconds: found.time / 1e6,
    p50: milliseconds(found.p50),
    p99: milliseconds(found.p99),
    longest: milliseconds(found.longest),
    errors: found.errors,
    firstError: found.errors > 0 ? 'wrk does not say which' : null,
  };
}
