/**
 * Has `Date` tell another time: libraries ask it, whatever clock we hand around.
 *
 * @param now milliseconds since 1970
 * @returns what puts the real one back
 */
export function standInForDate(now: () => number): () => void {
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
  return () => {
    globalThis.Date = RealDate;
  };
}
