import { atom } from 'nanostores';
import type { DeskBase } from './desk-base.ts';

export type OrderAction =
  | ('approve' | 'reject' | 'preview' | 'edit' | 'notes' | 'comment')
  | ('refund' | 'correct' | 'reply' | 'print');

/** Creates the store of the action requested for an order, until `useOrderActions` runs it or the address changes. */
export function createPendingAction({ url }: Pick<DeskBase, 'url'>) {
  /** The component that carries it out sets it to null. */
  const $asked = atom<{ action: OrderAction; orderId?: string | undefined } | null>(null);
  url.$parameters.listen(() => $asked.set(null));
  return {
    $asked,
    /** @param orderId waits for that order or its reading; without it, the action runs now or not at all */
    ask(action: OrderAction, orderId?: string): void {
      $asked.set({ action, orderId });
      if (!orderId) $asked.set(null);
    },
  };
}
