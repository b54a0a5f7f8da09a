import { atom, computed, type ReadableAtom } from 'nanostores';
import { isToBeWritten } from '../../shared/orders/order-status.ts';
import type { ReaderOrder } from '../../shared/orders/orders.ts';
import type { MailPreview, OrderReading, ReadingRevision } from '../../shared/readings/readings.ts';
import { createDeskBase, type DeskDependencies } from '../desk/desk-base.ts';
import type { Draft } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched } from '../fetched.ts';
import type { ReadingDraft } from '../readings/readings.ts';
import {
  type Autosave,
  createAutosave,
  isBlank,
  neverSaved,
  type WritingDraft,
} from '../writing/autosave.ts';
import { createTakenOrders, type TakenOrder } from '../writing/taken-orders.ts';

/** How many submissions are listed (docs/product.md §9). */
export const recentSubmissions = 5;

export interface ReaderDesk {
  readonly work: Work;
  readonly orders: Fetched<ReaderOrder[]>;
  /** The list as it last arrived, also while it is fetched anew; null until the first one has. */
  readonly $orders: ReadableAtom<ReaderOrder[] | null>;
  /** Overdue ones first, then rejected ones, then by due date. */
  readonly $assignments: ReadableAtom<ReaderOrder[]>;
  readonly $recent: ReadableAtom<ReaderOrder[]>;
  readonly $selected: ReadableAtom<ReaderOrder | null>;
  /** The rejected reading of an order, with the admin's feedback. */
  readingOf(orderId: string): Fetched<OrderReading>;
  /** Every version of an order's reading, the newest first. */
  revisionsOf(orderId: string): Fetched<ReadingRevision[]>;
  /** What is typed for an order; with an empty id, before an order was chosen. */
  draftOf(orderId: string): Draft<WritingDraft>;
  /** The orders that were taken away from their reader, the last one first. Their texts are in their drafts. */
  readonly $taken: ReadableAtom<TakenOrder[]>;
  /** Also throws away what was written for it. */
  forgetTaken(orderId: string): void;
  /** How the text of an order stands with the server. */
  autosaveOf(orderId: string): Autosave;
  /** The mail that would deliver a text. */
  preview(orderId: string, content: string): Promise<MailPreview>;
  select(orderId: string): void;
  write(fields: ReadingDraft): void;
  /** Sends the reading of the selected order. */
  submit(fields: ReadingDraft): Promise<boolean>;
  /** Goes on after the connection or the session was lost. */
  resume(): void;
}

/**
 * @param now milliseconds since 1970
 * @returns what still has to be written: what is overdue, then what came back, then whatever is due first
 */
