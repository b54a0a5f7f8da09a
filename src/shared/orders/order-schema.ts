import { requiredLine } from '../fields.ts';
import { limits } from '../limits.ts';
import { periodSchema } from '../list-page.ts';
import type { BoughtOffer, ShownAnswer } from '../offers/offer-answers.ts';
import { dayText } from '../people/days-away.ts';
import { cleanLine } from '../text.ts';
import { z } from '../zod.ts';
import type { DisputeState, Hold } from './money-states.ts';
import type { ReadingType } from './order-form.ts';
import {
  type OrderStatus,
  orderSorts,
  orderStatuses,
  type PaymentStatus,
  paymentStatuses,
  type ReaderOrderStatus,
  sortDirections,
} from './order-status.ts';

export type OrderSort = (typeof orderSorts)[number];
export type SortDirection = (typeof sortDirections)[number];

/** The query of `GET /api/orders`. Without `payment`, unpaid orders are left out (docs/product.md §11). */
export const orderListQuerySchema = z.strictObject({
  q: z
    .string()
    .max(limits.searchCharacters, `Search for at most ${limits.searchCharacters} characters.`)
    .transform(cleanLine)
    .optional(),
  sort: z.enum(orderSorts, { error: 'sort is one of customer, date, status.' }).default('date'),
  direction: z.enum(sortDirections, { error: 'direction is asc or desc.' }).optional(),
  status: z.enum(orderStatuses, { error: `status is one of ${orderStatuses.join(', ')}.` }).optional(),
  payment: z
    .enum([...paymentStatuses, 'all'], { error: `payment is one of ${paymentStatuses.join(', ')}, all.` })
    .optional(),
  reader: z.string().max(60).optional(),
  /** The id or slug of an offer */
  offer: z.string().max(60, 'offer has at most 60 characters.').optional(),
  placed: periodSchema('placed').optional(),
  overdue: z.enum(['true'], { error: 'overdue is true or left out.' }).optional(),
  deleted: z.enum(['true'], { error: 'deleted is true or left out.' }).optional(),
  cursor: z.string().max(1_000).optional(),
  limit: z.coerce
    .number({ error: 'limit is a number from 1 to 200.' })
    .int('limit is a whole number.')
    .min(1, 'limit is at least 1.')
    .max(200, 'limit is at most 200.')
    .default(50),
});
export type OrderListQuery = z.output<typeof orderListQuerySchema>;

export const orderExportQuerySchema = orderListQuerySchema.omit({ cursor: true, limit: true });
export type OrderExportQuery = z.output<typeof orderExportQuerySchema>;

export const assigneeSchema = z.strictObject({
  readerId: requiredLine('The reader', 60).nullable(),
});

export const bulkAssigneeSchema = assigneeSchema.extend({
  orderIds: z
    .array(requiredLine('An order', 60), { error: 'Say which orders.' })
    .min(1, 'Choose at least one order.')
    .max(limits.ordersAtOnce, `Choose at most ${limits.ordersAtOnce} orders at once.`),
});

export const newDaySchema = z.strictObject({ day: dayText('The new date') });

/** The later day to promise for a late reading. Days as `2026-11-25`, where the business is. */
export interface NewDayOffer {
  dueDay: string;
  offeredDay: string;
  firstDay: string;
  lastDay: string;
  closedDays: string[];
  /** Whether to tell the customer: due within a business day, or overdue, and not handed in */
  isLate: boolean;
}

export interface BulkAssigned {
  assigned: Order[];
  refused: { orderId: string; message: string }[];
}

export interface ReaderRef {
  id: string;
  username: string;
  displayName?: string;
}

/** An order in the admin's API (docs/product.md §11). Times are ISO 8601, amounts in the main unit. */
export interface Order {
  id: string;
  orderNumber: string;
  customerName: string;
  customerEmail: string;
  readingAddresseeName: string;
  createdAt: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  amount: number;
  refundedAmount: number;
  /** Pending refunds, which can still fail. */
  refundingAmount: number;
  dispute: DisputeState | null;
  hold: Hold | null;
  customQuestion: string | null;
  readingType: ReadingType;
  backgroundContext: string | null;
  paidAt: string | null;
  /** Null until the order is paid, and while it waits for the customer. */
  dueAt: string | null;
  /** Since when the customer has had a question to answer, which suspends the due date. */
  waitsSince: string | null;
  deliveredAt: string | null;
  /** Set when the mail with its reading failed, and no other has arrived. */
  isUndelivered?: true;
  assignedReader: ReaderRef | null;
  currency: string;
  /** With the offer's current slug. */
  offer: BoughtOffer & { slug: string };
  answers: ShownAnswer[];
  addOns: { id: string; name: string; price: number }[];
  /** The promotion code and its discount: `amount` is the price after it. */
  code?: string;
  discount?: number;
}

type AskedField =
  | ('orderNumber' | 'customerName' | 'readingAddresseeName' | 'dueAt' | 'waitsSince')
  | ('readingType' | 'customQuestion' | 'backgroundContext' | 'answers');

/** The part of an order that its reader needs: questions, background, due date. */
export interface AskedOrder extends Pick<Order, AskedField> {
  offer: BoughtOffer;
  addOns: { id: string; name: string }[];
}

/** An order as its reader sees it (docs/product.md §6). Times are ISO 8601. */
export interface ReaderOrder extends AskedOrder, Pick<Order, 'id' | 'createdAt'> {
  status: ReaderOrderStatus;
  assignedAt: string | null;
  submittedAt: string | null;
  feedback: string | null;
  /** The number of comments on a rejected reading, if there are any. */
  commentCount?: number;
  /** The newest question that the customer answered. */
  answeredQuestion?: string;
  /** The customer's answer to it. */
  customerAnswer: string | null;
  /** Set while the customer waits for a reply to a message. */
  awaitsReply?: true;
}

export interface OrderEvent {
  id: number;
  type: string;
  /** A username, `customer`, `stripe` or `system` */
  actor: string;
  /** That person's display name, if they have one. */
  actorName?: string;
  /** ISO 8601 */
  createdAt: string;
  data: Record<string, string | number | boolean | null>;
}
