import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores';
import { isToBeWritten } from '../../shared/orders/order-status.ts';
import type { ReaderOrder } from '../../shared/orders/orders.ts';
import type { EarlierReading } from '../../shared/readings/earlier-readings.ts';
import type { ReadingRevision } from '../../shared/readings/readings.ts';
import type { BusinessDays } from '../desk/business-days.ts';
import { createDeskBase, type DeskBase, type DeskDependencies } from '../desk/desk-base.ts';
import type { Drafts } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched, Fetching } from '../fetched.ts';
import { isBlank } from '../writing/autosave.ts';
import { createTakenOrders, type TakenOrder } from '../writing/taken-orders.ts';
import { createWriting, type WritingStore, whyEnded } from '../writing/writing.ts';
import { createShortcutSetting, type ShortcutSetting } from './shortcuts.ts';

/** How many submissions are listed (docs/product.md §9). */
export const recentSubmissions = 5;

export interface ReaderDesk extends Pick<DeskBase, '$isAccountOpen'> {
  readonly work: Work;
  readonly drafts: Drafts;
  readonly days: BusinessDays;
  readonly fetching: Fetching;
  readonly shortcuts: ShortcutSetting;
  readonly orders: Fetched<ReaderOrder[]>;
  /** The list as it last arrived, also while it is fetched again; null until the first one has. */
  readonly $orders: ReadableAtom<ReaderOrder[] | null>;
  /** By due date; what waits for its customer comes last. */
  readonly $assignments: ReadableAtom<ReaderOrder[]>;
  /** What is not pending any more, the newest first. */
  readonly $submitted: ReadableAtom<ReaderOrder[]>;
  readonly $selected: ReadableAtom<ReaderOrder | null>;
  /** The number or the id by which the address names an order; empty on the list. */
  readonly $named: ReadableAtom<string>;
  readonly writing: WritingStore;
  /** Every version of an order's reading, the newest first. */
  revisionsOf(orderId: string): Fetched<ReadingRevision[]>;
  /** What the customer of an order asked before and was sent, the newest first. */
  earlierOf(orderId: string): Fetched<EarlierReading[]>;
  /** One of their orders that is not in the list as it arrived, by its number or its id. */
  orderOf(name: string): Fetched<ReaderOrder>;
  /** The orders that were taken away from their reader, or handed in elsewhere, the last one first. */
  readonly $taken: ReadableAtom<TakenOrder[]>;
  /** Also throws away what was written for it. */
  forgetTaken(notice: TakenOrder): void;
  /** Selects an order to write for; with an empty id, none. */
  select(orderId: string): void;
  /** Selects an order, for whose text the focus is wanted. */
  write(orderId: string): void;
  /** Whether the focus is wanted in the text, once it can be written. */
  readonly $isTextWanted: WritableAtom<boolean>;
  /** Opens the page of any order of theirs. */
  open(orderNumber: string): void;
  /** Goes on after the connection or the session was lost. */
  resume(): void;
}

/** @returns the orders that are not pending, newest first */
export function submittedOf(orders: ReaderOrder[]): ReaderOrder[] {
  const submitted = (order: ReaderOrder) => order.submittedAt ?? order.createdAt;
  return orders
    .filter(({ status }) => status !== 'pending')
    .sort((a, b) => submitted(b).localeCompare(submitted(a)));
}

/** @returns whether a name is an order's number or its id */
export function goesBy(name: string, { id, orderNumber }: Pick<ReaderOrder, 'id' | 'orderNumber'>): boolean {
  return name === id || name === orderNumber;
}

/** All stores of the reader's dashboard. */
export function createReaderDesk(dependencies: DeskDependencies): ReaderDesk {
  const desk = createDeskBase(dependencies);
  const { api, url, work, drafts, days, fetching, now } = desk;
  const orders = fetching.store('reader/orders', () => work.watch(api.readerOrders()), 'orders');

  const $orders = atom<ReaderOrder[] | null>(null);
  let arrived: ReaderOrder[] | undefined;
  // What was forgotten and is on its way again is not an empty list: no order is taken away by it. Nor is the list as
  // it was, which is told again meanwhile, news.
  orders.$state.subscribe(({ data }) => {
    if (!data || data === arrived) return;
    arrived = data;
    $orders.set(data);
  });
  const $assignments = computed($orders, (listed) =>
    (listed ?? []).filter(({ status }) => isToBeWritten(status)),
  );
  const $submitted = computed($orders, (listed) => submittedOf(listed ?? []));
  const $named = computed(url.$parameters, ({ order = '' }) => order);
  const isNamed = (order: ReaderOrder) => goesBy($named.get(), order);
  const $selected = computed([$assignments, $named], (assignments) => assignments.find(isNamed) ?? null);
  const writing = createWriting(desk, { writer: 'reader', onSubmitted });
  const unassigned = writing.draftOf('');
  const taken = createTakenOrders({ drafts, draftOf: writing.draftOf, api, work, now });

  let chosen: ReaderOrder | null = null;
  $selected.subscribe((order) => {
    if (order && order.id !== chosen?.id) void writing.autosaveOf(order.id).load();
    chosen = order;
    // Links in mails have the id.
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
    // Should it come back, it begins with another look at what the server has.
    const autosave = writing.close(order.id);
    // It was not opened here, or was handed in from here.
    if (!autosave) return;
    taken.take(order, {
      why: whyEnded(autosave),
      notes: writing.notesOf(order.id).unsaved(),
      isOpen: isNamed(order),
      isHandedIn: ($orders.get() ?? []).some(({ id }) => id === order.id),
    });
  }

  /** It is not what comes next any more, also before the list is there again. */
  function onSubmitted({ id: orderId }: { id: string }): void {
    // They may have gone on to another one meanwhile.
    if ($selected.get()?.id === orderId) url.update({ order: '' });
    const submittedAt = new Date(now()).toISOString();
    const listed = $orders.get() ?? [];
    $orders.set(
      listed.map((order) =>
        order.id === orderId ? { ...order, status: 'reading_uploaded', submittedAt } : order,
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
      // Saved with what is chosen now, unless the server has a text for it: then it is asked about.
      writing.draftOf(order.id).write(typed);
      unassigned.clear();
    }
    url.update({ order: order?.orderNumber ?? '' }, 'push');
  }

  return {
    $isAccountOpen: desk.$isAccountOpen,
    work,
    drafts,
    days,
    fetching,
    shortcuts: createShortcutSetting(dependencies),
    orders,
    $orders,
    $assignments,
    $submitted,
    $selected,
    $named,
    writing,
    revisionsOf: (orderId) =>
      fetching.store(`orders/${orderId}/revisions`, () => work.watch(api.revisions(orderId))),
    earlierOf: (orderId) =>
      fetching.store(`orders/${orderId}/earlier`, () => work.watch(api.earlierReadings(orderId))),
    orderOf: (name) =>
      fetching.store(`reader/orders/${name}`, () => work.watch(api.readersOrder(name)), 'orders'),
    $taken: taken.$taken,
    forgetTaken(notice) {
      if (!notice.isHandedIn) writing.notesOf(notice.orderId).draft.clear();
      taken.forget(notice);
      // An order that is not theirs any more has no page.
      if (!notice.isHandedIn && goesBy($named.get(), { ...notice, id: notice.orderId }))
        url.update({ order: '' });
    },
    select,
    write(orderId) {
      select(orderId);
      $isTextWanted.set(true);
    },
    $isTextWanted,
    open: (orderNumber) => url.update({ order: orderNumber }, 'push'),
    resume,
  };
}
