import { computed, type ReadableAtom } from 'nanostores';
import type { Alert } from '../../shared/alerts.ts';
import type { PaymentStatus } from '../../shared/orders/order-status.ts';
import type { ReaderRef } from '../../shared/orders/orders.ts';
import type { Overview, ToDo, Waiting } from '../../shared/overview.ts';
import { createDeskBase, type DeskDependencies } from '../desk/desk-base.ts';
import type { Work } from '../desk/work.ts';
import type { Fetched } from '../fetched.ts';
import { createRefunds, type Refunds } from '../orders/money/refunds.ts';
import { createOrderActions, type OrderActions } from '../orders/order-actions.ts';
import { createOrderDetail, type OrderDetail } from '../orders/order-detail.ts';
import { createOrderList, type OrderList } from '../orders/order-list.ts';
import { createOrderMails, type OrderMails } from '../orders/order-mails.ts';
import { saveFile } from '../orders/save-file.ts';
import { createOrderSelection, type OrderSelection } from '../orders/selection.ts';
import { createPeople, type People } from '../people/people.ts';
import { createReadings, type Readings } from '../readings/readings.ts';
import { createSettingsDesk, type SettingsDesk } from '../settings/settings.ts';
import { createShortcutSetting, type ShortcutSetting } from './shortcuts.ts';

export const adminTabs = ['orders', 'approvals', 'overview', 'settings'] as const;
export type AdminTab = (typeof adminTabs)[number];

/** All stores of the admin's dashboard. */
export interface AdminDesk {
  readonly work: Work;
  readonly orders: OrderList;
  readonly orderActions: OrderActions;
  readonly selection: OrderSelection;
  readonly detail: OrderDetail;
  readonly readings: Readings;
  readonly refunds: Refunds;
  readonly mails: OrderMails;
  readonly alerts: Fetched<Alert[]>;
  readonly settings: SettingsDesk;
  readonly people: People;
  readonly overview: Fetched<Overview>;
  /** The counts of what waits, for who does not look at it. */
  readonly waiting: Fetched<Waiting>;
  readonly readers: Fetched<ReaderRef[]>;
  readonly shortcuts: ShortcutSetting;
  readonly $tab: ReadableAtom<AdminTab>;
  selectTab(tab: string): void;
  /** Lists the orders whose money is in this state, and no others. */
  showPayments(payment: PaymentStatus): void;
  /** Shows what waits for the admin. */
  show(code: ToDo['code']): void;
}

export function createAdminDesk(dependencies: DeskDependencies): AdminDesk {
  const { storage, username } = dependencies;
  const desk = createDeskBase(dependencies);
  const { api, url, work, fetching } = desk;
  const orders = createOrderList(desk);
  const readings = createReadings(desk);
  const alerts = fetching.store('alerts', () => work.watch(api.alerts()), 'orders');
  const readers = fetching.store('readers', () => work.watch(api.readers()), 'staff');
  const overview = fetching.store('overview', () => work.watch(api.overview()));
  const waiting = fetching.store('waiting', () => work.watch(api.waiting()), 'orders');
  const $tab = computed(
    url.$parameters,
    (parameters): AdminTab => adminTabs.find((tab) => tab === parameters.tab) ?? 'orders',
  );

  work.onSignedIn(() => void fetching.changed('orders'));

  return {
    work,
    orders,
    orderActions: createOrderActions(desk, orders),
    selection: createOrderSelection(desk, { orders, saveFile }),
    detail: createOrderDetail(desk, orders),
    readings,
    refunds: createRefunds(desk),
    mails: createOrderMails(desk),
    alerts,
    settings: createSettingsDesk(desk),
    people: createPeople(desk),
    overview,
    waiting,
    readers,
    shortcuts: createShortcutSetting({ storage, username }),
    $tab,
    selectTab(tab) {
      url.update({ tab: tab === 'orders' ? '' : tab }, 'push');
      if (tab === 'orders') void orders.refresh();
      void alerts.refresh();
      void waiting.refresh();
    },
    showPayments(payment) {
      url.update({ tab: '', q: '', status: '', reader: '', show: '', rows: '', payment }, 'push');
    },
    show(code) {
      if (code === 'to_review') {
        url.update({ tab: 'approvals' }, 'push');
        return;
      }
      const none = { tab: '', q: '', status: '', payment: '', reader: '', show: '', rows: '' };
      url.update({ ...none, ...(code === 'overdue' ? { show: code } : { reader: 'none' }) }, 'push');
    },
  };
}
