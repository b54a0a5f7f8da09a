import { atom, computed, type ReadableAtom } from 'nanostores';
import { csvHeader, csvLines } from '../../shared/csv.ts';
import type { Order } from '../../shared/orders.ts';
import type { showToast } from '../toasts.ts';
import type { OrderList } from './orders.ts';
import type { StaffApi } from './staff-api.ts';
import type { Work } from './work.ts';

/** The rows of the list that were picked, and what can be done to all of them. */
export interface OrderSelection {
  /** Of the rows on screen, those that are picked; a row that left the list is not. */
  readonly $picked: ReadableAtom<Order[]>;
  toggle(order: Order): void;
  /** Picks all rows on screen, or none if all are picked. */
  toggleAll(): void;
  clear(): void;
  assign(readerId: string | null): Promise<boolean>;
  /** Saves the picked rows as a file. */
  download(): void;
}

export function createOrderSelection(dependencies: {
  api: StaffApi;
  orders: OrderList;
  work: Work;
  toast: typeof showToast;
  saveFile: (name: string, text: string) => void;
  /** Called after orders were given to somebody. */
  onChanged: () => void;
}): OrderSelection {
  const { api, orders, work, toast, saveFile, onChanged } = dependencies;
  const $ids = atom<ReadonlySet<string>>(new Set());
  const $picked = computed([orders.$state, $ids], ({ orders: rows }, ids) =>
    rows.filter(({ id }) => ids.has(id)),
  );
  const clear = () => $ids.set(new Set());
  orders.$view.listen(clear);

  return {
    $picked,
    clear,
    toggle({ id }) {
      const ids = new Set($ids.get());
      if (!ids.delete(id)) ids.add(id);
      $ids.set(ids);
    },
    toggleAll() {
      const rows = orders.$state.get().orders;
      if ($picked.get().length === rows.length) clear();
      else $ids.set(new Set(rows.map(({ id }) => id)));
    },
    assign: (readerId) =>
      work.perform({
        subject: 'selection',
        name: 'assign',
        run: async () => {
          const orderIds = $picked.get().map(({ id }) => id);
          const { assigned, refused } = await api.assignOrders(orderIds, readerId);
          for (const order of assigned) orders.put(order);
          // Those that could not be given away stay picked, so that one sees which.
          $ids.set(new Set(refused.map(({ orderId }) => orderId)));
          const [first] = refused;
          toast({
            title: refused.length === 0 ? 'Orders Reassigned' : 'Not All Orders Were Reassigned',
            description: first
              ? `${assigned.length} done, ${refused.length} not: ${first.message}`
              : `${assigned.length} ${assigned.length === 1 ? 'order is' : 'orders are'} with ${assigned[0]?.assignedReader?.username ?? 'nobody'} now.`,
            ...(refused.length > 0 && { variant: 'destructive' as const }),
          });
          onChanged();
        },
        failure: { title: 'Update Failed', message: 'Failed to reassign orders' },
      }),
    download() {
      const picked = $picked.get();
      saveFile('orders.csv', csvHeader() + csvLines(picked));
    },
  };
}
