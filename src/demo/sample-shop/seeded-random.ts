import { createHash } from 'node:crypto';

export type SeededRandom = ReturnType<typeof createSeededRandom>;

/** Returns a seeded source of random values: sfc32 (https://pracrand.sourceforge.net/RNG_engines.txt). */
export function createSeededRandom(seed: string) {
  const state = createHash('sha256').update(seed).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => state.readInt32LE(at)) as [number, number, number, number];

  function next(): number {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  }
  const fraction = () => next() / 2 ** 32;
  const whole = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  for (let i = 0; i < 12; i++) next();

  return {
    fraction,
    whole,
    happens: (probability: number) => fraction() < probability,
    /** Draws how long an event takes that happens every `mean` on average. */
    wait: (mean: number) => Math.round(-Math.log(1 - fraction()) * mean),
    pick: <T>(choices: readonly [T, ...T[]]): T => choices[whole(0, choices.length - 1)] ?? choices[0],
    bytes(length: number) {
      const bytes = Buffer.allocUnsafe(length);
      for (let i = 0; i < length; i++) bytes[i] = next() & 0xff;
      return bytes;
    },
  };
}
