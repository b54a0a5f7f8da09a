let aheadMs = 0;

/** Sets the clock of the desks by the `Date` of an answer: what is late must not depend on the clock of a device. */
export function setServerClock(headers: Headers): void {
  const date = Date.parse(headers.get('Date') ?? '');
  if (!Number.isNaN(date)) aheadMs = date - Date.now();
}

/** @returns the server's time in milliseconds since 1970, to within a second or two; before its first answer, the device's */
export function serverNow(): number {
  return Date.now() + aheadMs;
}
