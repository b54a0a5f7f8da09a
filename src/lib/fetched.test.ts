import { describe, expect, test, vi } from 'vitest';
import { createFetching } from './fetched.ts';
import { createTestFetching, createTestQuery, flushPromises, listenTo } from './store-testing.ts';

/** A store that is looked at. */
function open<T>(load: () => Promise<T>, fetching = createTestFetching()) {
  const store = fetching.store('text', load);
  store.$state.listen(() => {});
  return store;
}

describe('fetched data', () => {
  test('is kept until it is refreshed', async () => {
    const load = vi.fn(async () => load.mock.calls.length);
    const numbers = createTestFetching().store('numbers', load);
    const leave = numbers.$state.listen(() => {});
    await flushPromises();
    leave();
    await listenTo(numbers.$state);
    expect(load).toHaveBeenCalledTimes(1);
    await numbers.refresh();
    expect(numbers.$state.get().data).toBe(2);
  });

  test('stays on screen during a refresh, even when that fails', async () => {
    const answers = [Promise.resolve('first')];
    const text = open(() => answers.shift() ?? Promise.reject());
    await flushPromises();
    const again = Promise.withResolvers<string>();
    answers.push(again.promise);
    const refreshed = text.refresh();
    await flushPromises();
    expect(text.$state.get()).toMatchObject({ data: 'first', loading: true });
    again.reject(new Error('offline'));
    await refreshed;
    expect(text.$state.get()).toMatchObject({ data: 'first', error: { message: 'offline' } });
  });

  test('is fetched again when a refresh comes during a running fetch', async () => {
    const answers = [Promise.resolve('before the change'), Promise.resolve('after the change')];
    const text = open(() => answers.shift() ?? Promise.reject());
    await text.refresh();
    expect([text.$state.get().data, answers]).toEqual(['after the change', []]);
  });

  test('is replaced by a change’s answer, even when it arrives later', async () => {
    const before = Promise.withResolvers<string>();
    const load = vi.fn(() => before.promise);
    const text = open(load);
    const put = text.put('after the change');
    before.resolve('before the change');
    await put;
    expect(text.$state.get()).toMatchObject({ data: 'after the change', loading: false });
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('is fetched again when a hidden page becomes visible', async () => {
    const visible = Promise.withResolvers<void>();
    const load = vi.fn(async () => 'text');
    const text = open(load, createFetching({ query: createTestQuery(), whenVisible: () => visible.promise }));
    const refreshed = text.refresh();
    await flushPromises();
    expect(load).toHaveBeenCalledTimes(1);
    visible.resolve();
    await refreshed;
    expect(load).toHaveBeenCalledTimes(2);
  });

  test.each<[changes: string[], more: string[]]>([
    [['orders/o1'], ['orders/o1/mails']],
    [['orders'], ['orders/o1/mails', 'orders/o2/mails']],
    [['orders/o', 'staff'], ['staff']],
    [
      ['orders/o1', 'orders/o2'],
      ['orders/o1/mails', 'orders/o2/mails'],
    ],
  ])('is fetched again, once, when these keys change: %j', async (changes, more) => {
    const fetching = createTestFetching();
    const asked: string[] = [];
    const show = (key: string, about = key) =>
      fetching.store(key, async () => void asked.push(key), about).$state.listen(() => {});
    fetching.follow('orders', async () => void asked.push('orders'));
    show('alerts', 'orders');
    for (const key of ['staff', 'orders/o1/mails', 'orders/o2/mails']) show(key);
    await flushPromises();
    asked.length = 0;
    await fetching.changed(...changes);
    expect(asked.toSorted()).toEqual(['alerts', 'orders', ...more].toSorted());
  });

  test('is removed on request, while other data stays', async () => {
    const fetching = createTestFetching();
    const answers = [Promise.resolve('old'), Promise.withResolvers<string>().promise];
    const mails = fetching.store('orders/o1/mails', () => answers.shift() ?? Promise.reject());
    const others = fetching.store('orders/o10/mails', async () => 'other');
    await listenTo(mails.$state, others.$state);
    expect(mails.$state.get().data).toBe('old');
    fetching.forget('orders/o1');
    expect([mails.$state.get().data, others.$state.get().data]).toEqual([undefined, 'other']);
  });
});
