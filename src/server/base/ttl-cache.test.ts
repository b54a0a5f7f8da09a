import { expect, test, vi } from 'vitest';
import { steadyClock } from './clock.ts';
import { createTtlCache } from './ttl-cache.ts';

test('deletes a value when it expires', async () => {
  const cache = createTtlCache<string>(steadyClock, 5);
  cache.set('client secret', 'pi_1_secret');
  await vi.waitFor(() => expect(cache.size).toBe(0));
});
