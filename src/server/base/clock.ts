export interface Clock {
  /** @returns milliseconds since 1970 */
  now(): number;
}

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** A clock for spans within one run of the service: it runs on evenly when the system's clock is set. */
export const steadyClock: Clock = { now: () => performance.timeOrigin + performance.now() };
