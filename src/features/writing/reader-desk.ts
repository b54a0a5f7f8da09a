import { atom, computed } from 'nanostores';
import type { ReaderOrder } from '../../shared/orders/order-schema.ts';
import { isToBeWritten } from '../../shared/orders/order-status.ts';
import { createDeskBase, type DeskDependencies } from '../desk/desk-base.ts';
import { createReadingDesk } from '../readings/reading-store.ts';
import { isBlank } from './autosave.ts';
import { createTakenOrders, type TakenOrder } from './taken-orders.ts';
import { createWriting, endReason } from './writing.ts';

export const recentSubmissions = 5;

export type ReaderDesk = ReturnType<typeof createReaderDesk>;

/** Returns the orders that are not pending, rejected ones too, last submitted first. */
export function submittedOf(orders: ReaderOrder[]): ReaderOrder[] {
  const submitted = (order: ReaderOrder) => order.submittedAt ?? order.createdAt;
  return orders
    .filter(({ status }) => status !== 'pending')
    .sort((a, b) => submitted(b).localeCompare(submitted(a)));
}

export function matchesIdOrNumber(
  name: string,
  { id, orderNumber }: Pick<ReaderOrder, 'id' | 'orderNumber'>,
): boolean {
  return name === id || name === orderNumber;
}

/** Creates the stores of a reader's page. The texts of orders taken from the reader move to `$taken`. */
export function createReaderDesk(dependencies: DeskDependencies) {
  const desk = createDeskBase(dependencies);
  const { api, url, work, fetching, now } = desk;
  const orders = fetching.store('reader/orders', () => api.readerOrders(), 'orders');

  /** The last list received, kept during a refetch; null before the first. */
  const $orders = atom<ReaderOrder[] | null>(null);
  let arrived: ReaderOrder[] | undefined;
  // During a refetch the list is not empty: no order is taken away.
  orders.$state.subscribe(({ data }) => {
    if (!data || data === arrived) return;
    arrived = data;
    $orders.set(data);
  });
  /** By due date; orders waiting for their customer come last. */
  const $assignments = computed($orders, (listed) =>
    (listed ?? []).filter(({ status }) => isToBeWritten(status)),
  );
  const $submitted = computed($orders, (listed) => submittedOf(listed ?? []));
  const $named = computed(url.$parameters, ({ order = '' }) => order);
  const isNamed = (order: ReaderOrder) => matchesIdOrNumber($named.get(), order);
  const $selected = computed([$assignments, $named], (assignments) => assignments.find(isNamed) ?? null);
  const writing = createWriting(desk, { writer: 'reader', onSubmitted });
  const unassigned = writing.draftOf('');
  const taken = createTakenOrders(desk, writing.draftOf);

  let chosen: ReaderOrder | null = null;
  $selected.subscribe((order) => {
    if (order && order.id !== chosen?.id) void writing.autosaveOf(order.id).load();
    chosen = order;
    // Links in mails use the id.
    if (order && order.orderNumber !== $named.get()) url.update({ order: order.orderNumber });
  });
  let assigned: readonly ReaderOrder[] = [];
  $assignments.subscribe((assignments) => {
    const ids = new Set(assignments.map(({ id }) => id));
    for (const order of assigned) if (!ids.has(order.id)) takeAway(order);
    taken.restore(ids);
    assigned = assignments;
  });

  function takeAway(order: ReaderOrder): void {
    const autosave = writing.close(order.id);
    if (!autosave) return;
    void taken.take(order, {
      why: endReason(autosave),
      notes: writing.notesOf(order.id).unsaved(),
      isOpen: isNamed(order),
      isHandedIn: ($orders.get() ?? []).some(({ id }) => id === order.id),
    });
  }

  if (desk.role === 'admin') {
    // A reading they sent and took back is under review again, and opens.
    desk.storeOf(createReadingDesk).readings.$moved.listen((moved) => {
      if (moved?.isPending) url.update({ order: moved.reading.order.orderNumber });
    });
  }

  function onSubmitted({ id: orderId }: { id: string }, isSent: boolean): void {
    // Another order may be selected by now.
    if ($selected.get()?.id === orderId) url.update({ order: '' });
    const submittedAt = new Date(now()).toISOString();
    const listed = $orders.get() ?? [];
    $orders.set(
      listed.map((order) =>
        order.id === orderId
          ? { ...order, status: isSent ? 'completed' : 'reading_uploaded', submittedAt }
          : order,
      ),
    );
  }

  function resume(): void {
    if (orders.$state.get().error) void orders.refresh();
    writing.resume();
  }
  work.onSignedIn(resume);

  const $isTextWanted = atom(false);
  function select(orderId: string): void {
    $isTextWanted.set(false);
    const order = $assignments.get().find(({ id }) => id === orderId);
    const typed = unassigned.$fields.get();
    const isWanted = order?.status === 'pending' && !writing.draftOf(order.id).$fields.get();
    if (isWanted && typed && !isBlank(typed)) {
      writing.draftOf(order.id).write(typed);
      unassigned.clear();
    }
    const notes = writing.notesOf('').draft;
    const typedNotes = notes.$fields.get()?.internalNotes.trim();
    if (order && typedNotes && !writing.notesOf(order.id).draft.$fields.get()) {
      writing.notesOf(order.id).write(typedNotes, '');
      notes.clear();
    }
    url.update({ order: order?.orderNumber ?? '' }, 'push');
  }

  return {
    ...desk,
    orders,
    $orders,
    $assignments,
    $submitted,
    $selected,
    $named,
    writing,
    revisionsOf: desk.ofOrders('revisions', api.revisions),
    earlierOf: desk.ofOrders('earlier', api.earlierReadings),
    orderOf: (name: string) =>
      fetching.store(`reader/orders/${name}`, () => api.readersOrder(name), 'orders'),
    $taken: taken.$taken,
    forgetTaken(notice: TakenOrder) {
      if (!notice.isHandedIn) writing.notesOf(notice.orderId).draft.clear();
      taken.forget(notice);
      if (!notice.isHandedIn && matchesIdOrNumber($named.get(), { ...notice, id: notice.orderId }))
        url.update({ order: '' });
    },
    select,
    write(orderId: string) {
      select(orderId);
      $isTextWanted.set(true);
    },
    $isTextWanted,
    open: (orderNumber: string) => url.update({ order: orderNumber }, 'push'),
    resume,
  };
}
