import { expect, test } from 'vitest';
import { keptSeeds } from './kept-seeds.ts';
import { type RunOutcome, runAll } from './run-all.ts';

/** A small shop: what goes wrong together does so in a small one as well. */
const small = { months: 1, ordersPerDay: 3, readers: 2 };
const atOnce = 2;
const patience = 600_000;

function breachesOf(outcomes: readonly RunOutcome[]): string[] {
  return outcomes.flatMap((outcome) => {
    const again = `npm run simulate -- --seed ${outcome.order.seed} --months ${outcome.order.months} --orders-per-day ${outcome.order.ordersPerDay} --readers ${outcome.order.readers}`;
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

// Fresh ones follow once seeds 20089 and 20191 are understood: they may fail, and nobody would know whose fault it is.
test('twenty months of other shops keep every promise', { timeout: patience }, async () => {
  const seeds = Array.from({ length: 20 }, (_, i) => String(20_000 + i));
  const outcomes = await runAll(
    seeds.map((seed) => ({ ...small, seed })),
    { atOnce },
  );
  expect(breachesOf(outcomes)).toEqual([]);
  // Something has happened in them.
  const orders = outcomes.map((outcome) =>
    'result' in outcome ? outcome.result.counts.get('orders paid') : 0,
  );
  for (const count of orders) expect(count).toBeGreaterThan(20);
});
