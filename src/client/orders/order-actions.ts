import { atom } from 'nanostores';
import type { Order } from '../../shared/orders/orders.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Task } from '../desk/work.ts';
import type { OrderDetail } from './order-detail.ts';
import type { OrderList } from './order-list.ts';

export function createOrderActions(
  { api, work, toast, fetching }: DeskBase,
  orders: OrderList,
  detail: OrderDetail,
) {
  const $deletionAsked = atom<Order | null>(null);

  const change = <Answer>({ id }: Order, task: Omit<Task<Answer>, 'subject' | 'refresh'>) =>
    work.perform({ ...task, subject: `order:${id}`, refresh: () => void fetching.changed(`orders/${id}`) });

  const restore = (order: Order) =>
    change(order, {
      name: 'restore',
      run: async () => {
        await api.restoreOrder(order.id);
        if (orders.$view.get().show === 'deleted') orders.takeOff(order);
      },
      failure: { title: 'Restore Failed', message: 'Failed to restore order' },
    });

  return {
    $deletionAsked,
    /** Asks whether to delete an order; null ends the question. */
    askToDelete: (order: Order | null) => $deletionAsked.set(order),
    restore,
    /** Deletes an order, once the question was answered, and closes it. */
    remove: (order: Order) =>
      change(order, {
        name: 'delete',
        run: async () => {
          await api.deleteOrder(order.id);
          orders.takeOff(order);
        },
        show() {
          if (detail.$openId.get() === order.id) detail.close();
          toast({
            title: 'Order Deleted',
            description: `Order ${order.orderNumber} is no longer listed.`,
            action: { label: 'Undo', run: () => void restore(order) },
          });
        },
        failure: { title: 'Delete Failed', message: 'Failed to delete order' },
      }),
    assign: (order: Order, readerId: string | null) =>
      change(order, {
        name: 'assign',
        run: async () => {
          const given = await api.assignOrder(order.id, readerId);
          orders.put(given);
          return given.assignedReader?.username;
        },
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
    /** Accepts a payment in review: the order is paid. */
    acceptPayment: (order: Order) =>
      change(order, {
        name: 'accept',
        run: async () => orders.put(await api.acceptPayment(order.id)),
        failure: { title: 'Update Failed', message: 'Failed to accept the payment' },
      }),
    /** Releases an order whose payment is doubted, and acknowledges a failed refund. */
    clearPayment: (order: Order) =>
      change(order, {
        name: 'clear',
        run: async () => orders.put(await api.clearPayment(order.id)),
        failure: { title: 'Update Failed', message: 'Failed to let the order go on' },
      }),
    /** @param clipboard undefined on a page without https */
    async copyNumber(
      { orderNumber }: Order,
      clipboard: Pick<Clipboard, 'writeText'> | undefined = navigator.clipboard,
    ): Promise<void> {
      try {
        if (!clipboard) throw new Error('There is no clipboard.');
        await clipboard.writeText(orderNumber);
        toast({ title: 'Number Copied', description: orderNumber });
      } catch {
        toast({
          title: 'Copy Failed',
          description: `The browser does not allow it. The number is ${orderNumber}.`,
          variant: 'destructive',
        });
      }
    },
  };
}
