import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { Agenda } from './agenda.ts';

/**
 * Replaces `Date`, `performance` and the timers with simulated ones. Libraries read `Date`, whatever clock we pass
 * around. Work that yields to the event loop reads `performance` to see how long it has taken, which must not depend on
 * the machine: each read takes a millisecond, or such work would never yield.
 * Work that has yielded has not ended: time stands still until then. A timer waits for the simulated time.
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
    // A timer that does not keep the process alive holds up no answer.
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
