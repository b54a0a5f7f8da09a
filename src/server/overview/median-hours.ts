/** How often something took how many tenths of an hour. */
export interface TimesTaken {
  tenths: number;
  count: number;
}

/**
 * @param times the quickest first
 * @returns how many hours the one in the middle took, to a tenth; null without any
 */
export function medianHours(times: TimesTaken[]): number | null {
  const middle = times.reduce((sum, { count }) => sum + count, 0) / 2;
  let seen = 0;
  const median = times.find(({ count }) => {
    seen += count;
    return seen >= middle;
  });
  return median ? median.tenths / 10 : null;
}

/** @returns milliseconds in tenths of an hour */
export function inTenths(milliseconds: number): number {
  return Math.round(milliseconds / 360_000);
}
