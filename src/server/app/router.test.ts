import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

test('one regular expression finds the call that is meant', async () => {
  const { app, visitor } = createTestApp();
  expect((await visitor().get('/api/settings')).status).toBe(200);
  expect(app.router.name).toBe('RegExpRouter');
});
