import { atom, computed, type ReadableAtom } from 'nanostores';
import { isToBeWritten } from '../../shared/orders/order-status.ts';
import type { ReaderOrder } from '../../shared/orders/orders.ts';
import type { DrawnCard } from '../../shared/readings/cards.ts';
import type { EarlierReading } from '../../shared/readings/earlier-readings.ts';
import type { MailPreview, OrderReading, ReadingRevision } from '../../shared/readings/readings.ts';
import { readCards } from '../cards/kept-cards.ts';
import type { BusinessDays } from '../desk/business-days.ts';
import { createDeskBase, type DeskBase, type DeskDependencies } from '../desk/desk-base.ts';
import type { Draft, Drafts } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched, Fetching } from '../fetched.ts';
import type { ReadingDraft } from '../readings/readings.ts';
import {
  type Autosave,
  createAutosave,
  isBlank,
  neverSaved,
  type WritingDraft,
} from '../writing/autosave.ts';
import { createTakenOrders, type TakenOrder } from '../writing/taken-orders.ts';
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
  /** The list as it last arrived, also while it is fetched anew; null until the first one has. */
  readonly $orders: ReadableAtom<ReaderOrder[] | null>;
  /** Overdue ones first, then rejected ones, then by due date. */
  readonly $assignments: ReadableAtom<ReaderOrder[]>;
  /** What is not pending any more, the newest first. */
  readonly $submitted: ReadableAtom<ReaderOrder[]>;
  readonly $selected: ReadableAtom<ReaderOrder | null>;
  /** The number or the id by which the address names an order; empty on the list. */
  readonly $named: ReadableAtom<string>;
  /** The rejected reading of an order, with the admin's feedback. */
  readingOf(orderId: string): Fetched<OrderReading>;
  /** Every version of an order's reading, the newest first. */
  revisionsOf(orderId: string): Fetched<ReadingRevision[]>;
  /** What the customer of an order asked before and was sent, the newest first. */
  earlierOf(orderId: string): Fetched<EarlierReading[]>;
  /** One of their orders that is not in the list as it arrived, by its number or its id. */
  orderOf(name: string): Fetched<ReaderOrder>;
  /** What is typed for an order; with an empty id, before an order was chosen. */
  draftOf(orderId: string): Draft<WritingDraft>;
  /** Which comments on the text of an order are done, by their ids: kept on this device, with what is typed. */
  doneOf(orderId: string): Draft<Record<string, string>>;
  /** The orders that were taken away from their reader, or handed in elsewhere, the last one first. */
  readonly $taken: ReadableAtom<TakenOrder[]>;
  /** Also throws away what was written for it. */
  forgetTaken(notice: TakenOrder): void;
  /** How the text of an order stands with the server. */
  autosaveOf(orderId: string): Autosave;
  /** The mail that would deliver a text. */
  preview(orderId: string, content: string, cards?: DrawnCard[]): Promise<MailPreview>;
  /** Opens the page of an order to write for; with an empty id, the list. */
  select(orderId: string): void;
  /** Opens the page of any order of theirs. */
  open(orderNumber: string): void;
  write(fields: ReadingDraft): void;
  /** Sends the reading of the selected order. */
  submit(fields: ReadingDraft): Promise<boolean>;
  /** Goes on after the connection or the session was lost. */
  resume(): void;
}

/**
 * @param now milliseconds since 1970
 * @returns what still has to be written: what is overdue, then what came back, then whatever is due first; what waits
 *   for its customer comes last
 */
