import type { OrderEvent } from '../../shared/orders/orders.ts';
import { newestOf } from './newest-event.ts';

/** What takes a reading away from those that wait for approval, as its history has it: what somebody did. */
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

/** @returns who has decided on a reading, to begin a sentence to somebody; nobody's name while that is not known */
export function whoHasDecided(events: OrderEvent[] | undefined, username: string): string {
  const last = events && lastDecision(events);
  if (!last) return 'Another session has';
  return last.actor === username ? 'You have' : 'Another admin has';
}
