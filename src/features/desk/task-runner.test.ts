import { describe, expect, test, vi } from 'vitest';
import { anApiError, fakeToasts, flushPromises } from '../../lib/store-testing.ts';
import { createTaskRunner, type Task } from './task-runner.ts';

const rejected = (status: number, code: string, message: string) => () =>
  Promise.reject(anApiError(status, code, message));

const task = (changes: Partial<Task>): Task => ({
  subject: 'order:1',
  name: 'delete',
  run: async () => {},
  failure: { title: 'Delete Failed', message: 'Failed to delete order' },
  ...changes,
});

describe('a task', () => {
  test('runs once when the button is pressed twice', async () => {
    const work = createTaskRunner(fakeToasts());
    const answer = Promise.withResolvers<void>();
    const run = vi.fn(() => answer.promise);
    const first = work.perform(task({ run }));
    const second = work.perform(task({ run }));
    const other = work.perform(task({ subject: 'order:2' }));
    expect(work.$running.get()['order:1']).toBe('delete');
    answer.resolve();
    expect(await Promise.all([first, second, other])).toEqual([true, false, true]);
    expect(run).toHaveBeenCalledTimes(1);
    expect(work.$running.get()).toEqual({});
  });

  test('shows its result after the refresh, when the next task may begin', async () => {
    const work = createTaskRunner(fakeToasts());
    const fetched = Promise.withResolvers<void>();
    const next = vi.fn(async () => {});
    const show = vi.fn(() => void work.perform(task({ run: next })));
    const first = work.perform({ ...task({ refresh: () => fetched.promise }), show });
    await flushPromises();
    expect(await work.perform(task({ run: next }))).toBe(false);
    expect(show).not.toHaveBeenCalled();
    fetched.resolve();
    expect(await first).toBe(true);
    expect([show.mock.calls.length, next.mock.calls.length]).toEqual([1, 1]);
  });

  test.each([
    [409, 1],
    [404, 1],
    [500, 0],
  ])('refreshes after a %i answer: %i times', async (status, times) => {
    const [refresh, onConflict] = [vi.fn(), vi.fn()];
    const run = rejected(status, 'some_code', 'A sentence.');
    const work = createTaskRunner(fakeToasts());
    await work.perform(task({ run, refresh }));
    await work.perform(task({ run, refresh, onConflict }));
    expect([refresh.mock.calls.length, onConflict.mock.calls.length]).toEqual([times, times]);
  });
});

describe('an ended session', () => {
  const ended = anApiError(401, 'unauthenticated', 'Please sign in.');

  test('is detected by tasks and fetchers, but not from a wrong password', async () => {
    const work = createTaskRunner(fakeToasts());
    await work.perform(task({ run: rejected(401, 'password_wrong', 'It is not right.') }));
    expect(work.$sessionEnded.get()).toBeNull();
    await work.perform(task({ run: () => Promise.reject(ended) }));
    expect(work.$sessionEnded.get()).toBe('Please sign in again.');
    work.dismissSessionEnd();
    await expect(work.watch(Promise.reject(ended))).rejects.toBe(ended);
    expect(work.$sessionEnded.get()).toBe('Please sign in again.');
  });

  test('resumes all waiting work after the next sign-in, not on dismissal', async () => {
    const work = createTaskRunner(fakeToasts());
    const [goOn, others] = [vi.fn(), vi.fn()];
    work.onSignedIn(goOn);
    const stop = work.onSignedIn(others);
    await expect(work.watch(Promise.reject(ended))).rejects.toBe(ended);
    work.dismissSessionEnd();
    expect(goOn).not.toHaveBeenCalled();
    work.signedIn();
    stop();
    work.signedIn();
    expect([goOn.mock.calls.length, others.mock.calls.length]).toEqual([2, 1]);
  });
});
