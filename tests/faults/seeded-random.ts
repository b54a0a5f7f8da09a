import { createSeededRandom } from '../../src/demo/sample-shop/seeded-random.ts';

/** A repeatable source of chance: a seed always gives the same values, so that a loss can be reproduced. */
export interface TrialRandom {
  /** @returns a whole number from 0 to below the limit */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
  /** Lets a random number of turns of the event loop pass, at most `most`. */
  turns(most: number): Promise<void>;
}

/** @param seed any whole number */
export function createTrialRandom(seed: number): TrialRandom {
  const { fraction, whole } = createSeededRandom(String(seed));
  const below = (limit: number) => whole(0, limit - 1);
  return {
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    shuffle<T>(list: readonly T[]): T[] {
      const keyed = list.map((item) => ({ item, key: fraction() }));
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
    },
    async turns(most) {
      for (let left = below(most + 1); left > 0; left--)
        await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
