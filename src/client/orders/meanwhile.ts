import { seconds } from '../../shared/durations.ts';
import type { OrderEvent } from '../../shared/orders/orders.ts';

/** How soon the consequences of an action follow, such as the payment's new state after a refund. */
const consequence = seconds(2);

const unsaid = ['mail_sent', 'mail_resent'];

/** @returns what others have done to an order since the line `since` of its history */
export function whatOthersDid(
  events: readonly OrderEvent[],
  { since, username }: { since: number; username: string },
): OrderEvent[] {
  let ownUntil = Number.NEGATIVE_INFINITY;
  return events.filter((event) => {
    const at = Date.parse(event.createdAt);
    const isOwn = event.actor === username;
    if (isOwn) ownUntil = at + consequence;
    const isByItself = (event.actor === 'system' || event.actor === 'stripe') && at <= ownUntil;
    return event.id > since && !isOwn && !isByItself && !unsaid.includes(event.type);
  });
}

/** @returns whether an order without a reader is kept for the admins instead of going to the next free reader */
export function isKeptByAdmins(events: readonly OrderEvent[]): boolean {
  const last = events.findLast(({ type }) => type === 'assigned');
  return last !== undefined && last.actor !== 'system';
}
