import { afterEach, expect, test, vi } from 'vitest';
import { createServerClock } from './server-clock.ts';

afterEach(() => void vi.useRealTimers());

test('tells the server’s time on a device whose clock is wrong', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-26T12:00:00Z') });
  const dates = ['Wed, 25 Nov 2026 12:00:00 GMT', undefined, 'today'];
  const clock = createServerClock(async () => {
    const date = dates.shift();
    return new Response(null, { headers: date ? { Date: date } : {} });
  });
  await clock.fetch('/');
  vi.setSystemTime(Date.now() + 90_000);
  expect(new Date(clock.now()).toISOString()).toBe('2026-11-25T12:01:30.000Z');
  for (const _ of [1, 2]) await clock.fetch('/');
  expect(new Date(clock.now()).toISOString()).toBe('2026-11-25T12:01:30.000Z');
});
