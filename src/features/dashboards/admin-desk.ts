import { atom, computed } from 'nanostores';
import { readJson } from '../../lib/page-storage.ts';
import { isActive } from '../../shared/orders/order-status.ts';
import type { FirstStepNote } from '../../shared/shop/set-up-schema.ts';
import { createDeskBase, type DeskBase, type DeskDependencies } from '../desk/desk-base.ts';
import { createOrderDesk } from '../orders/order-desk.ts';

export const tabLabels = {
  orders: 'Order Management',
  approvals: 'Reading Approval',
  settings: 'Settings',
  today: 'Today',
};
export type AdminTab = keyof typeof tabLabels;
const isTab = (name: string): name is AdminTab => Object.hasOwn(tabLabels, name);

const noFilters = { q: '', status: '', payment: '', reader: '', show: '', placed: '', rows: '' };
const allOrders = { ...noFilters, tab: '', reading: '', section: '' };

export type AdminDesk = ReturnType<typeof createAdminDesk>;

/** Creates the stores of the admins' page. The address holds the open tab, list, and order. */
export function createAdminDesk(dependencies: DeskDependencies) {
  const desk = createDeskBase(dependencies);
  const { api, url, work, fetching } = desk;
  const orderDesk = desk.storeOf(createOrderDesk);
  const { orders, detail, writing } = orderDesk;
  const today = fetching.store('today', () => api.today(), 'orders');
  // Alerts depend on paused sales, readers away and connections; business days decide which orders are late.
  for (const about of ['settings', 'staff']) fetching.follow(about, today.refresh);
  const $tab = computed(url.$parameters, ({ tab = '' }): AdminTab => (isTab(tab) ? tab : 'orders'));

  const recent = createRecentOrders(desk);
  detail.$open.subscribe((open, before) => {
    const order = open?.order;
    if (!order) return;
    recent.note({ id: open.id, label: open.orderNumber });
    const last = before?.id === open.id ? before.order : null;
    if (last?.status === order.status && isActive(last) === isActive(order)) return;
    const isToWrite = order.status === 'pending' && isActive(order);
    // Loading deletes the draft of a reading that was submitted on another device.
    if (isToWrite || writing.draftOf(order.id).$fields.get()) void writing.autosaveOf(order.id).load();
  });
  const $isSectionWanted = atom(false);

  work.onSignedIn(() => {
    writing.resume();
    void fetching.changed('orders');
  });

  const showOrders = (filters: Partial<typeof noFilters>) => url.update({ ...allOrders, ...filters }, 'push');

  return {
    ...orderDesk,
    recent,
    today,
    firstSteps: createFirstSteps(desk),
    /** The price, the promised day, and whether sales are paused. */
    offer: fetching.store('settings', () => api.settings()),
    $tab,
    $isSectionWanted,
    /** @param section of the settings to focus; without it, the first or the open one */
    selectTab(tab: string, section?: string) {
      $isSectionWanted.set(section !== undefined);
      const isSame = tab === $tab.get() && section === undefined;
      const others = isSame
        ? {}
        : { order: '', reading: '', edit: '', section: section === 'shop' ? '' : section };
      url.update({ tab: tab === 'orders' ? '' : tab, ...others }, 'push');
      if (tab === 'orders') void orders.refresh();
      void today.refresh();
    },
    async findOrders(q: string) {
      const request = { q, sort: 'date', direction: 'desc', payment: 'all', limit: '7' } as const;
      let page = await work.watch(api.listOrders(request));
      // With very many orders, a page may be empty without being the last.
      while (page.orders.length === 0 && page.nextCursor) {
        page = await work.watch(api.listOrders({ ...request, cursor: page.nextCursor }));
      }
      return page.orders;
    },
    resume: writing.resume,
    showOrders,
  };
}

function createFirstSteps({ api, fetching, work }: DeskBase) {
  const steps = fetching.store('first-steps', () => api.firstSteps());
  async function refresh(): Promise<void> {
    if (!steps.$state.value?.data?.isOver) await steps.refresh();
  }
  for (const about of ['orders', 'staff']) fetching.follow(about, refresh);
  return {
    $state: steps.$state,
    refresh,
    note: (note: FirstStepNote) =>
      work.perform({
        subject: 'first-steps',
        name: note,
        run: async () => steps.put(await api.recordFirstStep(note)),
        failure: { title: 'Update Failed', message: 'Failed to update the first steps' },
      }),
  };
}

/** Contains nothing personal, because it is stored on the device. */
type Opened = { id: string; label: string };

const mostRemembered = 6;

/** Creates the list of the last six orders that this user opened on this device. */
export function createRecentOrders({ storage, username }: Pick<DeskDependencies, 'storage' | 'username'>) {
  const key = `recent/${encodeURIComponent(username)}`;
  let opened = readJson<Opened[]>(storage.getItem(key)) ?? [];
  return {
    list: () => opened,
    note({ id, label }: Opened) {
      if (opened[0]?.id === id) return;
      opened = [{ id, label }, ...opened.filter((other) => other.id !== id)].slice(0, mostRemembered);
      storage.setItem(key, JSON.stringify(opened));
    },
  };
}
