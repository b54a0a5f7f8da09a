export interface Clock {
  /** Returns milliseconds since 1970. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Measures spans within one run of the service: changes of the system's clock do not move it. */
export const steadyClock: Clock = { now: () => performance.timeOrigin + performance.now() };
