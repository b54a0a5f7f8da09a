import { expect, test, vi } from 'vitest';
import type { NewView, SavedView } from '../../shared/orders/saved-views.ts';
import { anOrder } from '../desk/desk-testing.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { anApiError, deferred, settle } from '../store-testing.ts';
import { openOrderList, orderPage } from './orders-testing.ts';
import { builtInViews, createSavedViews, isShown } from './saved-views.ts';

const late: SavedView = { id: 'v1', name: 'Late ones of Ada', query: 'reader=r1&show=overdue' };

/** A server that keeps views, unless a test says otherwise. */
async function setUp(search = '', calls: Partial<StaffApi> = {}) {
  let kept = [late];
  const listOrders = vi.fn(async () => orderPage([anOrder()]));
  const made = openOrderList(
    {
      listOrders,
      savedViews: async () => kept,
      async saveView(view) {
        const saved = { ...view, id: view.id ?? '' };
        kept = [...kept, saved];
        return saved;
      },
      async changeView(id, view) {
        kept = kept.map((one) => (one.id === id ? { ...one, ...view } : one));
        return { id, ...view };
      },
      async deleteView(id) {
        kept = kept.filter((one) => one.id !== id);
        return { deleted: true };
      },
      ...calls,
    },
    search,
  );
  const views = createSavedViews(made.desk, made.orders);
  views.own.$state.listen(() => {});
  views.$query.listen(() => {});
  await settle();
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

test('a view is renamed, deleted, and brought back', async () => {
  const { views, named, toasts } = await setUp();
  await views.rename(late, 'Late');
  expect(named()).toEqual([['Late', late.query]]);
  await views.remove(late);
  expect(named()).toEqual([]);
  toasts.shown.at(-1)?.action?.run();
  await settle();
  expect(named()).toEqual([[late.name, late.query]]);
});

test('a deleted view comes back when Undo is pressed as soon as it is there', async () => {
  const { promise: fetchedAnew, resolve } = deferred<void>();
  let kept = [late];
  const { views, named, toasts } = await setUp('', {
    async savedViews() {
      if (kept.length === 0) await fetchedAnew;
      return kept;
    },
    async deleteView() {
      kept = [];
      return { deleted: true };
    },
    async saveView(view) {
      kept = [late];
      return { ...view, id: late.id };
    },
  });
  let isPressed = false;
  const pressUndo = () => {
    const { action } = toasts.shown.at(-1) ?? {};
    if (action && !isPressed) action.run();
    isPressed ||= action !== undefined;
  };
  const removed = views.remove(late);
  await settle();
  pressUndo();
  resolve();
  await removed;
  pressUndo();
  await settle();
  expect(named()).toEqual([[late.name, late.query]]);
});

test('there is no room for more: that is told, and nothing is lost', async () => {
  const { views, named, toasts } = await setUp('', {
    saveView: () => Promise.reject(anApiError(409, 'view_conflict', 'You have 30 views.')),
  });
  expect(await views.save('One more')).toBe(false);
  expect(toasts.shown.at(-1)).toMatchObject({ title: 'Update Failed', description: 'You have 30 views.' });
  expect(named()).toEqual([[late.name, late.query]]);
});

test('a save whose answer was lost is tried again as the same view, the next one is another', async () => {
  const sent: { id?: string | undefined; name: string }[] = [];
  let isLost = true;
  const { views } = await setUp('?q=ana', {
    async saveView(view) {
      sent.push(view);
      if (isLost) throw new Error('offline');
      return { ...view, id: view.id ?? '' };
    },
  });
  expect(await views.save('Ana')).toBe(false);
  isLost = false;
  expect(await views.save('Ana L.')).toBe(true);
  expect(await views.save('Ana again')).toBe(true);
  const [first, second, third] = sent.map(({ id }) => id);
  expect(first).toMatch(/^[\w-]{20,60}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('a view that is brought back is the same view, however often that is tried', async () => {
  const saveView = vi.fn(async (view: NewView) => ({ ...view, id: view.id ?? '' }));
  const { views, toasts } = await setUp('', { saveView });
  await views.remove(late);
  toasts.shown.at(-1)?.action?.run();
  await settle();
  expect(saveView).toHaveBeenCalledExactlyOnceWith(late);
});
