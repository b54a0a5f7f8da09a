import { hasEnded } from '../../shared/orders/order-status.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { customerPath } from '../desk/customer-path.ts';
import { canRefund } from '../orders/money/order-money.ts';
import type { PaletteEntry } from '../palette/entries.ts';
import type { PaletteActs } from '../palette/page.ts';
import type { AdminDesk } from './admin-desk.ts';

/**
 * @param focusedRow the id of the order whose row has the focus
 * @returns the order that is meant when none is named: that of the row, or else the one that is open; null for none,
 *   and for deleted ones
 */
export function orderAtHand({ detail, orders }: AdminDesk, focusedRow: string | null): Order | null {
  if (focusedRow === null || focusedRow === detail.$openId.get()) return detail.$open.get()?.order ?? null;
  if (orders.$view.get().show === 'deleted') return null;
  return orders.$state.get().orders.find(({ id }) => id === focusedRow) ?? null;
}

/** Deletes an order once the question was answered, and closes it. */
export async function removeAndClose({ detail, orderActions }: AdminDesk, order: Order): Promise<void> {
  const isDone = await orderActions.remove(order);
  if (isDone && detail.$openId.get() === order.id) detail.close();
}

/** What the palette finds that can be done to an order. What needs a button of the order opens it first. */
export function entriesOf(order: Order, desk: AdminDesk, page: PaletteActs): PaletteEntry[] {
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
  const press = (button: string, words = '') =>
    action(button, words, () => {
      if (detail.$openId.get() !== order.id) detail.open(order.id);
      page.pressOfOrder(button, order.id, () => detail.$openId.get() === order.id);
    });
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
    ...(isToDecide ? [press('Approve & Send', 'accept deliver'), press('Reject', 'send back feedback')] : []),
    ...(isToDecide || (order.status === 'rejected' && !isOver) ? [press('Edit Reading', 'change text')] : []),
    ...(canRefund(order) ? [press('Refund…', 'give money back')] : []),
    {
      ...action('Customer’s page', 'all orders money mails notes', () => page.go(customerPath(order.id))),
      detail: `${order.customerName} · ${orderNumber}`,
    },
    press('Correct address', 'email wrong'),
    press('Print order', 'paper'),
    action('Delete order', 'remove bin', () => orderActions.askToDelete(order)),
    ...(order.status === 'approved' || isOver
      ? []
      : [
          ...others.map(({ id, username }) => give(username, id)),
          ...(assignedReader ? [give('nobody', null)] : []),
        ]),
  ];
}
