import { expect, test, vi } from 'vitest';
import type { NewView, SavedView } from '../../shared/orders/saved-views.ts';
import { anOrder } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { deferred, lookAt, settle } from '../store-testing.ts';
import { openOrderList, orderPage } from './orders-testing.ts';
import { builtInViews, createSavedViews, isShown } from './saved-views.ts';

const late: SavedView = { id: 'v1', name: 'Late ones of Ada', query: 'reader=r1&show=overdue' };

/** A server that has one view and takes more, unless a test says otherwise. */
async function setUp(search = '', calls: Partial<StaffApi> = {}) {
  const kept = [late];
  const listOrders = vi.fn(async () => orderPage([anOrder()]));
  const made = openOrderList(
    {
      listOrders,
      savedViews: async () => [...kept],
      async saveView(view) {
        const saved = { ...view, id: view.id ?? '' };
        kept.push(saved);
        return saved;
      },
      ...calls,
    },
    search,
  );
  const views = createSavedViews(made.desk, made.orders);
  await lookAt(views.own.$state, views.$query);
  const named = () => views.own.$state.get().data?.map(({ name, query }) => [name, query]);
  const shown = () => [...builtInViews, late].filter((view) => isShown(view, views.$query.get()));
  return { ...made, views, listOrders, named, shown };
}

test('one press lists what a view is about, and Back what was there before', async () => {
  const { views, bar, listOrders, shown } = await setUp('?q=ana&sort=status&placed=month&rows=100');
  expect(shown()).toEqual([]);
  views.open(late);
  expect(bar.history.at(-1)).toBe('?reader=r1&show=overdue');
  expect(bar.history).toHaveLength(2);
  expect(listOrders).toHaveBeenLastCalledWith(
    expect.objectContaining({ reader: 'r1', overdue: 'true', sort: 'date', direction: 'desc' }),
  );
  expect(shown()).toEqual([late]);
});

test.each(builtInViews)('$name is shown after it was opened', async (view) => {
  const { views, shown } = await setUp('?q=ana&sort=status');
  views.open(view);
  expect(shown()).toEqual([view]);
});

test('what is listed is kept under a name: search, filters and order, not which order is open', async () => {
  const { views, named } = await setUp('?q=ana&status=pending&sort=date&direction=desc&order=o1&rows=100');
  expect(await views.save('Ana')).toBe(true);
  expect(named()?.at(-1)).toEqual(['Ana', 'q=ana&status=pending']);
  const sorted = await setUp('?sort=status');
  await sorted.views.save('By status');
  expect(sorted.named()?.at(-1)).toEqual(['By status', 'sort=status&direction=asc']);
});

test('a deleted view comes back as the same view when Undo is pressed as soon as it is there', async () => {
  const { promise: fetchedAgain, resolve } = deferred<void>();
  let kept = [late];
  const { views, named, toasts } = await setUp('', {
    async savedViews() {
      if (kept.length === 0) await fetchedAgain;
      return kept;
    },
    async deleteView() {
      kept = [];
      return { deleted: true };
    },
    async saveView(view) {
      const saved = { ...view, id: view.id ?? '' };
      kept = [saved];
      return saved;
    },
  });
  const removed = views.remove(late);
  await settle();
  expect(toasts.shown, 'what Undo would do could be overtaken').toEqual([]);
  resolve();
  await removed;
  toasts.shown.at(-1)?.action?.run();
  await settle();
  expect([named(), kept]).toEqual([[[late.name, late.query]], [late]]);
});

test('a save whose answer was lost is tried again as the same view, the next one is another', async () => {
  const saveView = vi.fn(async (view: NewView) => ({ ...view, id: view.id ?? '' }));
  const { views } = await setUp('?q=ana', { saveView });
  saveView.mockRejectedValueOnce(new Error('offline'));
  expect(await views.save('Ana')).toBe(false);
  expect(await views.save('Ana L.')).toBe(true);
  expect(await views.save('Ana again')).toBe(true);
  const [first, second, third] = saveView.mock.calls.map(([{ id }]) => id);
  expect(first).toMatch(/^[\w-]{20,60}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
