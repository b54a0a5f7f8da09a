export const seconds = (count: number): number => count * 1_000;
export const minutes = (count: number): number => count * 60_000;
export const hours = (count: number): number => count * 3_600_000;
/** Returns the milliseconds of days of 24 hours; calendar days are in `src/server/base/time`. */
export const days = (count: number): number => count * 86_400_000;

/** Rounds milliseconds up to whole seconds. */
export const wholeSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);
