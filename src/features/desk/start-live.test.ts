import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNews, createRefreshQueue, createTabLock } from './start-live.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createDesk(answer = async () => {}) {
  const fetched: string[][] = [];
  const view = { isVisible: true };
  const changed = (...keys: string[]) => {
    fetched.push(keys);
    return answer();
  };
  const isVisible = () => view.isVisible;
  return { view, fetched, freshness: createRefreshQueue({ changed }, isVisible) };
}

test('fetches fifty changes in one go, at most once a second', async () => {
  const { fetched, freshness } = createDesk();
  freshness.changed(['orders/o0']);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toEqual([['orders/o0']]);
  for (let n = 1; n <= 50; n += 1) freshness.changed([`orders/o${n}`]);
  await vi.advanceTimersByTimeAsync(999);
  expect(fetched).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toHaveLength(2);
  expect(fetched[1]).toHaveLength(50);
});

test('asks a slow server again only after it has answered', async () => {
  const answer = Promise.withResolvers<void>();
  const { fetched, freshness } = createDesk(() => answer.promise);
  freshness.changed(['orders/o1']);
  await vi.advanceTimersByTimeAsync(0);
  freshness.changed(['orders/o2']);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(fetched).toEqual([['orders/o1']]);
  answer.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fetched).toEqual([['orders/o1'], ['orders/o2']]);
});

test.each<[string, (view: { isVisible: boolean }) => void]>([
  ['hidden, until it is visible', (view) => (view.isVisible = false)],
  ['left for an hour, until it is used again', () => vi.advanceTimersByTime(3_600_001)],
])('fetches nothing for a page that is %s', (_what, leave) => {
  const { view, fetched, freshness } = createDesk();
  leave(view);
  freshness.changed(['orders/o1']);
  vi.advanceTimersByTime(60_000);
  expect(fetched).toEqual([]);
  view.isVisible = true;
  freshness.attend();
  vi.advanceTimersByTime(0);
  expect(fetched).toEqual([['orders/o1']]);
});

test('lets one hidden tab listen, and another after it closes', async () => {
  const open = (isVisible = false) => {
    const closed = new AbortController();
    const lock = createTabLock('live/boss', () => {}, closed.signal);
    if (isVisible) lock.take();
    return { ...lock, close: () => closed.abort() };
  };
  const [first, second, third] = [open(true), open(), open()];
  const listening = () => [first, second, third].map(({ isHeld }) => isHeld());
  await vi.waitFor(() => expect(listening()).toEqual([true, false, false]));
  third.take();
  third.take();
  await vi.waitFor(() => expect(listening()).toEqual([false, false, true]));
  first.take();
  await vi.waitFor(() => expect(listening()).toEqual([true, false, false]));
  first.close();
  await vi.waitFor(() => expect(listening()).toEqual([true, true, false]));
  second.close();
  third.close();
});

test('counts news in a hidden tab’s title, and notifies without names', () => {
  const page = { title: 'Orders' };
  const view = { isVisible: false };
  const told: string[] = [];
  const news = createNews(
    page,
    () => view.isVisible,
    (text) => void told.push(text),
  );
  for (const one of ['sold', 'sold', null] as const) news.hear([{ orderId: 'o1', news: one }]);
  news.hear([{ orderId: 'o3', news: 'to_review' }]);
  expect(page.title).toBe('(2) Orders');
  news.seen();
  expect(page.title).toBe('Orders');
  view.isVisible = true;
  news.hear([{ orderId: 'o4', news: 'sold' }]);
  expect(page.title).toBe('Orders');
  expect(told).toEqual(['A new order is waiting', 'A reading is waiting for your approval']);
});
