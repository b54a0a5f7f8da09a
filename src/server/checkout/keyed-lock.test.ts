import { expect, test } from 'vitest';
import { createKeyedLock } from './keyed-lock.ts';

/** A task that ends when it is told to. */
function createTask(log: string[], name: string) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const task = async () => {
    log.push(`${name} starts`);
    await ended;
    log.push(`${name} ends`);
    return name;
  };
  return { task, end };
}

test('tasks with the same key run one after the other, in order', async () => {
  const [log, lock] = [[] as string[], createKeyedLock()];
  const [a, b] = [createTask(log, 'a'), createTask(log, 'b')];
  const results = [lock('visitor', a.task), lock('visitor', b.task)];
  b.end();
  a.end();
  expect(await Promise.all(results)).toEqual(['a', 'b']);
  expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends']);
});

test('tasks with different keys do not wait for each other', async () => {
  const [log, lock] = [[] as string[], createKeyedLock()];
  const [slow, quick] = [createTask(log, 'slow'), createTask(log, 'quick')];
  const waiting = lock('one', slow.task);
  quick.end();
  expect(await lock('two', quick.task)).toBe('quick');
  slow.end();
  expect(await waiting).toBe('slow');
});

test('a task that fails fails alone: the next one still runs', async () => {
  const lock = createKeyedLock();
  const failing = lock('visitor', () => Promise.reject(new Error('card declined')));
  const next = lock('visitor', async () => 'fine');
  await expect(failing).rejects.toThrow('card declined');
  expect(await next).toBe('fine');
});
