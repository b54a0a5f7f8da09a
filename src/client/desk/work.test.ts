import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api.ts';
import { anApiError, deferred, fakeToasts } from '../store-testing.ts';
import { createWork, type Task } from './work.ts';

const task = (changes: Partial<Task>): Task => ({
  subject: 'order:1',
  name: 'delete',
  run: async () => {},
  failure: { title: 'Delete Failed', message: 'Failed to delete order' },
  ...changes,
});

describe('a task', () => {
  test('does not run twice when the button is pressed twice', async () => {
    const work = createWork(fakeToasts());
    const answer = deferred<void>();
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

  test('tells the server’s sentence when it fails, and its own when there is none', async () => {
    const toasts = fakeToasts();
    const work = createWork(toasts);
    const refused = anApiError(403, 'forbidden', 'That is not yours.');
    expect(await work.perform(task({ run: () => Promise.reject(refused) }))).toBe(false);
    expect(await work.perform(task({ run: () => Promise.reject(new ApiError(500, '', 'Oops')) }))).toBe(
      false,
    );
    expect(toasts.shown).toEqual([
      { title: 'Delete Failed', description: 'That is not yours.', variant: 'destructive' },
      { title: 'Delete Failed', description: 'Failed to delete order', variant: 'destructive' },
    ]);
  });

  test.each([
    [409, true],
    [404, true],
    [500, false],
  ])('that ends in %i looks again at what is there: %s', async (status, looksAgain) => {
    const onConflict = vi.fn();
    const error = anApiError(status, 'some_code', 'A sentence.');
    await createWork(fakeToasts()).perform(task({ run: () => Promise.reject(error), onConflict }));
    expect(onConflict).toHaveBeenCalledTimes(looksAgain ? 1 : 0);
  });
});

describe('the end of the session', () => {
  const ended = anApiError(401, 'unauthenticated', 'Please sign in.');

  test('is noticed by tasks and by fetchers', async () => {
    const byTask = createWork(fakeToasts());
    await byTask.perform(task({ run: () => Promise.reject(ended) }));
    expect(byTask.$sessionEnded.get()).toBe(true);
    byTask.dismissSessionEnd();
    expect(byTask.$sessionEnded.get()).toBe(false);

    const byFetcher = createWork(fakeToasts());
    await expect(byFetcher.watch(Promise.reject(ended))).rejects.toBe(ended);
    expect(byFetcher.$sessionEnded.get()).toBe(true);
  });

  test('is over for everybody who waits once somebody signs in, and not when the question is put off', async () => {
    const work = createWork(fakeToasts());
    const goOn = vi.fn();
    work.onSignedIn(goOn);
    work.onSignedIn(goOn);
    await expect(work.watch(Promise.reject(ended))).rejects.toBe(ended);
    work.dismissSessionEnd();
    expect(goOn).not.toHaveBeenCalled();
    work.signedIn();
    expect(goOn).toHaveBeenCalledTimes(2);
    expect(work.$sessionEnded.get()).toBe(false);
  });

  test('is not what a wrong current password means', async () => {
    const work = createWork(fakeToasts());
    const wrong = anApiError(401, 'password_wrong', 'The current password is not right.');
    await work.perform(task({ run: () => Promise.reject(wrong) }));
    expect(work.$sessionEnded.get()).toBe(false);
  });
});
