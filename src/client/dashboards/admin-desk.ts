import { atom, computed, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { Alert } from '../../shared/alerts.ts';
import type { PublicSettings } from '../../shared/checkout/settings.ts';
import { isGoingOn } from '../../shared/orders/order-status.ts';
import type { Order } from '../../shared/orders/orders.ts';
import type { ToDo, Waiting } from '../../shared/overview.ts';
import type { ReaderChoice } from '../../shared/people/availability.ts';
import type { BusinessDays } from '../desk/business-days.ts';
import { createDeskBase, type DeskBase, type DeskDependencies } from '../desk/desk-base.ts';
import type { Drafts } from '../desk/draft.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched, Fetching } from '../fetched.ts';
import { createRefunds, type Refunds } from '../orders/money/refunds.ts';
import { createNewDays, type NewDays } from '../orders/new-day.ts';
import { createOrderActions, type OrderActions } from '../orders/order-actions.ts';
import { createOrderDetail, type OrderDetail } from '../orders/order-detail.ts';
import { createOrderList, type OrderList } from '../orders/order-list.ts';
import { createOrderMails, type OrderMails } from '../orders/order-mails.ts';
import { createOrderSelection, type OrderSelection } from '../orders/selection.ts';
import { createOverviewDesk, type OverviewDesk } from '../overview/overview.ts';
import { createRecent, type Recent } from '../palette/recent.ts';
import { createReadings, type Readings } from '../readings/readings.ts';
import { createReview, type Review } from '../readings/review.ts';
import { saveFile } from '../save-file.ts';
import { createWriting, type WritingStore } from '../writing/writing.ts';
import { createShortcutSetting, type ShortcutSetting } from './shortcuts.ts';

export const adminTabs = ['orders', 'approvals', 'overview', 'settings'] as const;
export type AdminTab = (typeof adminTabs)[number];

/** The address of the list of orders without any filter. */
const allOrders = {
  tab: '',
  reading: '',
  q: '',
  status: '',
  payment: '',
  reader: '',
  show: '',
  placed: '',
  rows: '',
  section: '',
};

/** All stores of the admin's dashboard. */
export interface AdminDesk extends Pick<DeskBase, '$isAccountOpen'> {
  /** Who sits at it. */
  readonly username: string;
  readonly work: Work;
  readonly drafts: Drafts;
  readonly days: BusinessDays;
  readonly fetching: Fetching;
  readonly orders: OrderList;
  readonly orderActions: OrderActions;
  readonly selection: OrderSelection;
  readonly detail: OrderDetail;
  readonly readings: Readings;
  readonly writing: WritingStore;
  readonly review: Review;
  readonly refunds: Refunds;
  readonly mails: OrderMails;
  readonly newDays: NewDays;
  readonly alerts: Fetched<Alert[]>;
  /** @returns what a part that comes later makes of these stores: one for all who ask */
  later<Part>(create: (base: DeskBase) => Part): Part;
  readonly overview: OverviewDesk;
  /** The counts of what waits, for who does not look at it. */
  readonly waiting: Fetched<Waiting>;
  readonly readers: Fetched<ReaderChoice[]>;
  /** The price, the promised day, and whether sales are paused. */
  readonly settings: Fetched<PublicSettings>;
  /** The orders that were opened last. */
  readonly recent: Recent;
  /** @returns some orders with these words, whatever the list is about */
  findOrders(text: string): Promise<Order[]>;
  readonly shortcuts: ShortcutSetting;
  readonly $tab: ReadableAtom<AdminTab>;
  /** @param section of the settings, where the focus goes; left out, the first one, or the one that is open */
  selectTab(tab: string, section?: string): void;
  /** Whether the focus is wanted at the heading of the settings. */
  readonly $isSectionWanted: WritableAtom<boolean>;
  /** Lists the orders with these filters, and no others. */
  showOrders(filters: Partial<Record<'status' | 'payment' | 'reader' | 'show', string>>): void;
  /** Saves what could not be saved while the connection was lost. */
  resume(): void;
  /** Shows what waits for the admin. */
  show(code: ToDo['code']): void;
}

export function createAdminDesk(dependencies: DeskDependencies): AdminDesk {
  const { storage, username } = dependencies;
  const desk = createDeskBase(dependencies);
  const { api, url, work, drafts, days, fetching } = desk;
  const orders = createOrderList(desk);
  const readings = createReadings(desk);
  const writing = createWriting(desk, { writer: 'admin' });
  const alerts = fetching.store('alerts', () => work.watch(api.alerts()), 'orders');
  const readers = fetching.store('readers', () => work.watch(api.readers()), 'staff');
  // Whether nothing is sold, who is away and what is connected decide what is late, waits or fails.
  for (const about of ['settings', 'staff']) fetching.follow(about, alerts.refresh);
  // How many open orders each has changes with the orders.
  fetching.follow('orders', readers.refresh);
  const waiting = fetching.store('waiting', () => work.watch(api.waiting()), 'orders');
  const settings = fetching.store('settings', () => work.watch(api.settings()));
  // Business days decide which orders are late.
  fetching.follow('settings', waiting.refresh);
  const $tab = computed(
    url.$parameters,
    (parameters): AdminTab => adminTabs.find((tab) => tab === parameters.tab) ?? 'orders',
  );

  const detail = createOrderDetail(desk, orders);
  const recent = createRecent({ storage, username });
  detail.$open.subscribe((open, before) => {
    const order = open?.order;
    if (!order) return;
    recent.note({ id: open.id, label: open.orderNumber });
    const last = before?.id === open.id ? before.order : null;
    if (last?.status === order.status && isGoingOn(last) === isGoingOn(order)) return;
    const isToWrite = order.status === 'pending' && isGoingOn(order);
    // What is left of a reading that was uploaded from another device goes with it.
    if (isToWrite || writing.draftOf(order.id).$fields.get()) void writing.autosaveOf(order.id).load();
  });
  const $isSectionWanted = atom(false);

  work.onSignedIn(() => {
    writing.resume();
    void fetching.changed('orders');
  });

  return {
    $isAccountOpen: desk.$isAccountOpen,
    username,
    work,
    drafts,
    days,
    fetching,
    orders,
    orderActions: createOrderActions(desk, orders),
    selection: createOrderSelection(desk, { orders, saveFile }),
    detail,
    recent,
    readings,
    writing,
    review: createReview(desk, readings),
    refunds: createRefunds(desk),
    mails: createOrderMails(desk),
    newDays: createNewDays(desk),
    alerts,
    later: createParts(desk),
    overview: createOverviewDesk(desk),
    waiting,
    readers,
    settings,
    shortcuts: createShortcutSetting({ storage, username }),
    $tab,
    $isSectionWanted,
    selectTab(tab, section) {
      // What is open beside one tab is not about another.
      $isSectionWanted.set(section !== undefined);
      const isSame = tab === $tab.get() && section === undefined;
      const others = isSame ? {} : { order: '', reading: '', section: section === 'shop' ? '' : section };
      url.update({ tab: tab === 'orders' ? '' : tab, ...others }, 'push');
      if (tab === 'orders') void orders.refresh();
      void alerts.refresh();
      void waiting.refresh();
    },
    async findOrders(q) {
      const request = { q, sort: 'date', direction: 'desc', payment: 'all' } as const;
      let page = await work.watch(api.listOrders({ ...request, limit: '7' }));
      // Among very many orders a page may be empty, and not the last one.
      while (page.orders.length === 0 && page.nextCursor) {
        page = await work.watch(api.listOrders({ ...request, limit: '7', cursor: page.nextCursor }));
      }
      return page.orders;
    },
    resume: writing.resume,
    showOrders: (filters) => url.update({ ...allOrders, ...filters }, 'push'),
    show(code) {
      if (code === 'to_review') {
        url.update({ tab: 'approvals' }, 'push');
        return;
      }
      url.update({ ...allOrders, ...(code === 'overdue' ? { show: code } : { reader: 'none' }) }, 'push');
    },
  };
}

function createParts(base: DeskBase): AdminDesk['later'] {
  const made = new Map<unknown, unknown>();
  return <Part>(create: (base: DeskBase) => Part) => {
    if (!made.has(create)) made.set(create, create(base));
    return made.get(create) as Part;
  };
}
