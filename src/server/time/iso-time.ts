/**
 * Writes a time as the API does, in ISO 8601.
 *
 * @param time whole milliseconds since 1970
 * @throws {RangeError} when it is no time that a Date can hold
 */
export function isoTime(time: number): string;
export function isoTime(time: number | null): string | null;
export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
