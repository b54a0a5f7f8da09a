import { atom, computed } from 'nanostores';
import { errorMessage } from '../../lib/answers.ts';
import { shopMoney } from '../../lib/format.ts';
import { saveFile as saveInBrowser } from '../../lib/save-file.ts';
import { counted } from '../../shared/counted-text.ts';
import { limits } from '../../shared/limits.ts';
import { csvHeader, csvLines } from '../../shared/orders/order-csv.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { nameOf } from '../../shared/people/signed-in-user.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { OrderList } from './order-list-store.ts';

const failure = { title: 'Update Failed', message: 'Failed to reassign orders' };

/** Creates the selection of orders, and the tasks that assign and export them. A changed view clears it. */
export function createOrderSelection(
  { api, work, days, toast, fetching }: DeskBase,
  orders: OrderList,
  saveFile = saveInBrowser,
) {
  /** Includes rows that have left the list. */
  const $ids = atom<ReadonlySet<string>>(new Set());
  const $picked = computed([orders.$state, $ids], ({ orders: rows }, ids) =>
    rows.filter(({ id }) => ids.has(id)),
  );
  /** How many of the orders being assigned are answered; null if none are being assigned. */
  const $progress = atom<{ done: number; of: number } | null>(null);
  const $lastRefused = atom<{ id: string; orderNumber: string; message: string }[]>([]);
  /** The selected orders that the last `assign` refused, including those that have left the list. */
  const $refused = computed([$lastRefused, $ids], (refused, ids) => refused.filter(({ id }) => ids.has(id)));
  let lastToggled = '';

  function select(ids: Iterable<string>): void {
    lastToggled = '';
    $lastRefused.set([]);
    $ids.set(new Set(ids));
  }
  const clear = () => select([]);
  orders.$view.listen(clear);

  function toggle(id: string, rows: Order[]): void {
    const ids = new Set($ids.get());
    const isPicked = !ids.has(id);
    for (const row of rows) ids[isPicked ? 'add' : 'delete'](row.id);
    lastToggled = id;
    $ids.set(ids);
  }

  return {
    $ids,
    $picked,
    clear,
    $progress,
    $refused,
    toggle: (order: Order) => toggle(order.id, [order]),
    /** Toggles all rows from the last toggled one to this one. */
    toggleTo({ id }: Order) {
      const rows = orders.$state.get().orders;
      const here = rows.findIndex((row) => row.id === id);
      const last = rows.findIndex((row) => row.id === lastToggled);
      const from = last === -1 ? here : last;
      toggle(id, rows.slice(Math.min(from, here), Math.max(from, here) + 1));
    },
    pickOnly: ({ id }: Order) => select([id]),
    toggleAll() {
      const rows = orders.$state.get().orders;
      select($picked.get().length === rows.length ? [] : rows.map(({ id }) => id));
    },
    /** Assigns the selected orders in as many calls as needed; refused ones stay selected. */
    assign(readerId: string | null) {
      const picked = $picked.get();
      const numbers = new Map(picked.map(({ id, orderNumber }) => [id, orderNumber]));
      const assigned: Order[] = [];
      async function run(): Promise<void> {
        $lastRefused.set([]);
        try {
          for (let done = 0; done < picked.length; done += limits.ordersAtOnce) {
            $progress.set({ done, of: picked.length });
            const ids = picked.slice(done, done + limits.ordersAtOnce).map(({ id }) => id);
            const answer = await api.assignOrders(ids, readerId);
            assigned.push(...answer.assigned);
            const gone = new Set(answer.assigned.map(({ id }) => id));
            $ids.set(new Set([...$ids.get()].filter((id) => !gone.has(id))));
            const refused = answer.refused.map(({ orderId, message }) => {
              return { id: orderId, orderNumber: numbers.get(orderId) ?? '', message };
            });
            $lastRefused.set([...$lastRefused.get(), ...refused]);
          }
        } finally {
          $progress.set(null);
          if (assigned.length + $lastRefused.get().length > 0) void fetching.changed('orders');
        }
      }
      return work.perform({
        subject: 'selection',
        name: 'assign',
        run,
        show() {
          const refused = $lastRefused.get();
          const [first] = refused;
          const reader = assigned[0]?.assignedReader;
          toast({
            title: first ? 'Not All Orders Were Reassigned' : 'Orders Reassigned',
            description: first
              ? `${assigned.length} reassigned, ${refused.length} not: ${first.message}`
              : `${counted(assigned.length, 'order is', 'orders are')} now ${reader ? `with ${nameOf(reader)}` : 'unassigned'}.`,
            ...(first && { variant: 'destructive' as const }),
          });
        },
        failure,
        explain: (error) =>
          assigned.length > 0
            ? `${assigned.length} of ${picked.length} orders ${assigned.length === 1 ? 'was' : 'were'} reassigned. ${errorMessage(error, failure.message)}`
            : null,
      });
    },
    download() {
      saveFile('orders.csv', csvHeader(shopMoney()) + csvLines($picked.get(), days.dayOf, shopMoney()));
    },
  };
}
