import { isToBeWritten } from '../../shared/orders/order-status.ts';
import type { ReaderOrder } from '../../shared/orders/orders.ts';
import { questionOf } from '../../shared/orders/reading-types.ts';
import type { PaletteEntry } from '../palette/entries.ts';
import type { PaletteSource } from '../palette/palette.ts';
import type { ReaderDesk } from './reader-desk.ts';

/** Where a reader's palette finds something: to add an action or a place, add a line. */
export function createReaderPalette(desk: ReaderDesk, signOut: () => Promise<void>): PaletteSource {
  const action = (label: string, words: string, run: () => void): PaletteEntry => ({
    id: `action/${label}`,
    group: 'Actions',
    label,
    words,
    run,
  });
  const toOrder = (order: ReaderOrder, run: () => void): PaletteEntry => ({
    id: `order/${order.id}`,
    group: 'Orders',
    label: order.orderNumber,
    detail: `${order.customerName} · ${questionOf(order)}`,
    words: order.readingAddresseeName,
    run,
  });
  return {
    open() {},
    entries: () => [
      action('My account', 'password email two factor sessions snippets days away notices', () =>
        desk.$isAccountOpen.set(true),
      ),
      action('Sign Out', 'log leave', () => void signOut()),
      ...desk.$assignments.get().map((order) => toOrder(order, () => desk.write(order.id))),
      ...desk.$submitted
        .get()
        .filter(({ status }) => !isToBeWritten(status))
        .map((order) => toOrder(order, () => desk.open(order.orderNumber))),
    ],
    recent: () => [],
    // All that a reader may see is on their desk.
    search: async () => [],
  };
}
