import type { SeededDatabase } from './seed.ts';

/** How long and how thoroughly to measure. */
export interface Extent {
  /** Turns of a second that each of several servers gets; the medians count. */
  rounds: number;
  /** Seconds in which orders are placed, in each shop. */
  orderSeconds: number;
  /** How often each search is made. */
  callsPerSearch: number;
  /** How often each server is started. */
  starts: number;
}

/** As long as a person waits for it: some six minutes. */
export const shortExtent: Extent = { rounds: 8, orderSeconds: 8, callsPerSearch: 40, starts: 5 };

/** For figures that are written down somewhere. */
export const fullExtent: Extent = { rounds: 20, orderSeconds: 30, callsPerSearch: 200, starts: 15 };

/** How many orders a large shop has. */
export const manyOrders = 200_000;

/** How many a shop has after a few good years. */
export const fewOrders = 20_000;

/** One line of the table. */
export interface Finding {
  what: string;
  measured: string;
  /** What it is compared with, as it was in the same run. */
  reference?: string;
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
