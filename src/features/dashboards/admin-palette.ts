import type { Order } from '../../shared/orders/order-schema.ts';
import { hasEnded } from '../../shared/orders/order-status.ts';
import { nameOf } from '../../shared/people/signed-in-user.ts';
import type { OrderAction } from '../desk/asked-actions.ts';
import { canRefund } from '../orders/money/order-money.ts';
import { customerPath, exportAddress } from '../orders/order-list-store.ts';
import { createPeople } from '../people/people-store.ts';
import { changesReading } from '../readings/reading-store.ts';
import { type SettingsPart, settingsParts } from '../settings/sections.ts';
import { type AdminDesk, type AdminTab, tabLabels } from './admin-desk.ts';
import { entry, findEntries, type PaletteEntry, type PaletteSource } from './palette/palette.ts';

interface PalettePage {
  signOut(): Promise<void>;
  go(address: string): void;
  /** Returns the id of the focused row's order. */
  focusedOrderId(): string | null;
  /** False on a phone. */
  hasKeys: boolean;
}

const tabs: [tab: AdminTab, words: string][] = [
  ['orders', 'list'],
  ['approvals', 'review pending'],
  ['today', 'overview figures revenue pause resume sales alerts'],
  ['settings', ''],
];

const lists: [name: string, filters: Parameters<AdminDesk['showOrders']>[0], words?: string][] = [
  ['Payments to check', { payment: 'review' }, 'money review'],
  ['All', {}],
  ['Unassigned', { status: 'pending', reader: 'none' }],
  ['Late', { show: 'overdue' }],
  ['Under Review', { status: 'reading_uploaded' }],
  ['Refunded', { payment: 'refunded' }],
  ['Disputed', { payment: 'disputed' }],
];

/** Returns the entries and the search of the admins' palette. Its actions are for the focused or open order. */
export function createAdminPalette(desk: AdminDesk, page: PalettePage): PaletteSource {
  const { detail, orders } = desk;
  const row = page.focusedOrderId();

  function openAccount(id: string): void {
    desk.selectTab('settings', 'people');
    desk.storeOf(createPeople).$openId.set(id);
  }

  const toOrder = ({ id, orderNumber, customerName, customerEmail }: Order) =>
    entry('Orders', orderNumber, () => detail.open(id), { detail: `${customerName} · ${customerEmail}` });

  return {
    $fetched: desk.readers.$state,
    entries: () => [
      ...entriesOf(detail.atHand(row), desk, page),
      entry('Actions', 'Export orders as CSV', () => page.go(exportAddress(orders.$view.get())), {
        words: 'download file orders list',
      }),
      entry('Actions', 'My account', () => desk.$isAccountOpen.set(true), {
        words: 'password email two factor sessions snippets notices',
      }),
      ...[
        entry('Actions', 'Keyboard shortcuts', () => desk.shortcuts.$isListOpen.set(true), {
          words: 'keys help ?',
        }),
      ].filter(() => page.hasKeys),
      entry('Actions', 'Sign Out', () => void page.signOut(), { words: 'log leave' }),
      ...(desk.readers.$state.get().data ?? [])
        .filter(({ username }) => username === desk.username)
        .map(() =>
          entry('Go to', 'My Assignments', () => page.go('/reader/dashboard'), { words: 'write reader' }),
        ),
      ...tabs.map(([tab, words]) => entry('Go to', tabLabels[tab], () => desk.selectTab(tab), { words })),
      ...lists.map(([name, filters, words = 'list filter']) =>
        entry('Go to', name, () => desk.showOrders(filters), { words, detail: 'orders' }),
      ),
      ...settingsEntries((part) => desk.selectTab('settings', part)),
      ...(desk.readers.$state.get().data ?? []).flatMap(({ id, ...reader }) => [
        entry('People', nameOf(reader), () => desk.showOrders({ reader: id }), {
          detail: 'orders of this reader',
        }),
        entry('People', nameOf(reader), () => openAccount(id), {
          id: `account/${id}`,
          detail: 'account, days away, limit',
        }),
      ]),
    ],
    recent: () => {
      const others = desk.recent.list().filter(({ id }) => id !== detail.$openId.get());
      return others.map(({ id, label }) => {
        const listed = orders.$state.get().orders.find((order) => order.id === id);
        const found = listed ? toOrder(listed) : entry('Recent', label, () => detail.open(id));
        return { ...found, group: 'Recent' };
      });
    },
    async search(text) {
      const found = await desk.findOrders(text);
      return [...found.map(toOrder), ...customersIn(found, text, page)];
    },
  };
}