export function assignmentsOf(orders: ReaderOrder[], now: number): ReaderOrder[] {
  const due = (order: ReaderOrder) => order.dueAt ?? order.createdAt;
  const rank = (order: ReaderOrder) =>
    Number(Date.parse(due(order)) > now) * 2 + Number(order.status !== 'rejected');
  return orders
    .filter(({ status }) => isToBeWritten(status))
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

function whyEnded({ $state }: Autosave): string | null {
  const state = $state.get();
  return state.name === 'ended' ? state.why : null;
}

/** All stores of the reader's dashboard. */
export function createReaderDesk(dependencies: DeskDependencies): ReaderDesk {
  const desk = createDeskBase(dependencies);
  const { api, url, work, drafts, fetching, toast, now } = desk;
  const orders = fetching.store('reader/orders', () => work.watch(api.readerOrders()), 'orders');

  const $orders = atom<ReaderOrder[] | null>(null);
  // What was forgotten and is on its way again is not an empty list: no order is taken away by it.
  orders.$state.subscribe(({ data }) => {
    if (data) $orders.set(data);
  });
  const $assignments = computed($orders, (listed) => assignmentsOf(listed ?? [], now()));
  const $recent = computed($orders, (listed) => recentOf(listed ?? []));
  const $selected = computed(
    [$assignments, url.$parameters],
    (assignments, parameters) => assignments.find(({ id }) => id === parameters.order) ?? null,
  );
  const unassigned = drafts.of<WritingDraft>('reading/unassigned');
  const taken = createTakenOrders({ drafts, now });

  let chosen: ReaderOrder | null = null;
  $selected.subscribe((order) => {
    if (order && order.id !== chosen?.id) void autosaveOf(order.id).load();
    chosen = order;
  });
  let assigned: readonly ReaderOrder[] = [];
  $assignments.subscribe((assignments) => {
    const ids = new Set(assignments.map(({ id }) => id));
    for (const order of assigned) if (!ids.has(order.id)) takeAway(order);
    for (const id of ids) taken.forget(id);
    assigned = assignments;
  });

  /** What was written for it stays what it is: a text for this order, and for no other. */
  function takeAway(order: ReaderOrder): void {
    const autosave = autosaves.get(order.id);
    // It was not opened here, or was handed in from here.
    if (!autosave) return;
    // Should it come back, it begins with another look at what the server has.
    autosaves.delete(order.id);
    const draft = draftOf(order.id);
    const typed = draft.$fields.get();
    const hasText = typed !== null && !isBlank(typed);
    // Another window may have thrown it away on this device, with handing in its own.
    if (hasText) draft.write(typed);
    if (!hasText && url.$parameters.get().order !== order.id) return;
    const why = whyEnded(autosave) ?? 'This order is no longer assigned to you.';
    taken.add({ orderId: order.id, orderNumber: order.orderNumber, why });
  }

  const readingOf = (orderId: string) =>
    fetching.store(`orders/${orderId}/reading`, () => work.watch(api.orderReading(orderId)));
  // What is typed before an order is chosen has a place of its own.
  function draftOf(orderId: string) {
    return orderId ? drafts.of<WritingDraft>(`reading/${orderId}`) : unassigned;
  }

  const autosaves = new Map<string, Autosave>();
  function autosaveOf(orderId: string): Autosave {
    const known = autosaves.get(orderId);
    if (known) return known;
    const draft = draftOf(orderId);
    const onGone = () => void orders.refresh();
    const autosave = createAutosave({ orderId, draft, api, work, now, onGone });
    autosaves.set(orderId, autosave);
    return autosave;
  }

  function resume(): void {
    if (orders.$state.get().error) void orders.refresh();
    for (const autosave of autosaves.values()) autosave.resume();
  }
  work.onSignedIn(resume);

  return {
    work,
    orders,
    $orders,
    $assignments,
    $recent,
    $selected,
    readingOf,
    revisionsOf: (orderId) =>
      fetching.store(`orders/${orderId}/revisions`, () => work.watch(api.revisions(orderId))),
    draftOf,
    autosaveOf,
    $taken: taken.$taken,
    forgetTaken(orderId) {
      draftOf(orderId).clear();
      taken.forget(orderId);
    },
    preview: (orderId, content) => work.watch(api.previewDelivery(orderId, content)),
    select(orderId) {
      const order = $assignments.get().find(({ id }) => id === orderId);
      const typed = unassigned.$fields.get();
      const isWanted = order?.status === 'pending' && !draftOf(order.id).$fields.get();
      if (isWanted && typed && !isBlank(typed)) {
        // Saved with what is chosen now, unless the server has a text for it: then it is asked about.
        draftOf(order.id).write(typed);
        unassigned.clear();
      }
      url.update({ order: order?.id ?? '' });
    },
    write(fields) {
      const order = $selected.get();
      if (order) autosaveOf(order.id).write(fields);
      else unassigned.write(neverSaved(fields));
    },
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
      const autosave = autosaveOf(order.id);
      return work.perform({
        subject: 'submission',
        name: 'submit',
        run: async () => {
          // What another window has saved since would be lost with the draft.
          if (!(await autosave.flush())) throw new Error('not saved');
          await api.submitReading({ orderId: order.id, content, ...(internalNotes && { internalNotes }) });
          autosave.end();
          autosaves.delete(order.id);
          url.update({ order: '' });
          toast({ title: 'Success', description: 'Reading submitted for admin review' });
          void fetching.changed(`orders/${order.id}`);
        },
        failure: { title: 'Error', message: 'Failed to submit reading' },
        explain: () =>
          autosave.$state.get().name === 'conflict'
            ? 'A different text was saved in another window or on another device. Choose one of them first.'
            : whyEnded(autosave),
        onConflict: () => void orders.refresh(),
      });
    },
    resume,
  };
}
