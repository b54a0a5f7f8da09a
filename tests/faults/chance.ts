/** Chance that repeats itself: the same seed gives the same throws, so that a loss can be looked at again. */
export interface Chance {
  /** @returns from 0 to just under 1 */
  next(): number;
  /** @returns a whole number from 0 to just under the limit */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
  /** Lets so many turns of the event loop pass, by chance fewer. */
  turns(most: number): Promise<void>;
}

/** @param seed any whole number */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  // Mulberry32, by Tommy Ettinger (public domain).
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick<T>(list: readonly T[]): T {
      const index = below(list.length);
      if (index >= list.length) throw new Error('There is nothing to pick from.');
      return list[index] as T;
    },
    shuffle<T>(list: readonly T[]): T[] {
      const shuffled = [...list];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = below(last + 1);
        [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
      }
      return shuffled;
    },
    async turns(most) {
      for (let left = below(most + 1); left > 0; left--)
        await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
