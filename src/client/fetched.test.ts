import { describe, expect, test, vi } from 'vitest';
import { createFetching } from './fetched.ts';
import { deferred, ownFetching, ownQuery, settle } from './store-testing.ts';

describe('what was fetched', () => {
  test('is kept until somebody asks for it again', async () => {
    const load = vi.fn(async () => load.mock.calls.length);
    const numbers = ownFetching().store('numbers', load);
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
    const text = ownFetching().store('text', () => answer.promise);
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
    const text = ownFetching().store('text', load);
    const stop = text.$state.listen(() => {});
    const refreshed = text.refresh();
    answers[0]?.resolve('before the change');
    answers[1]?.resolve('after the change');
    await refreshed;
    expect(load).toHaveBeenCalledTimes(2);
    expect(text.$state.get().data).toBe('after the change');
    stop();
  });

  test('gives way to what a change was answered with, also when it comes only then', async () => {
    const before = deferred<string>();
    const load = vi.fn(() => before.promise);
    const text = ownFetching().store('text', load);
    const stop = text.$state.listen(() => {});
    const put = text.put('after the change');
    before.resolve('before the change');
    await put;
    expect(text.$state.get()).toMatchObject({ data: 'after the change', loading: false });
    expect(load).toHaveBeenCalledTimes(1);
    stop();
  });

  test('is fetched again when the hidden page is looked at', async () => {
    const visible = deferred<void>();
    const load = vi.fn(async () => 'text');
    const text = createFetching({ query: ownQuery(), whenVisible: () => visible.promise }).store(
      'text',
      load,
    );
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
    const fetching = ownFetching();
    const load = async () => 1;
    expect(fetching.store('one', load)).toBe(fetching.store('one', load));
  });

  test.each<[string[], string[]]>([
    [['orders/o1'], ['orders', 'alerts', 'orders/o1/mails']],
    [['orders'], ['orders', 'alerts', 'orders/o1/mails', 'orders/o2/mails']],
    [
      ['orders/o', 'staff'],
      ['orders', 'alerts', 'staff'],
    ],
    [
      ['orders/o1', 'orders/o2'],
      ['orders', 'alerts', 'orders/o1/mails', 'orders/o2/mails'],
    ],
  ])('is fetched again, once, with what has changed: %j', async (changes, expected) => {
    const fetching = ownFetching();
    const asked: string[] = [];
    const show = (key: string, about = key) =>
      fetching.store(key, async () => void asked.push(key), about).$state.listen(() => {});
    fetching.follow('orders', async () => void asked.push('orders'));
    show('alerts', 'orders');
    for (const key of ['staff', 'orders/o1/mails', 'orders/o2/mails']) show(key);
    await settle();
    asked.length = 0;
    await fetching.changed(...changes);
    expect(asked.toSorted()).toEqual(expected.toSorted());
  });

  test('is not shown any more once it is forgotten, and what is not of it stays', async () => {
    const fetching = ownFetching();
    const answers = [Promise.resolve('old'), deferred<string>().promise];
    const mails = fetching.store('orders/o1/mails', () => answers.shift() ?? Promise.reject());
    const others = fetching.store('orders/o10/mails', async () => 'other');
    for (const { $state } of [mails, others]) $state.listen(() => {});
    await settle();
    expect(mails.$state.get().data).toBe('old');
    fetching.forget('orders/o1');
    expect(mails.$state.get().data).toBeUndefined();
    expect(others.$state.get().data).toBe('other');
  });
});
