import { describe, expect, test, vi } from 'vitest';
import { createFetching } from './fetched.ts';
import { deferred, ownFetching, ownQuery, settle } from './store-testing.ts';

describe('what was fetched', () => {
  test('is kept until somebody asks for it again', async () => {
    const load = vi.fn(async () => load.mock.calls.length);
    const numbers = ownFetching()('numbers', load);
    const first = numbers.$state.listen(() => {});
    await settle();
    first();
    const second = numbers.$state.listen(() => {});
    await settle();
    expect(load).toHaveBeenCalledTimes(1);
    await numbers.refresh();
    expect(numbers.$state.get().data).toBe(2);
    second();
  });

  test('stays on screen while it is fetched again, also when that fails', async () => {
    let answer = deferred<string>();
    const text = ownFetching()('text', () => answer.promise);
    const stop = text.$state.listen(() => {});
    answer.resolve('first');
    await settle();
    answer = deferred<string>();
    const refreshed = text.refresh();
    await settle();
    expect(text.$state.get()).toMatchObject({ data: 'first', loading: true });
    answer.reject(new Error('offline'));
    await refreshed;
    expect(text.$state.get()).toMatchObject({ data: 'first', error: { message: 'offline' } });
    stop();
  });

  test('is fetched once more when it was already on its way: that answer may be from before the change', async () => {
    const answers = [deferred<string>(), deferred<string>()];
    const load = vi.fn(() => answers[load.mock.calls.length - 1]?.promise ?? Promise.resolve(''));
    const text = ownFetching()('text', load);
    const stop = text.$state.listen(() => {});
    const refreshed = text.refresh();
    answers[0]?.resolve('before the change');
    answers[1]?.resolve('after the change');
    await refreshed;
    expect(load).toHaveBeenCalledTimes(2);
    expect(text.$state.get().data).toBe('after the change');
    stop();
  });

  test('is fetched again when the hidden page is looked at', async () => {
    const visible = deferred<void>();
    const load = vi.fn(async () => 'text');
    const text = createFetching({ query: ownQuery(), whenVisible: () => visible.promise })('text', load);
    const stop = text.$state.listen(() => {});
    const refreshed = text.refresh();
    await settle();
    expect(load).toHaveBeenCalledTimes(1);
    visible.resolve();
    await refreshed;
    expect(load).toHaveBeenCalledTimes(2);
    stop();
  });

  test('is the same store for everybody who names it', () => {
    const fetched = ownFetching();
    const load = async () => 1;
    expect(fetched('one', load)).toBe(fetched('one', load));
  });
});
