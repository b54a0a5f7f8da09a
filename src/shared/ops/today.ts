import { plural } from '../counted-text.ts';
import type { OrderStatus } from '../orders/order-status.ts';
import type { Alert } from './alerts.ts';

/** The alerts about orders, each of which is listed. */
type OrderAlert = Extract<
  Alert['code'],
  | 'reading_late'
  | 'message_unanswered'
  | 'question_unanswered'
  | 'payment_disputed'
  | 'payment_review'
  | 'refund_failed'
  | 'order_withdrawn'
  | 'mail_failed'
>;

/** Why an order is listed. */
export type TodayReason = OrderAlert | 'to_approve' | 'to_write' | 'answered';

/** An order that needs an admin, listed once, for its most urgent reason. */
export interface TodayOrder {
  reason: TodayReason;
  id: string;
  orderNumber: string;
  customerName: string;
  status: OrderStatus;
  /** When the reading is due, or the answer to the bank. */
  dueAt: string | null;
  reader: string | null;
  /** Whether the asking admin is its reader. */
  isMine: boolean;
}

/** What needs an admin, the most urgent first: the alerts about no order, then the orders. */
export interface Today {
  alerts: Pick<Alert, 'code' | 'message'>[];
  orders: TodayOrder[];
  /** Whether there are more orders than listed. */
  isMore: boolean;
  toReview: number;
  /** What happened since midnight, in the business's time zone; only for an empty list. */
  done: { orders: number; delivered: number } | null;
  /** The next order that is due; late ones are in the list. */
  next: { id: string; orderNumber: string; dueAt: string } | null;
}

/** Counts alerts and orders in words: `5 things need attention`, `9+ things …` if more are not listed; '' for none. */
export function attentionText(today: Today): string {
  const count = countToday(today);
  if (count === 0) return '';
  return `${count}${today.isMore ? '+' : ''} ${plural(count, 'thing needs', 'things need')} attention`;
}

export function countToday({ alerts, orders }: Pick<Today, 'alerts' | 'orders'>): number {
  return alerts.length + orders.length;
}
