import { atom, computed, type ReadableAtom } from 'nanostores';
import { limits } from '../../shared/limits.ts';
import { csvHeader, csvLines } from '../../shared/orders/csv.ts';
import type { BulkAssigned, Order } from '../../shared/orders/orders.ts';
import { counted } from '../../shared/plural.ts';
import { messageOf } from '../api.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { OrderList } from './order-list.ts';

/** The rows of the list that were picked, and what can be done to all of them. */
export interface OrderSelection {
  /** What was picked, by id; also rows that have left the list. */
  readonly $ids: ReadableAtom<ReadonlySet<string>>;
  /** Of the rows on screen, those that are picked; a row that left the list is not. */
  readonly $picked: ReadableAtom<Order[]>;
  toggle(order: Order): void;
  /** Does to every row from the one that was toggled last to this one what `toggle` does to this one. */
  toggleTo(order: Order): void;
  /** Picks this one and no other. */
  pickOnly(order: Order): void;
  /** Picks all rows on screen, or none if all are picked. */
  toggleAll(): void;
  clear(): void;
  /** How many of the orders that are being given away have their answer; null when none are. */
  readonly $progress: ReadableAtom<{ done: number; of: number } | null>;
  /**
   * What the last `assign` left where it was and is still picked, by the server's reason; also what is in the
   * list no more.
   */
  readonly $left: ReadableAtom<{ message: string; orderNumbers: string[] }[]>;
  /** Gives the picked orders away, in as many calls as it takes; those it could not stay picked. */
  assign(readerId: string | null): Promise<boolean>;
  /** Saves the picked rows as a file. */
  download(): void;
}

const failure = { title: 'Update Failed', message: 'Failed to reassign orders' };

export function createOrderSelection(
  desk: DeskBase,
  { orders, saveFile }: { orders: OrderList; saveFile: (name: string, text: string) => void },
): OrderSelection {
  const { api, work, days, toast, fetching } = desk;
  const $ids = atom<ReadonlySet<string>>(new Set());
  const $picked = computed([orders.$state, $ids], ({ orders: rows }, ids) =>
    rows.filter(({ id }) => ids.has(id)),
  );
  const $progress = atom<{ done: number; of: number } | null>(null);
  const $refused = atom<{ order: Order; message: string }[]>([]);
  const $left = computed([$ids, $refused], (ids, refused) => {
    const left = Map.groupBy(
      refused.filter(({ order }) => ids.has(order.id)),
      ({ message }) => message,
    );
    return [...left].map(([message, rows]) => ({
      message,
      orderNumbers: rows.map(({ order }) => order.orderNumber),
    }));
  });
  // The rows to deselect once they are assigned: those that the admin has not toggled meanwhile.
  let leaving = new Set<string>();
  let lastToggled = '';

  function clear(): void {
    leaving.clear();
    lastToggled = '';
    $ids.set(new Set());
  }
  orders.$view.listen(clear);

  function toggle(id: string, rows: Order[]): void {
    const ids = new Set($ids.get());
    const isPicked = !ids.has(id);
    for (const row of rows) {
      leaving.delete(row.id);
      if (isPicked) ids.add(row.id);
      else ids.delete(row.id);
    }
    lastToggled = id;
    $ids.set(ids);
  }

  function letGo(given: Order[]): void {
    const gone = new Set(given.map(({ id }) => id).filter((id) => leaving.has(id)));
    $ids.set(new Set([...$ids.get()].filter((id) => !gone.has(id))));
  }

  /** @param outcome what has been answered so far, also when a later call fails */
  async function giveAway(picked: Order[], readerId: string | null, outcome: BulkAssigned): Promise<void> {
    leaving = new Set(picked.map(({ id }) => id));
    $refused.set([]);
    $progress.set({ done: 0, of: picked.length });
    try {
      for (let done = 0; done < picked.length; done += limits.ordersAtOnce) {
        const ids = picked.slice(done, done + limits.ordersAtOnce).map(({ id }) => id);
        const { assigned, refused } = await api.assignOrders(ids, readerId);
        outcome.assigned.push(...assigned);
        outcome.refused.push(...refused);
        for (const order of assigned) orders.put(order);
        letGo(assigned);
        const reasons = new Map(outcome.refused.map(({ orderId, message }) => [orderId, message]));
        $refused.set(
          picked.flatMap((order) => {
            const message = reasons.get(order.id);
            return message === undefined ? [] : { order, message };
          }),
        );
        $progress.set({ done: done + ids.length, of: picked.length });
      }
    } finally {
      $progress.set(null);
      if (outcome.assigned.length + outcome.refused.length > 0) void fetching.changed('orders');
    }
  }

  return {
    $ids,
    $picked,
    clear,
    $progress,
    $left,
    toggle: (order) => toggle(order.id, [order]),
    toggleTo({ id }) {
      const rows = orders.$state.get().orders;
      const here = rows.findIndex((row) => row.id === id);
      const last = rows.findIndex((row) => row.id === lastToggled);
      const from = last === -1 ? here : last;
      toggle(id, rows.slice(Math.min(from, here), Math.max(from, here) + 1));
    },
    pickOnly({ id }) {
      clear();
      $ids.set(new Set([id]));
    },
    toggleAll() {
      const rows = orders.$state.get().orders;
      if ($picked.get().length === rows.length) clear();
      else $ids.set(new Set(rows.map(({ id }) => id)));
    },
    assign(readerId) {
      const picked = $picked.get();
      const outcome: BulkAssigned = { assigned: [], refused: [] };
      const { assigned, refused } = outcome;
      return work.perform({
        subject: 'selection',
        name: 'assign',
        run: () => giveAway(picked, readerId, outcome),
        show() {
          const [first] = refused;
          toast({
            title: first ? 'Not All Orders Were Reassigned' : 'Orders Reassigned',
            description: first
              ? `${assigned.length} done, ${refused.length} not: ${first.message}`
              : `${counted(assigned.length, 'order is', 'orders are')} with ${assigned[0]?.assignedReader?.username ?? 'no reader'} now.`,
            ...(first && { variant: 'destructive' as const }),
          });
        },
        failure,
        explain: (error) =>
          assigned.length > 0
            ? `${assigned.length} of ${picked.length} are done. ${messageOf(error, failure.message)}`
            : null,
      });
    },
    download() {
      const picked = $picked.get();
      saveFile('orders.csv', csvHeader() + csvLines(picked, days.dayOf));
    },
  };
}
