import { hasEnded } from '../../shared/orders/order-status.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { customerPath } from '../desk/customer-path.ts';
import { canRefund } from '../orders/money/order-money.ts';
import type { OrderAction } from '../orders/order-detail.ts';
import { exportAddress } from '../orders/order-view.ts';
import type { PaletteEntry } from '../palette/entries.ts';
import type { PaletteSource } from '../palette/palette.ts';
import { createPeople } from '../people/people.ts';
import type { SettingsSection } from '../settings/sections.ts';
import type { AdminDesk, AdminTab } from './admin-desk.ts';
import { orderAtHand } from './order-at-hand.ts';

/** What the palette needs of the page. */
export interface PalettePage {
  signOut(): Promise<void>;
  /** Goes to an address, or fetches the file that is there. */
  go(address: string): void;
  /** @returns the id of the order in whose row the focus is; null when it is in none */
  focusedRow(): string | null;
  /** Whether keys are at hand: on a phone none are listed. */
  hasKeys: boolean;
}

/** The cards of the settings by their headings, the page each stands on, and other words for them. */
const cards: [heading: string, section: SettingsSection, words: string][] = [
  ['Reading Price', 'shop', 'cost dollars'],
  ['Change Admin Password', 'shop', 'own sign in'],
  ['Your business', 'shop', 'name contact colour texts terms faq'],
  ['Days and queue', 'delivery', 'holidays closed pause sales'],
  ['Withdrawal and feedback', 'aftercare', 'after the order ratings'],
  ['Accounts', 'people', 'people readers admins new add away'],
  ['What readers see', 'people', 'earlier readings customer'],
  ['Mail when something happens', 'mail', 'refund dispute late notices switch'],
  ['Ways to pay', 'mail', 'apple google wallets'],
  ['Backups', 'health', 'copies database'],
  ['Health check', 'health', 'doctor'],
  ['One person’s data', 'privacy', 'export erase'],
  ['How long data is kept', 'privacy', 'retention delete'],
  ['Change history', 'history', 'audit log'],
];

const tabs: [tab: AdminTab, label: string, words: string][] = [
  ['orders', 'Order Management', 'list'],
  ['approvals', 'Reading Approval', 'review pending'],
  ['overview', 'Overview', 'figures revenue'],
  ['settings', 'Settings', ''],
];

/** Lists of orders that work begins with. */
const lists: [name: string, filters: Parameters<AdminDesk['showOrders']>[0]][] = [
  ['All', {}],
  ['Unassigned', { status: 'pending', reader: 'none' }],
  ['Late', { show: 'overdue' }],
  ['Under Review', { status: 'reading_uploaded' }],
  ['Refunded', { payment: 'refunded' }],
  ['Disputed', { payment: 'disputed' }],
];

