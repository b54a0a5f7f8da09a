import { atom, type ReadableAtom } from 'nanostores';
import type { Order } from '../../shared/orders/orders.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { OrderList } from './order-list.ts';

/** What is done to one order, whether in its row or in its dialog. */
export interface OrderActions {
  /** The order about which `Are you sure you want to delete order …?` is asked; null while nothing is asked. */
  readonly $deletionAsked: ReadableAtom<Order | null>;
  /** Asks before an order is deleted, whichever button, key or command asked for it; null ends the question. */
  askToDelete(order: Order | null): void;
  /** Deletes an order once the question was answered. */
  remove(order: Order): Promise<boolean>;
  restore(order: Order): Promise<boolean>;
  assign(order: Order, readerId: string | null): Promise<boolean>;
  /** Takes a payment in review as it is: the order is paid. */
  acceptPayment(order: Order): Promise<boolean>;
  /** Releases an order whose payment is doubted, and notes a refund that failed. */
  clearPayment(order: Order): Promise<boolean>;
}

export function createOrderActions(desk: DeskBase, orders: OrderList): OrderActions {
  const { api, work, toast, fetching } = desk;
  const changed = ({ id }: Order) => void fetching.changed(`orders/${id}`);

  const $deletionAsked = atom<Order | null>(null);

  function restore(order: Order): Promise<boolean> {
    return work.perform({
      subject: `order:${order.id}`,
      name: 'restore',
      run: async () => {
        await api.restoreOrder(order.id);
        if (orders.$view.get().show === 'deleted') orders.takeOff(order);
      },
      refresh: () => changed(order),
      failure: { title: 'Restore Failed', message: 'Failed to restore order' },
    });
  }

  return {
    $deletionAsked,
    askToDelete: (order) => $deletionAsked.set(order),
    restore,
    remove: (order) =>
      work.perform({
        subject: `order:${order.id}`,
        name: 'delete',
        run: async () => {
          await api.deleteOrder(order.id);
          orders.takeOff(order);
        },
        refresh: () => changed(order),
        show: () =>
          toast({
            title: 'Order Deleted',
            description: `Order ${order.orderNumber} is no longer listed.`,
            action: { label: 'Undo', run: () => void restore(order) },
          }),
        failure: { title: 'Delete Failed', message: 'Failed to delete order' },
      }),
    assign: (order, readerId) =>
      work.perform({
        subject: `order:${order.id}`,
        name: 'assign',
        run: async () => {
          const given = await api.assignOrder(order.id, readerId);
          orders.put(given);
          return given.assignedReader?.username;
        },
        refresh: () => changed(order),
        show(reader) {
          const isKept = !reader && !order.assignedReader;
          toast({
            title: isKept ? 'Order Kept' : 'Order Reassigned',
            description: reader
              ? `${order.orderNumber} is now with ${reader}.`
              : `${order.orderNumber} is unassigned${isKept ? ' until you assign it' : ' now'}.`,
          });
        },
        failure: { title: 'Update Failed', message: 'Failed to reassign order' },
      }),
    acceptPayment: (order) =>
      work.perform({
        subject: `order:${order.id}`,
        name: 'accept',
        run: async () => orders.put(await api.acceptPayment(order.id)),
        refresh: () => changed(order),
        failure: { title: 'Update Failed', message: 'Failed to accept the payment' },
      }),
    clearPayment: (order) =>
      work.perform({
        subject: `order:${order.id}`,
        name: 'clear',
        run: async () => orders.put(await api.clearPayment(order.id)),
        refresh: () => changed(order),
        failure: { title: 'Update Failed', message: 'Failed to let the order go on' },
      }),
  };
}
