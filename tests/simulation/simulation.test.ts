import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { againOf } from './again.ts';
import { keptSeeds } from './kept-seeds.ts';
import { type RunOutcome, runAll } from './run-all.ts';

/** A small shop: what goes wrong together does so in a small one as well. */
const small = { months: 1, ordersPerDay: 2, readers: 2 };
const atOnce = 2;
const patience = 600_000;

function breachesOf(outcomes: readonly RunOutcome[]): string[] {
  return outcomes.flatMap((outcome) => {
    const again = againOf(outcome.order);
    if ('error' in outcome) return [`${again}\n${outcome.error}`];
    return outcome.result.breaches.map(({ promise, words }) => `${again}\n${promise}: ${words}`);
  });
}

test('the same seed is the same run, to the last row', { timeout: patience }, async () => {
  const order = { ...small, seed: 'twice' };
  const hashes = (await runAll([order, order], { atOnce })).map(
    (outcome) => 'result' in outcome && outcome.result.hash,
  );
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(hashes[1]).toBe(hashes[0]);
});

test('the seeds that once failed keep every promise', { timeout: patience }, async () => {
  const outcomes = await runAll(keptSeeds, { atOnce });
  expect(breachesOf(outcomes)).toEqual([]);
});

test('twenty months of shops that nobody has seen keep every promise', { timeout: patience }, async () => {
  const first = randomInt(1_000_000, 1_000_000_000);
  const seeds = Array.from({ length: 20 }, (_, i) => String(first + i));
  // Whoever reads of a failure can have it again, and whoever reads of none knows what was tried.
  process.stdout.write(`Months of the seeds ${first} to ${first + 19} are lived through.\n`);
  const outcomes = await runAll(
    seeds.map((seed) => ({ ...small, seed })),
    { atOnce },
  );
  expect(breachesOf(outcomes)).toEqual([]);
  // Something has happened in them, and not only at the checkout.
  const countOf = (what: string) =>
    outcomes.map((outcome) => ('result' in outcome ? (outcome.result.counts.get(what) ?? 0) : 0));
  const orders = countOf('orders paid');
  for (const count of orders) expect(count).toBeGreaterThan(10);
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  expect(sum(countOf('readings delivered'))).toBeGreaterThan(sum(orders) / 2);
});
