import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api.ts';
import { anApiError, deferred, fakeToasts, settle } from '../store-testing.ts';
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

  test('is shown once what it made old is fetched, and the next one can be begun at that', async () => {
    const work = createWork(fakeToasts());
    const fetched = deferred<void>();
    const next = vi.fn(async () => {});
    const seen: unknown[] = [];
    const first = work.perform({
      ...task({ refresh: () => fetched.promise }),
      run: async () => 'answer',
      show(answer) {
        seen.push(answer);
        void work.perform(task({ run: next }));
      },
    });
    await settle();
    expect([seen, await work.perform(task({ run: next }))]).toEqual([[], false]);
    fetched.resolve();
    expect(await first).toBe(true);
    expect(seen).toEqual(['answer']);
    expect(next).toHaveBeenCalledTimes(1);
  });

  test('that is repeated does not drop a press, nor let it wait for what is fetched', async () => {
    const work = createWork(fakeToasts());
    const answer = deferred<void>();
    const fetched = [deferred<void>(), deferred<void>(), deferred<void>()];
    const run = vi.fn(() => answer.promise);
    const refresh = () => fetched[run.mock.calls.length - 1]?.promise;
    const show = vi.fn();
    const press = () => work.perform(task({ run, refresh, show, isRepeated: true }));
    const presses = [press(), press(), press()];
    expect(run).toHaveBeenCalledTimes(1);
    answer.resolve();
    await settle();
    expect(run).toHaveBeenCalledTimes(2);
    presses.push(press());
    await settle();
    expect(run).toHaveBeenCalledTimes(3);
    fetched[0]?.resolve();
    fetched[1]?.resolve();
    await settle();
    expect(show).not.toHaveBeenCalled();
    fetched[2]?.resolve();
    expect(await Promise.all(presses)).toEqual([true, true, true, true]);
    expect(show).toHaveBeenCalledTimes(1);
  });

  test('that is repeated and fetches nothing does not drop a press either', async () => {
    const work = createWork(fakeToasts());
    const run = vi.fn(async () => {});
    const press = () => work.perform(task({ run, isRepeated: true }));
    expect(await Promise.all([press(), press()])).toEqual([true, true]);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test.each([
    [409, true],
    [404, true],
    [500, false],
  ])('that ends in %i looks again at what is there: %s', async (status, looksAgain) => {
    const [refresh, onConflict] = [vi.fn(), vi.fn()];
    const run = () => Promise.reject(anApiError(status, 'some_code', 'A sentence.'));
    await createWork(fakeToasts()).perform(task({ run, refresh }));
    expect(refresh).toHaveBeenCalledTimes(looksAgain ? 1 : 0);
    await createWork(fakeToasts()).perform(task({ run, refresh, onConflict }));
    expect([onConflict.mock.calls.length, refresh.mock.calls.length]).toEqual(looksAgain ? [1, 1] : [0, 0]);
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
