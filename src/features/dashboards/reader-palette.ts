import { questionOf } from '../../shared/orders/asked.ts';
import type { ReaderOrder } from '../../shared/orders/order-schema.ts';
import { isToBeWritten } from '../../shared/orders/order-status.ts';
import type { ReaderDesk } from '../writing/reader-desk.ts';
import { entry, type PaletteSource } from './palette/palette.ts';

export function createReaderPalette(desk: ReaderDesk, signOut: () => Promise<void>): PaletteSource {
  const toOrder = (order: ReaderOrder, run: () => void) =>
    entry('Orders', order.orderNumber, run, {
      detail: `${order.customerName} · ${questionOf(order)}`,
      words: order.readingAddresseeName,
    });
  return {
    entries: () => [
      ...(desk.role === 'admin'
        ? [entry('Actions', 'Admin Dashboard', () => location.assign('/admin/dashboard'))]
        : []),
      entry('Actions', 'My account', () => desk.$isAccountOpen.set(true), {
        words: 'password email two factor sessions snippets days away notices',
      }),
      entry('Actions', 'Sign Out', () => void signOut(), { words: 'log leave' }),
      ...desk.$assignments.get().map((order) => toOrder(order, () => desk.write(order.id))),
      ...desk.$submitted
        .get()
        .filter(({ status }) => !isToBeWritten(status))
        .map((order) => toOrder(order, () => desk.open(order.orderNumber))),
    ],
    recent: () => [],
    search: async () => [],
  };
}
