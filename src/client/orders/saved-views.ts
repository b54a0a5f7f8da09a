import { computed, type ReadableAtom } from 'nanostores';
import type { SavedView } from '../../shared/orders/saved-views.ts';
import { cleanViewQuery, viewParameters } from '../../shared/orders/view-query.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';
import type { OrderList } from './order-list.ts';
import { type OrderView, readOrderView } from './order-view.ts';

/** A list of orders that one press brings back. */
export interface NamedView {
  name: string;
  query: string;
}

/** What everybody's work begins with. */
export const builtInViews: readonly NamedView[] = [
  { name: 'All', query: '' },
  { name: 'Unassigned', query: 'status=pending&reader=none' },
  { name: 'Late', query: 'show=overdue' },
  { name: 'To review', query: 'status=reading_uploaded' },
  { name: 'Refunded', query: 'payment=refunded' },
  { name: 'Disputed', query: 'payment=disputed' },
];

/** Lists of orders by name: those that everybody has, and one's own. */
export interface SavedViews {
  /** One's own, as they were made one after the other. */
  readonly own: Fetched<SavedView[]>;
  /** What the list shows now, to be compared with a view's `query`. */
  readonly $query: ReadableAtom<string>;
  open(view: NamedView): void;
  /** Keeps what the list shows now. */
  save(name: string): Promise<boolean>;
  rename(view: SavedView, name: string): Promise<boolean>;
  remove(view: SavedView): Promise<boolean>;
}

export function createSavedViews(desk: DeskBase, orders: OrderList): SavedViews {
  const { api, url, work, toast, fetching } = desk;
  const own = fetching.store('saved-views', () => work.watch(api.savedViews()));
  const $query = computed(orders.$view, queryOf);
  // What was sent, as long as nobody knows whether it is saved: its answer may have been lost.
  let sent: { id: string; query: string } | null = null;

  function perform(name: string, run: () => Promise<unknown>, message: string): Promise<boolean> {
    return work.perform({
      subject: 'saved-views',
      name,
      run,
      refresh: own.refresh,
      failure: { title: 'Update Failed', message },
    });
  }

  return {
    own,
    $query,
    open({ query }) {
      const asked = new URLSearchParams(query);
      const view = viewParameters.map((name) => [name, asked.get(name) ?? '']);
      url.update({ ...Object.fromEntries(view), rows: '' }, 'push');
    },
    save: (name) =>
      perform(
        'save',
        async () => {
          const query = $query.get();
          if (sent?.query !== query) sent = { id: newId(), query };
          await api.saveView({ ...sent, name });
          sent = null;
        },
        'Failed to save the view',
      ),
    rename: ({ id, query }, name) =>
      perform('rename', () => api.changeView(id, { name, query }), 'Failed to rename the view'),
    async remove(view) {
      const isGone = await perform('delete', () => api.deleteView(view.id), 'Failed to delete the view');
      if (isGone) {
        toast({
          title: 'View Deleted',
          description: `${view.name} is no longer listed.`,
          action: { label: 'Undo', run: () => void restore(view) },
        });
      }
      return isGone;
    },
  };

  function restore(view: SavedView): Promise<boolean> {
    return perform('save', () => api.saveView(view), 'Failed to restore the view');
  }
}

/** @returns 128 random bits: `crypto.randomUUID` is missing where the page came without TLS */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @returns what a list shows as its address says it; the order that nobody chose is not said */
function queryOf(view: OrderView): string {
  const { q, sort, direction, status, payment, reader, show, placed } = view;
  const usual = readOrderView({});
  const isUsual = sort === usual.sort && direction === usual.direction;
  const order = isUsual
    ? []
    : [
        ['sort', sort],
        ['direction', direction],
      ];
  const filters = { q, status, payment, reader, show, placed };
  return cleanViewQuery(new URLSearchParams([...order, ...Object.entries(filters)]).toString());
}

/** @returns whether a list shows what a view is about, however its query was written */
export function isShown(view: NamedView, query: string): boolean {
  return queryOf(readOrderView(Object.fromEntries(new URLSearchParams(view.query)))) === query;
}
