/** Numbers that look random and are the same in every run, so that a loss can be brought about again. */
export function createRandom(seed: number) {
  let state = seed;
  /** mulberry32, a well-known small generator. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    oneOf<T>(list: readonly T[]): T {
      return list[below(list.length)] as T;
    },
  };
}
export type Random = ReturnType<typeof createRandom>;
