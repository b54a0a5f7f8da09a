import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { Agenda } from './agenda.ts';

/**
 * Has `Date` and `performance` tell another time: libraries ask the one, whatever clock we hand around, and work in
 * turns asks the other how long it has taken, which must not depend on the machine: each look at it takes a millisecond,
 * or such work would never give way to anybody.
 * Whoever lets others go on has not ended: time stands still until then. Whoever waits, waits for the simulated time.
 *
 * @returns what puts the real ones back
 */
export function standInForTime({
  now,
  goesOn,
  sleep,
  sleepHeld,
}: Pick<Agenda, 'now' | 'goesOn' | 'sleep' | 'sleepHeld'>): () => void {
  const RealDate = globalThis.Date;
  class SimulatedDate extends RealDate {
    constructor(...given: unknown[]) {
      // Without a value it is the present; with any it is what it says.
      super(...((given.length > 0 ? given : [now()]) as [number]));
    }
    static override now(): number {
      return now();
    }
  }
  globalThis.Date = SimulatedDate as DateConstructor;
  const realNow = performance.now;
  let looks = 0;
  performance.now = () => now() + looks++;
  const realTurn = timers.setImmediate;
  timers.setImmediate = (async (value: unknown) => {
    goesOn();
    await realTurn();
    goesOn();
    return value;
  }) as typeof realTurn;
  const realWait = timers.setTimeout;
  timers.setTimeout = (async (milliseconds = 0, value?: unknown, { ref = true } = {}) => {
    // What need not keep a process alive is nobody's answer.
    await (ref ? sleepHeld : sleep)(milliseconds);
    return value;
  }) as typeof realWait;
  syncBuiltinESMExports();
  return () => {
    timers.setImmediate = realTurn;
    timers.setTimeout = realWait;
    syncBuiltinESMExports();
    globalThis.Date = RealDate;
    performance.now = realNow;
  };
}
