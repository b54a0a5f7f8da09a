import type { Order } from '../../shared/orders.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import type { Work } from '../desk/work.ts';
import type { showToast } from '../toasts.ts';
import type { OrderList } from './order-list.ts';

/** What is done to one order, whether in its row or in its dialog. */
export interface OrderActions {
  remove(order: Order): Promise<boolean>;
  restore(order: Order): Promise<boolean>;
  assign(order: Order, readerId: string | null): Promise<boolean>;
  /** Takes a payment in review as it is: the order is paid. */
  acceptPayment(order: Order): Promise<boolean>;
}

export function createOrderActions(dependencies: {
  api: StaffApi;
  orders: OrderList;
  work: Work;
  toast: typeof showToast;
  /** Called after an order was deleted, restored, reassigned or accepted as paid. */
  onChanged?: (orderId: string) => void;
}): OrderActions {
  const { api, orders, work, toast, onChanged } = dependencies;

  function restore(order: Order): Promise<boolean> {
    return work.perform({
      subject: `order:${order.id}`,
      name: 'restore',
      run: async () => {
        await api.restoreOrder(order.id);
        if (orders.$view.get().show === 'deleted') orders.takeOff(order);
        toast({ title: 'Order Restored', description: `Order ${order.orderNumber} is back.` });
        onChanged?.(order.id);
        void orders.refresh();
      },
      failure: { title: 'Restore Failed', message: 'Failed to restore order' },
      onConflict: () => void orders.refresh(),
    });
  }

  return {
    restore,
    remove: (order) =>
      work.perform({
        subject: `order:${order.id}`,
        name: 'delete',
        run: async () => {
          await api.deleteOrder(order.id);
          orders.takeOff(order);
          toast({
            title: 'Order Deleted',
            description: `Order ${order.orderNumber} is no longer listed.`,
            action: { label: 'Undo', run: () => void restore(order) },
          });
          onChanged?.(order.id);
          void orders.refresh();
        },
        failure: { title: 'Delete Failed', message: 'Failed to delete order' },
        onConflict: () => void orders.refresh(),
      }),
    assign: (order, readerId) =>
      work.perform({
        subject: `order:${order.id}`,
        name: 'assign',
        run: async () => {
          const changed = await api.assignOrder(order.id, readerId);
          const reader = changed.assignedReader?.username;
          orders.put(changed);
          toast({
            title: 'Order Reassigned',
            description: reader
              ? `${order.orderNumber} is now with ${reader}.`
              : `${order.orderNumber} is with nobody now.`,
          });
          onChanged?.(order.id);
          // What the list is filtered by may not be so any more.
          if (orders.$view.get().reader) void orders.refresh();
        },
        failure: { title: 'Update Failed', message: 'Failed to reassign order' },
        onConflict: () => {
          onChanged?.(order.id);
          void orders.refresh();
        },
      }),
    acceptPayment: (order) =>
      work.perform({
        subject: `order:${order.id}`,
        name: 'accept',
        run: async () => {
          orders.put(await api.acceptPayment(order.id));
          toast({
            title: 'Payment Accepted',
            description: `${order.orderNumber} is paid. Its confirmation is on its way.`,
          });
          onChanged?.(order.id);
          void orders.refresh();
        },
        failure: { title: 'Update Failed', message: 'Failed to accept the payment' },
        onConflict: () => {
          onChanged?.(order.id);
          void orders.refresh();
        },
      }),
  };
}
