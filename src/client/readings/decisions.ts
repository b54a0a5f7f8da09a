import type { OrderEvent } from '../../shared/orders/orders.ts';
import { newestOf } from './newest-event.ts';

/** The events in a reading's history that end its wait for approval, as what the admin did. */
const decisions: Readonly<Record<string, string>> = {
  reading_approved: 'approved it',
  reading_rejected: 'sent it back to its reader',
  order_deleted: 'deleted its order',
};

/** @returns by what a reading left those that wait, as far as the history of its order tells, and that in words */
export function lastDecision(events: OrderEvent[]): (OrderEvent & { words: string }) | undefined {
  const last = newestOf(events, Object.keys(decisions));
  return last && { ...last, words: decisions[last.type] ?? '' };
}

/** @returns who has decided on a reading, as the beginning of a sentence; without a name while that is not known */
export function whoHasDecided(events: OrderEvent[] | undefined, username: string): string {
  const last = events && lastDecision(events);
  if (!last) return 'Another session has';
  return last.actor === username ? 'You have' : 'Another admin has';
}