export function assignmentsOf(orders: ReaderOrder[], now: number): ReaderOrder[] {
  const due = (order: ReaderOrder) => order.dueAt ?? order.createdAt;
  const rank = (order: ReaderOrder) =>
    order.dueAt === null ? 4 : Number(Date.parse(due(order)) > now) * 2 + Number(order.status !== 'rejected');
  return orders
    .filter(({ status }) => isToBeWritten(status))
    .sort((a, b) => rank(a) - rank(b) || due(a).localeCompare(due(b)));
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

function whyEnded({ $state }: Autosave): string | null {
  const state = $state.get();
  return state.name === 'ended' ? state.why : null;
}

/** All stores of the reader's dashboard. */
export function createReaderDesk(dependencies: DeskDependencies): ReaderDesk {
  const desk = createDeskBase(dependencies);
  const { api, url, work, drafts, days, fetching, toast, now } = desk;
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
  const $assignments = computed($orders, (listed) => assignmentsOf(listed ?? [], now()));
  const $submitted = computed($orders, (listed) => submittedOf(listed ?? []));
  const $named = computed(url.$parameters, ({ order = '' }) => order);
  const isNamed = (order: ReaderOrder) => goesBy($named.get(), order);
  const $selected = computed([$assignments, $named], (assignments) => assignments.find(isNamed) ?? null);
  const unassigned = drafts.of<WritingDraft>('reading/unassigned');
  const taken = createTakenOrders({ drafts, draftOf, api, work, now });

  let chosen: ReaderOrder | null = null;
  $selected.subscribe((order) => {
    if (order && order.id !== chosen?.id) void autosaveOf(order.id).load();
    chosen = order;
    // Links in mails have the id.
    if (order && order.orderNumber !== $named.get()) url.update({ order: order.orderNumber });
  });
  let assigned: readonly ReaderOrder[] = [];
  $assignments.subscribe((assignments) => {
    const ids = new Set(assignments.map(({ id }) => id));
    for (const order of assigned) if (!ids.has(order.id)) takeAway(order);
    taken.giveBack(ids);
    assigned = assignments;
  });

  function takeAway(order: ReaderOrder): void {
    const autosave = autosaves.get(order.id);
    // It was not opened here, or was handed in from here.
    if (!autosave) return;
    // Should it come back, it begins with another look at what the server has.
    autosaves.delete(order.id);
    taken.take(order, {
      why: whyEnded(autosave),
      isOpen: isNamed(order),
      isHandedIn: ($orders.get() ?? []).some(({ id }) => id === order.id),
    });
  }

  /** It is not what comes next any more, also before the list is there again. */
  function handedIn(orderId: string): void {
    const submittedAt = new Date(now()).toISOString();
    const listed = $orders.get() ?? [];
    $orders.set(
      listed.map((order) =>
        order.id === orderId ? { ...order, status: 'reading_uploaded', submittedAt } : order,
      ),
    );
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
    readingOf,
    revisionsOf: (orderId) =>
      fetching.store(`orders/${orderId}/revisions`, () => work.watch(api.revisions(orderId))),
    earlierOf: (orderId) =>
      fetching.store(`orders/${orderId}/earlier`, () => work.watch(api.earlierReadings(orderId))),
    orderOf: (name) =>
      fetching.store(`reader/orders/${name}`, () => work.watch(api.readersOrder(name)), 'orders'),
    draftOf,
    doneOf: (orderId) => drafts.of(`done/${orderId}`),
    autosaveOf,
    $taken: taken.$taken,
    forgetTaken(notice) {
      taken.forget(notice);
      // An order that is not theirs any more has no page.
      if (!notice.isHandedIn && goesBy($named.get(), { ...notice, id: notice.orderId }))
        url.update({ order: '' });
    },
    preview: (orderId, content, cards) => work.watch(api.previewDelivery(orderId, content, cards)),
    select(orderId) {
      const order = $assignments.get().find(({ id }) => id === orderId);
      const typed = unassigned.$fields.get();
      const isWanted = order?.status === 'pending' && !draftOf(order.id).$fields.get();
      if (isWanted && typed && !isBlank(typed)) {
        // Saved with what is chosen now, unless the server has a text for it: then it is asked about.
        draftOf(order.id).write(typed);
        unassigned.clear();
      }
      url.update({ order: order?.orderNumber ?? '' }, 'push');
    },
    open: (orderNumber) => url.update({ order: orderNumber }, 'push'),
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
          await api.submitReading({
            orderId: order.id,
            content,
            ...(fields.cards !== undefined && { cards: readCards(fields.cards) }),
            ...(internalNotes && { internalNotes }),
          });
          autosave.end();
          autosaves.delete(order.id);
          // They may have gone on to another one meanwhile.
          if (isNamed(order)) url.update({ order: '' });
          handedIn(order.id);
        },
        refresh: () => void fetching.changed(`orders/${order.id}`),
        show: () => toast({ title: 'Success', description: 'Reading submitted for admin review' }),
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
