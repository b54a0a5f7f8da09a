import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { createKeyedLock } from './queue.ts';

test('runs tasks of one key in order without delaying others', async () => {
  const lock = createKeyedLock();
  const log: string[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const first = lock('visitor', async () => {
    await ended;
    log.push('first');
  });
  const second = lock('visitor', async () => log.push('second'));
  await lock('another', async () => log.push('another'));
  end();
  await Promise.all([first, second]);
  expect(log).toEqual(['another', 'first', 'second']);
});

test('runs the next task after one fails', async () => {
  const lock = createKeyedLock();
  const failing = lock('visitor', () => Promise.reject(new Error('card declined')));
  const next = lock('visitor', async () => 'fine');
  await expect(failing).rejects.toThrow('card declined');
  expect(await next).toBe('fine');
});

test('keeps the caller’s log scope for a task that waited', async () => {
  const lock = createKeyedLock();
  const scope = new AsyncLocalStorage<string>();
  const callers = ['first request', 'second request', 'third request'];
  const seen = callers.map((caller) =>
    scope.run(caller, () => lock('visitor', async () => scope.getStore())),
  );
  expect(await Promise.all(seen)).toEqual(callers);
});
