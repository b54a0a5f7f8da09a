/** What time it is. */
export interface Clock {
  /** @returns milliseconds since 1970 */
  now(): number;
}
