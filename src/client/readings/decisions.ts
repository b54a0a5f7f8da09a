import type { OrderEvent } from '../../shared/orders/orders.ts';

const decisions: Readonly<Record<string, string>> = {
  reading_approved: 'approved it',
  reading_rejected: 'sent it back to its reader',
  order_deleted: 'deleted its order',
};

/** @returns the newest decision about a reading in the history of its order, and its words */
export function lastDecision(events: OrderEvent[]): (OrderEvent & { words: string }) | undefined {
  const last = events.findLast(({ type }) => type in decisions);
  return last && { ...last, words: decisions[last.type] ?? '' };
}

/** @returns who has decided on a reading, as the beginning of a sentence; without a name while that is not known */
export function whoHasDecided(events: OrderEvent[] | undefined, username: string): string {
  const last = events && lastDecision(events);
  if (!last) return 'Another session has';
  return last.actor === username ? 'You have' : 'Another admin has';
}
