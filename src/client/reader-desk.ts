import { computed, type ReadableAtom } from 'nanostores';
import type { ReaderOrder } from '../shared/orders.ts';
import type { OrderReading } from '../shared/readings.ts';
import type { DeskDependencies } from './admin-desk.ts';
import { createDrafts, type Draft } from './draft.ts';
import { createFetching, type Fetched } from './fetched.ts';
import type { ReadingDraft } from './readings.ts';
import { createUrlState } from './url-state.ts';
import { createWork, type Work } from './work.ts';

/** How many submissions are listed (spec/product.md §9). */
export const recentSubmissions = 5;

export interface ReaderDesk {
  readonly work: Work;
  readonly orders: Fetched<ReaderOrder[]>;
  /** Rejected ones first, then by due date. */
  readonly $assignments: ReadableAtom<ReaderOrder[]>;
  readonly $recent: ReadableAtom<ReaderOrder[]>;
  readonly $selected: ReadableAtom<ReaderOrder | null>;
  /** The rejected reading of an order, with the admin's feedback. */
  readingOf(orderId: string): Fetched<OrderReading>;
  /** What is typed for an order; with an empty id, before an order was chosen. */
  draftOf(orderId: string): Draft<ReadingDraft>;
  select(orderId: string): void;
  write(fields: ReadingDraft): void;
  /** Sends the reading of the selected order. */
  submit(fields: ReadingDraft): Promise<boolean>;
}

/** @returns what still has to be written: revisions first, then whatever is due first */
export function assignmentsOf(orders: ReaderOrder[]): ReaderOrder[] {
  const rank = (order: ReaderOrder) => (order.status === 'rejected' ? 0 : 1);
  const due = (order: ReaderOrder) => order.dueAt ?? order.createdAt;
  return orders
    .filter(({ status }) => status === 'pending' || status === 'rejected')
    .sort((a, b) => rank(a) - rank(b) || due(a).localeCompare(due(b)));
}

/** @returns the last orders that are not pending, newest first */
export function recentOf(orders: ReaderOrder[]): ReaderOrder[] {
  const submitted = (order: ReaderOrder) => order.submittedAt ?? order.createdAt;
  return orders
    .filter(({ status }) => status !== 'pending')
    .sort((a, b) => submitted(b).localeCompare(submitted(a)))
    .slice(0, recentSubmissions);
}

/** All stores of the reader's dashboard. */
export function createReaderDesk(dependencies: DeskDependencies): ReaderDesk {
  const { api, query, storage, addressBar, toast, now, username, whenVisible } = dependencies;
  const url = createUrlState(addressBar);
  const work = createWork({ toast });
  const drafts = createDrafts({ storage, username, now });
  const fetched = createFetching({ query, whenVisible });
  const orders = fetched('reader/orders', () => work.watch(api.readerOrders()));

  const $assignments = computed(orders.$state, ({ data }) => assignmentsOf(data ?? []));
  const $recent = computed(orders.$state, ({ data }) => recentOf(data ?? []));
  const $selected = computed(
    [$assignments, url.$parameters],
    (assignments, parameters) => assignments.find((order) => order.orderNumber === parameters.order) ?? null,
  );
  // An order can be taken away while its reader writes. The text then stays in the form, as one that
  // belongs to no order yet.
  let chosen: ReaderOrder | null = null;
  $selected.subscribe((order) => {
    const isTaken = chosen !== null && order === null && url.$parameters.get().order === chosen.orderNumber;
    if (isTaken && chosen) keepText(chosen);
    chosen = order;
  });

  function keepText(order: ReaderOrder): void {
    const typed = draftOf(order.id).$fields.get();
    if (!typed?.content.trim() || draftOf('').$fields.get()?.content.trim()) return;
    draftOf('').write(typed);
    toast({
      title: 'Your text is kept',
      description: `${order.orderNumber} is no longer assigned to you. What you wrote still stands in the form.`,
    });
  }

  const readingOf = (orderId: string) =>
    fetched(`orders/${orderId}/reading`, () => work.watch(api.orderReading(orderId)));
  // What is typed before an order is chosen has a place of its own.
  function draftOf(orderId: string) {
    return drafts.of<ReadingDraft>(`reading/${orderId || 'unassigned'}`);
  }

  return {
    work,
    orders,
    $assignments,
    $recent,
    $selected,
    readingOf,
    draftOf,
    select(orderId) {
      const order = $assignments.get().find(({ id }) => id === orderId);
      const unassigned = draftOf('');
      const typed = unassigned.$fields.get();
      if (order && typed && !draftOf(order.id).$fields.get() && order.status === 'pending') {
        draftOf(order.id).write(typed);
        unassigned.clear();
      }
      url.update({ order: order?.orderNumber ?? '' });
    },
    write: (fields) => draftOf($selected.get()?.id ?? '').write(fields),
    async submit(fields) {
      const order = $selected.get();
      const content = fields.content.trim();
      const internalNotes = fields.internalNotes.trim();
      if (!order || !content) {
        toast({
          title: 'Error',
          description: 'Please select an order and enter reading content',
          variant: 'destructive',
        });
        return false;
      }
      return work.perform({
        subject: 'submission',
        name: 'submit',
        run: async () => {
          await api.submitReading({ orderId: order.id, content, ...(internalNotes && { internalNotes }) });
          draftOf(order.id).clear();
          url.update({ order: '' });
          toast({ title: 'Success', description: 'Reading submitted for admin review' });
          void orders.refresh();
        },
        failure: { title: 'Error', message: 'Failed to submit reading' },
        onConflict: () => void orders.refresh(),
      });
    },
  };
}
