import type { StaffApi } from '../../../src/features/desk/staff-api.ts';
import { anApiError } from '../../../src/lib/store-testing.ts';
import type { Order } from '../../../src/shared/orders/order-schema.ts';
import { readers } from './open-order.ts';

/** Creates a server that lists, searches, deletes, restores and assigns these orders. */
export function fakeShop(sold: Order[]) {
  let orders = sold;
  const deleted = new Set<string>();
  const find = (id: string) => {
    const order = orders.find((one) => one.id === id);
    if (!order || deleted.has(id)) throw anApiError(404, 'not_found', 'There is no such order.');
    return order;
  };
  const give = (id: string, readerId: string | null) => {
    const given = { ...find(id), assignedReader: readers.find((reader) => reader.id === readerId) ?? null };
    orders = orders.map((order) => (order.id === id ? given : order));
    return given;
  };
  return {
    readers: async () => readers,
    async listOrders({ q = '', status, deleted: isDeleted, sort, direction }) {
      const found = orders.filter(
        (order) =>
          deleted.has(order.id) === (isDeleted === 'true') &&
          (!status || order.status === status) &&
          `${order.customerName} ${order.orderNumber}`.toLowerCase().includes(q.toLowerCase()),
      );
      if (sort === 'customer') found.sort((a, b) => a.customerName.localeCompare(b.customerName));
      if (direction === (sort === 'customer' ? 'desc' : 'asc')) found.reverse();
      return { orders: found, total: found.length, nextCursor: null };
    },
    order: async (id) => find(id),
    orderEvents: async () => [],
    orderMails: async () => [],
    async deleteOrder(id) {
      deleted.add(find(id).id);
      return { deleted: true };
    },
    async restoreOrder(id) {
      deleted.delete(id);
      return find(id);
    },
    assignOrder: async (id, readerId) => give(id, readerId),
    async assignOrders(ids, readerId) {
      const known = ids.filter((id) => !deleted.has(id));
      const refused = ids
        .filter((id) => deleted.has(id))
        .map((orderId) => ({ orderId, message: 'There is no such order.' }));
      return { assigned: known.map((id) => give(id, readerId)), refused };
    },
  } satisfies Partial<StaffApi>;
}
