import { days } from '../../shared/durations.ts';
import { runAll } from '../run-all.ts';
import type { Order } from '../run-one.ts';
import type { Protection } from './protection.ts';

/** A shop in which something happens every day, and a month of which takes a second or two. */
const smallShop = { months: 1, ordersPerDay: 6, readers: 2 };

/** How many seeds are tried until a protection counts as missed by nobody. */
export const seedsTried = 60;

/** Without a protection a promise was broken. */
export interface Noticed {
  protection: Protection;
  order: Order;
  /** All that broke at the same moment, the first that was asked about in front. */
  broken: readonly { promise: string; words: string }[];
  /** Which of them the protection is there for; undefined when something else broke first. */
  expected: string | undefined;
  /** Simulated milliseconds from the beginning of the run until the breach. */
  after: number;
  /** Simulated milliseconds of the seeds before, in which nobody missed it. */
  before: number;
  /** Real milliseconds until then. */
  took: number;
}

/** Nobody has missed a protection. */
export interface Unnoticed {
  protection: Protection;
  /** Simulated milliseconds. */
  before: number;
  /** How many of the seeds proved nothing. */
  useless: number;
  took: number;
}

export type Trial = Noticed | Unnoticed;

/**
 * Runs one seed after the other without a protection until a promise is broken; and the seed that breaks it once more
 * with the protection. One that breaks a promise then as well, or comes to no end, proves nothing: the next one has to.
 *
 * @param seeds how many are tried at most
 * @param onProgress gets how many are done
 */
export async function tryWithout(
  protection: Protection,
  {
    atOnce,
    seeds = seedsTried,
    onProgress = () => {},
  }: { atOnce: number; seeds?: number; onProgress?: (done: number) => void },
): Promise<Trial> {
  const began = performance.now();
  const { name } = protection;
  const shop = { ...smallShop, ...protection.shop };
  let useless = 0;
  for (let first = 1; first <= seeds; first += atOnce) {
    const orders = Array.from({ length: atOnce }, (_, i): Order => ({ ...shop, seed: String(first + i) }));
    for (const [i, outcome] of (
      await runAll(orders, { atOnce, trial: { of: name, isOut: true } })
    ).entries()) {
      const before = (first - 1 + i) * days(30 * shop.months);
      if ('error' in outcome) useless += 1;
      if ('error' in outcome || !outcome.result.breaches[0]) continue;
      const { order, result } = outcome;
      if (!(await isKeptWith(name, order))) {
        useless += 1;
        continue;
      }
      const expected = protection.breaks.find((promise) =>
        result.breaches.some((broken) => broken.promise === promise),
      );
      return {
        protection,
        order,
        broken: result.breaches,
        expected,
        after: (result.breaches[0]?.at ?? 0) - result.start,
        before,
        took: performance.now() - began,
      };
    }
    onProgress(first - 1 + atOnce);
  }
  const before = seeds * days(30 * shop.months);
  return { protection, before, useless, took: performance.now() - began };
}

/** @returns whether every promise is kept with the protection, in the same world */
async function isKeptWith(name: string, order: Order): Promise<boolean> {
  const [outcome] = await runAll([order], { atOnce: 1, trial: { of: name, isOut: false } });
  return outcome !== undefined && 'result' in outcome && outcome.result.breaches.length === 0;
}