/** Where an admin's palette finds something: to add an action or a place, add a line. */
export function createAdminPalette(desk: AdminDesk, page: PalettePage): PaletteSource {
  const { detail, orders } = desk;
  const action = (label: string, run: () => void, words = ''): PaletteEntry => ({
    id: `action/${label}`,
    group: 'Actions',
    label,
    words,
    run,
  });
  const place = (label: string, run: () => void, words = ''): PaletteEntry => ({
    id: `place/${label}`,
    group: 'Go to',
    label,
    words,
    run,
  });

  let row: string | null = null;

  function ofOrderAtHand(): PaletteEntry[] {
    const order = orderAtHand(desk, row);
    return order ? entriesOf(order, desk, page) : [];
  }

  function ofReaders(): PaletteEntry[] {
    const readers = desk.readers.$state.get().data ?? [];
    return readers.flatMap(({ id, username }) => [
      {
        id: `reader/${id}`,
        group: 'People' as const,
        label: username,
        detail: 'orders of this reader',
        run: () => desk.showOrders({ reader: id }),
      },
      {
        id: `account/${id}`,
        group: 'People' as const,
        label: username,
        detail: 'account, days away, limit',
        run: () => {
          desk.selectTab('settings', 'people');
          desk.later(createPeople).$openId.set(id);
        },
      },
    ]);
  }

  const toOrder = ({ id, orderNumber, customerName, customerEmail }: Order): PaletteEntry => ({
    id: `order/${id}`,
    group: 'Orders',
    label: orderNumber,
    detail: `${customerName} · ${customerEmail}`,
    run: () => detail.open(id),
  });

  return {
    open() {
      row = page.focusedRow();
    },
    entries: () => [
      ...ofOrderAtHand(),
      action('Export CSV', () => page.go(exportAddress(orders.$view.get())), 'download file orders list'),
      action(
        'My account',
        () => desk.$isAccountOpen.set(true),
        'password email two factor sessions snippets notices',
      ),
      ...(page.hasKeys
        ? [action('Keyboard shortcuts', () => desk.shortcuts.$isListOpen.set(true), 'keys help ?')]
        : []),
      action('Sign Out', () => void page.signOut(), 'log leave'),
      ...tabs.map(([tab, label, words]) => place(label, () => desk.selectTab(tab), words)),
      place('Payments to check', () => desk.showOrders({ payment: 'review' }), 'money review'),
      ...lists.map(([name, filters]) => ({
        ...place(name, () => desk.showOrders(filters), 'list filter'),
        detail: 'orders',
      })),
      ...cards.map(([heading, section, words]) => ({
        id: `setting/${heading}`,
        group: 'Settings' as const,
        label: heading,
        words,
        run: () => desk.selectTab('settings', section),
      })),
      ...ofReaders(),
    ],
    recent: () => {
      const others = desk.recent.list().filter(({ id }) => id !== detail.$openId.get());
      return others.map(({ id, label }) => {
        const listed = orders.$state.get().orders.find((order) => order.id === id);
        return {
          id: `recent/${id}`,
          group: 'Recent',
          label,
          ...(listed && { detail: `${listed.customerName} · ${listed.customerEmail}` }),
          run: () => detail.open(id),
        };
      });
    },
    search: async (text) => (await desk.findOrders(text)).map(toOrder),
  };
}

/** What the palette finds that can be done to an order. What needs a button of the order opens it first. */
function entriesOf(order: Order, desk: AdminDesk, page: PalettePage): PaletteEntry[] {
  const { detail, orderActions } = desk;
  const { orderNumber, assignedReader } = order;
  const action = (label: string, words: string, run: () => void): PaletteEntry => ({
    id: `action/${label}`,
    group: 'Actions',
    label,
    detail: orderNumber,
    words,
    run,
  });
  const inOrder = (label: string, words: string, what: OrderAction) =>
    action(label, words, () => detail.open(order.id, what));
  // Only what is on the screen is approved.
  const shown = detail.$openId.get() === order.id ? desk.readings.ofOrder(order.id).$state.value?.data : null;
  const isRead = shown && desk.readings.editDraft(shown.id).$fields.get() === null;
  const give = (to: string, readerId: string | null): PaletteEntry => ({
    id: `assign/${readerId}`,
    group: 'People',
    label: `Assign to ${to}`,
    detail: orderNumber,
    words: 'reassign give reader',
    run: () => void orderActions.assign(order, readerId),
  });
  const isOver = hasEnded(order);
  const isToDecide = order.status === 'reading_uploaded' && !isOver;
  const others = (desk.readers.$state.get().data ?? []).filter(({ id }) => id !== assignedReader?.id);
  return [
    ...(isToDecide && isRead ? [inOrder('Approve & Send', 'accept deliver', 'approve')] : []),
    ...(isToDecide ? [inOrder('Reject', 'send back feedback', 'reject')] : []),
    ...(isToDecide || (order.status === 'rejected' && !isOver)
      ? [inOrder('Edit Reading', 'change text', 'edit')]
      : []),
    ...(canRefund(order) ? [inOrder('Refund…', 'money back', 'refund')] : []),
    {
      ...action('Customer’s page', 'all orders money mails emails notes', () =>
        page.go(customerPath(order.id)),
      ),
      detail: `${order.customerName} · ${orderNumber}`,
    },
    inOrder('Correct address', 'email wrong', 'correct'),
    inOrder('Print order', 'paper', 'print'),
    action('Delete order', 'remove bin', () => orderActions.askToDelete(order)),
    ...(order.status === 'approved' || isOver
      ? []
      : [
          ...others.map(({ id, username }) => give(username, id)),
          ...(assignedReader ? [give('no reader', null)] : []),
        ]),
  ];
}
