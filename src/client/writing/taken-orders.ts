import { atom, type ReadableAtom } from 'nanostores';
import type { Drafts } from '../desk/draft.ts';

/** An order that its reader has no more. `why` is a sentence, `takenAt` ISO 8601. */
export type TakenOrder = { orderId: string; orderNumber: string; why: string; takenAt: string };

/** The orders that were taken away while their reader was at them, until that was noticed; also over reloads. */
export interface TakenOrders {
  /** The last one first. */
  readonly $taken: ReadableAtom<TakenOrder[]>;
  add(order: Omit<TakenOrder, 'takenAt'>): void;
  forget(orderId: string): void;
}

const prefix = 'taken/';

/** @param now milliseconds since 1970 */
export function createTakenOrders({ drafts, now }: { drafts: Drafts; now: () => number }): TakenOrders {
  // Each is kept by itself: two windows can lose an order each.
  const noticeOf = (orderId: string) => drafts.of<TakenOrder>(`${prefix}${orderId}`);
  const kept = drafts.under<TakenOrder>(prefix).flatMap(({ $fields }) => $fields.get() ?? []);
  const $taken = atom(kept.sort((a, b) => b.takenAt.localeCompare(a.takenAt)));
  const others = (id: string) => $taken.get().filter(({ orderId }) => orderId !== id);
  return {
    $taken,
    add(order) {
      const notice = { ...order, takenAt: new Date(now()).toISOString() };
      noticeOf(order.orderId).write(notice);
      $taken.set([notice, ...others(order.orderId)]);
    },
    forget(orderId) {
      const left = others(orderId);
      if (left.length === $taken.get().length) return;
      noticeOf(orderId).clear();
      $taken.set(left);
    },
  };
}
