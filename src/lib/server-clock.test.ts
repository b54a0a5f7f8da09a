import { afterEach, expect, test, vi } from 'vitest';
import { serverNow, setServerClock } from './server-clock.ts';

afterEach(() => void vi.useRealTimers());

test('a device whose clock is a day ahead tells the time of the server', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-26T12:00:00Z') });
  setServerClock(new Headers({ Date: 'Wed, 25 Nov 2026 12:00:00 GMT' }));
  vi.setSystemTime(Date.now() + 90_000);
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-25T12:01:30.000Z');
  for (const headers of [new Headers(), new Headers({ Date: 'today' })]) setServerClock(headers);
  expect(new Date(serverNow()).toISOString()).toBe('2026-11-25T12:01:30.000Z');
});
