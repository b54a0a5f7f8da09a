/** Chance that repeats itself: the same seed gives the same throws, so that a loss can be looked at again. */
export interface Chance {
  /** @returns a whole number from 0 to just under the limit */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
  /** Lets up to so many turns of the event loop pass. */
  turns(most: number): Promise<void>;
}

/** @param seed any whole number */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  // Mulberry32, by Tommy Ettinger (public domain).
  const below = (limit: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return {
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    shuffle<T>(list: readonly T[]): T[] {
      const keyed = list.map((item) => ({ item, key: below(2 ** 32) }));
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
    },
    async turns(most) {
      for (let left = below(most + 1); left > 0; left--)
        await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