function entriesOf(order: Order | null, desk: AdminDesk, page: PalettePage): PaletteEntry[] {
  if (!order) return [];
  const { detail, orderActions } = desk;
  const { orderNumber, assignedReader } = order;
  const action = (label: string, words: string, run: () => void, more: Partial<PaletteEntry> = {}) =>
    entry('Actions', label, run, { detail: orderNumber, words, ...more });
  const inOrder = (label: string, words: string, what: OrderAction) =>
    action(label, words, () => detail.open(order.id, what));
  // Only a reading on the screen may be approved.
  const shown = detail.$openId.get() === order.id ? desk.readings.ofOrder(order.id).$state.value?.data : null;
  const isRead = shown && !changesReading(desk.readings.editDraft(shown.id).$fields.get(), shown);
  const give = (to: string, readerId: string | null) =>
    action(`Assign to ${to}`, 'reassign give reader', () => void orderActions.assign(order, readerId), {
      group: 'People',
    });
  const isOver = hasEnded(order);
  const isToDecide = order.status === 'reading_uploaded' && !isOver;
  const isRejected = order.status === 'rejected' && !isOver;
  const canAssign = order.status !== 'approved' && !isOver;
  const others = (desk.readers.$state.get().data ?? []).filter(({ id }) => id !== assignedReader?.id);
  return [
    ...(isToDecide && isRead ? [inOrder('Approve & Send', 'accept deliver', 'approve')] : []),
    ...(isToDecide ? [inOrder('Reject', 'send back feedback', 'reject')] : []),
    ...(isToDecide || isRejected ? [inOrder('Edit Reading', 'change text', 'edit')] : []),
    ...(canRefund(order) ? [inOrder('Refund…', 'money back', 'refund')] : []),
    action('Customer’s page', 'all orders money mails emails notes', () => page.go(customerPath(order.id)), {
      detail: `${order.customerName} · ${orderNumber}`,
    }),
    inOrder('Correct address', 'email wrong', 'correct'),
    inOrder('Print order', 'paper', 'print'),
    action('Delete order', 'remove bin', () => orderActions.askToDelete(order)),
    ...(canAssign ? others.map(({ id, ...reader }) => give(nameOf(reader), id)) : []),
    ...(canAssign && assignedReader ? [give('no reader', null)] : []),
  ];
}

/** Returns entries for the two cards that are always open, each part, and each named setting in it. */
function settingsEntries(open: (part: SettingsPart | 'shop') => void): PaletteEntry[] {
  const parts = Object.entries(settingsParts) as [SettingsPart, (typeof settingsParts)[SettingsPart]][];
  return [
    entry('Settings', 'Reading Price', () => open('shop'), { words: 'cost dollars' }),
    entry('Settings', 'Change Admin Password', () => open('shop'), { words: 'own sign in' }),
    ...parts.map(([part, { title, line }]) => entry('Settings', title, () => open(part), { words: line })),
    ...parts.flatMap(([part, { title, settings }]) =>
      settings
        .split(', ')
        .map((name) => entry('Settings', name, () => open(part), { id: `${part}/${name}`, detail: title })),
    ),
  ];
}

/** Returns each customer whose name matches the search, once. */
function customersIn(found: Order[], text: string, page: PalettePage): PaletteEntry[] {
  const byAddress = new Map(found.toReversed().map((order) => [order.customerEmail.toLowerCase(), order]));
  const customers = [...byAddress.values()]
    .reverse()
    .map(({ id, customerName, customerEmail }) =>
      entry('Customers', customerName, () => page.go(customerPath(id)), { id, detail: customerEmail }),
    );
  return findEntries(customers, text);
}
