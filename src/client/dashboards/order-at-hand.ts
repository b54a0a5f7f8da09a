import type { Order } from '../../shared/orders/orders.ts';
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
