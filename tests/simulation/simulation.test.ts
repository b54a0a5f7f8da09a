import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Walks in a process of its own, whose time is simulated. @returns what it says; throws what it found */
async function walk(seed: number, months: number): Promise<string> {
  const words = ['--seed', String(seed), '--months', String(months)];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words]).catch((error) => {
    throw new Error(error.stdout + error.stderr);
  });
  return stdout;
}

test('repeats the same walk for the same seed, row by row', { timeout: 600_000 }, async () => {
  const [one, other] = await Promise.all([walk(1, 0.5), walk(1, 0.5)]);
  expect(one).toBe(other);
});

/** Two that found something, and four more; `npm run simulate` walks by others. */
const seeds = [31, 146172, 2, 5, 8, 10];

test.each(seeds)('keeps every promise over two months with seed %i', { timeout: 600_000 }, async (seed) => {
  const [, orders, deliveries] = /(\d+) orders paid, (\d+) delivered/.exec(await walk(seed, 2)) ?? [];
  expect(Number(orders)).toBeGreaterThan(20);
  expect(Number(deliveries)).toBeGreaterThan(Number(orders) / 3);
});
