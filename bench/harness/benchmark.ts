import type { SeededDatabase } from './seed.ts';

/** How long and how thoroughly to measure. */
export interface Extent {
  /** A/B rounds; the median of their ratios counts. */
  rounds: number;
  /** Seconds of load on each side of a round. */
  seconds: number;
  /** How many orders "many orders" are. */
  manyOrders: number;
  /** Seconds of load before memory is read again. */
  soakSeconds: number;
}

/** Minutes for all benchmarks: enough to see which side of a target we are on. */
export const shortExtent: Extent = { rounds: 5, seconds: 1.5, manyOrders: 200_000, soakSeconds: 10 };

/** What the targets speak of: a million orders, a minute of load. */
export const fullExtent: Extent = { rounds: 9, seconds: 4, manyOrders: 1_000_000, soakSeconds: 60 };

/** One line of the table. */
export interface Finding {
  what: string;
  measured: string;
  /** In words; absent when the line only explains another one. */
  target?: string;
  isMet?: boolean;
}

/** What a benchmark gets to work with. */
export interface Workplace {
  extent: Extent;
  /** A folder of its own, deleted when all benchmarks are done. */
  folder: string;
  progress: (message: string) => void;
  /** @returns a database with that many orders, written once for all benchmarks */
  databaseWith: (orders: number) => Promise<SeededDatabase>;
}

export interface Benchmark {
  name: string;
  /** @throws when something could not be measured; a missed target is a finding, not an error */
  run: (workplace: Workplace) => Promise<Finding[]>;
}

/** @returns a finding about a number that has to reach something */
export function atLeast(
  what: string,
  value: number,
  minimum: number,
  format: (n: number) => string,
): Finding {
  return { what, measured: format(value), target: `>= ${format(minimum)}`, isMet: value >= minimum };
}

/** @returns a finding about a number that must not exceed something */
export function atMost(what: string, value: number, maximum: number, format: (n: number) => string): Finding {
  return { what, measured: format(value), target: `<= ${format(maximum)}`, isMet: value <= maximum };
}
