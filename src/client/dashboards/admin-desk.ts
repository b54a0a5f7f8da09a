import { computed, type ReadableAtom } from 'nanostores';
import type { Alert } from '../../shared/alerts.ts';
import type { PaymentStatus } from '../../shared/order-status.ts';
import type { ReaderRef } from '../../shared/orders.ts';
import type { Overview, ToDo } from '../../shared/overview.ts';
import { createDrafts } from '../desk/draft.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { type AddressBar, createUrlState } from '../desk/url-state.ts';
import { createWork, type Work } from '../desk/work.ts';
import { createFetching, type Fetched, type QueryClient } from '../fetched.ts';
import { createOrderActions, type OrderActions } from '../orders/order-actions.ts';
import { createOrderDetail, type OrderDetail } from '../orders/order-detail.ts';
import { createOrderList, type OrderList } from '../orders/order-list.ts';
import { createOrderMails, type OrderMails } from '../orders/order-mails.ts';
import { createRefunds, type Refunds } from '../orders/refunds.ts';
import { saveFile } from '../orders/save-file.ts';
import { createOrderSelection, type OrderSelection } from '../orders/selection.ts';
import { createPeople, type People } from '../people/people.ts';
import { createReadings, type Readings } from '../readings/readings.ts';
import { createSettingsDesk, type SettingsDesk } from '../settings/settings.ts';
import type { showToast } from '../toasts.ts';
import { createShortcutSetting, type ShortcutSetting } from './shortcuts.ts';

export const adminTabs = ['orders', 'approvals', 'overview', 'settings'] as const;
export type AdminTab = (typeof adminTabs)[number];

/** What a dashboard is built from; tests hand in their own. */
export interface DeskDependencies {
  username: string;
  api: StaffApi;
  query: QueryClient;
  storage: Storage | null;
  addressBar: AddressBar;
  toast: typeof showToast;
  /** Milliseconds since 1970 */
  now: () => number;
  whenVisible: () => Promise<void>;
}

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
  const { api, query, storage, addressBar, toast, now, username, whenVisible } = dependencies;
  const url = createUrlState(addressBar);
  const work = createWork({ toast });
  const drafts = createDrafts({ storage, username, now });
  const fetched = createFetching({ query, whenVisible });

  const alerts = fetched('alerts', () => work.watch(api.alerts()));
  const orders = createOrderList({ api, url, work });
  const orderActions = createOrderActions({
    api,
    orders,
    work,
    toast,
    onChanged(orderId) {
      void readings.pending.refresh();
      void readings.eventsOf(orderId).refresh();
      void mails.ofOrder(orderId).refresh();
      void detail.refresh();
      void alerts.refresh();
    },
  });
  const detail = createOrderDetail({
    api,
    url,
    orders,
    work,
    forget: (orderId) => query.invalidateKeys((key) => key.startsWith(`orders/${orderId}/`)),
  });
  const readings = createReadings({
    api,
    fetched,
    drafts,
    work,
    toast,
    now,
    onChanged() {
      void orders.refresh();
      void detail.refresh();
      void alerts.refresh();
    },
  });
  const selection = createOrderSelection({
    api,
    orders,
    work,
    toast,
    saveFile,
    onChanged() {
      void detail.refresh();
      void alerts.refresh();
    },
  });
  const mails = createOrderMails({
    api,
    fetched,
    drafts,
    work,
    toast,
    onChanged(orderId) {
      void orders.refresh();
      void readings.eventsOf(orderId).refresh();
      void detail.refresh();
      void alerts.refresh();
    },
  });
  const refunds = createRefunds({
    api,
    fetched,
    work,
    toast,
    onChanged(orderId) {
      void orders.refresh();
      void readings.pending.refresh();
      void readings.eventsOf(orderId).refresh();
      void detail.refresh();
      void alerts.refresh();
    },
  });
  const settings = createSettingsDesk({ api, fetched, work, toast });
  const readers = fetched('readers', () => work.watch(api.readers()));
  const people = createPeople({
    api,
    fetched,
    work,
    toast,
    onChanged() {
      void readers.refresh();
      void orders.refresh();
    },
  });
  const overview = fetched('overview', () => work.watch(api.overview()));
  const $tab = computed(
    url.$parameters,
    (parameters): AdminTab => adminTabs.find((tab) => tab === parameters.tab) ?? 'orders',
  );

  /** Fetches again what is on screen. */
  function refresh(): void {
    void orders.refresh();
    void readings.pending.refresh();
    void detail.refresh();
    void alerts.refresh();
  }
  work.onSignedIn(refresh);

  return {
    work,
    orders,
    orderActions,
    selection,
    detail,
    readings,
    refunds,
    mails,
    alerts,
    settings,
    people,
    overview,
    readers,
    shortcuts: createShortcutSetting({ storage, username }),
    $tab,
    selectTab(tab) {
      url.update({ tab: tab === 'orders' ? '' : tab }, 'push');
      if (tab === 'orders') void orders.refresh();
      if (tab === 'approvals') void readings.pending.refresh();
      void alerts.refresh();
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
