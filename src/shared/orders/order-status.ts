import type { Hold } from './money-states.ts';

export const orderSorts = ['customer', 'date', 'status'] as const;
export const sortDirections = ['asc', 'desc'] as const;

export const orderStatuses = ['pending', 'reading_uploaded', 'approved', 'rejected'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const paymentStatuses = [
  'unpaid',
  'paid',
  'refunded',
  'partially_refunded',
  'disputed',
  'review',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export type OrderActor = 'admin' | 'reader';

export type TransitionName = keyof typeof transitions;

export const transitions = {
  submit: { from: 'pending', to: 'reading_uploaded', by: ['admin', 'reader'] },
  resubmit: { from: 'rejected', to: 'reading_uploaded', by: ['admin', 'reader'] },
  edit: { from: 'reading_uploaded', to: 'reading_uploaded', by: ['admin'] },
  revise: { from: 'rejected', to: 'reading_uploaded', by: ['admin'] },
  approve: { from: 'reading_uploaded', to: 'approved', by: ['admin'] },
  undoApproval: { from: 'approved', to: 'reading_uploaded', by: ['admin'] },
  reject: { from: 'reading_uploaded', to: 'rejected', by: ['admin'] },
} satisfies Record<string, { from: OrderStatus; to: OrderStatus; by: readonly OrderActor[] }>;

export const openStatuses = ['pending', 'reading_uploaded', 'rejected'] as const satisfies OrderStatus[];

export const statusesToWrite = ['pending', 'rejected'] as const satisfies OrderStatus[];

/** Returns whether a reading has to be written or revised; false while it is under review. */
export function isToBeWritten(status: OrderStatus | ReaderOrderStatus): boolean {
  return statusesToWrite.some((toWrite) => toWrite === status);
}

export const workablePaymentStatuses = ['paid', 'partially_refunded'] as const satisfies PaymentStatus[];

/** Returns whether a payment lets an order be worked on: paid, or refunded in part. */
export function isWorkable(paymentStatus: PaymentStatus): boolean {
  return (workablePaymentStatuses as readonly PaymentStatus[]).includes(paymentStatus);
}

interface Work {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  hold: Hold | null;
}

/** Returns whether payment and hold allow an order's reading to be sent, whatever its status. */
export function isSendable(order: Omit<Work, 'status'>): boolean {
  return isWorkable(order.paymentStatus) && order.hold === null;
}

/** Returns whether an active order has no approved reading yet; its reading may be under review. */
export function awaitsReading(order: Work): boolean {
  return order.status !== 'approved' && isActive(order);
}

/** Returns whether an order is paid and has not ended; also true after delivery. */
export function isActive(order: Omit<Work, 'status'>): boolean {
  return isWorkable(order.paymentStatus) && !hasEnded(order);
}

/** Returns whether a full refund is done, under way, or due after a withdrawal; false for a lost dispute. */
export function hasEnded({ paymentStatus, hold }: Omit<Work, 'status'>): boolean {
  return paymentStatus === 'refunded' || endsWork(hold);
}

export function endsWork(hold: Hold | null): boolean {
  return hold === 'refund' || hold === 'withdrawal';
}

/** Returns why an order that `hasEnded` has ended, as a sentence without its period. */
export function endedReason({ paymentStatus, hold }: Omit<Work, 'status'>): string {
  if (paymentStatus === 'refunded') return 'This order was refunded';
  return hold === 'withdrawal'
    ? 'The customer has withdrawn from this order'
    : 'This order is being refunded';
}

/** Returns whether an order's reader may see it: workable, or written and later refunded or disputed. */
export function concernsReader(order: Omit<Work, 'hold'>): boolean {
  if (order.paymentStatus === 'unpaid' || order.paymentStatus === 'review') return false;
  const isWritten = order.status === 'reading_uploaded' || order.status === 'approved';
  return isWritten || isWorkable(order.paymentStatus);
}

/** Returns whether a reader's list has an order: it `concernsReader`, and did not end before it was written. */
export function isListedForReader(order: Work): boolean {
  return concernsReader(order) && !(isToBeWritten(order.status) && hasEnded(order));
}

export function transitionsFrom(status: OrderStatus, actor: OrderActor): TransitionName[] {
  return (Object.keys(transitions) as TransitionName[]).filter((name) => {
    const { from, by }: { from: OrderStatus; by: readonly OrderActor[] } = transitions[name];
    return from === status && by.includes(actor);
  });
}

/** An approved order is `completed` to its reader (docs/product.md §3). */
export type ReaderOrderStatus = Exclude<OrderStatus, 'approved'> | 'completed';

export function toReaderStatus(status: OrderStatus): ReaderOrderStatus {
  return status === 'approved' ? 'completed' : status;
}

export type Tone = 'warning' | 'info' | 'success' | 'error' | 'neutral';
export interface StatusLabel {
  label: string;
  tone: Tone;
}

/** Labels and colors per audience (docs/product.md §3): yellow, blue, green and red are the tones. */
export const statusLabels: {
  admin: Record<OrderStatus, StatusLabel>;
  reader: Record<ReaderOrderStatus, StatusLabel>;
} = {
  admin: {
    pending: { label: 'Pending', tone: 'warning' },
    reading_uploaded: { label: 'Under Review', tone: 'info' },
    approved: { label: 'Approved', tone: 'success' },
    rejected: { label: 'Rejected', tone: 'error' },
  },
  reader: {
    pending: { label: 'Awaiting Reading', tone: 'warning' },
    reading_uploaded: { label: 'Under Review', tone: 'info' },
    completed: { label: 'Delivered', tone: 'success' },
    rejected: { label: 'Needs Revision', tone: 'error' },
  },
};

export const paymentStatusLabels: Record<PaymentStatus, StatusLabel> = {
  unpaid: { label: 'Unpaid', tone: 'neutral' },
  paid: { label: 'Paid', tone: 'success' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  partially_refunded: { label: 'Partly refunded', tone: 'neutral' },
  disputed: { label: 'Disputed', tone: 'error' },
  review: { label: 'Check payment', tone: 'error' },
};

/** Returns an order status as admins see it; an unknown one as it is, in gray. */
export function adminStatusLabel(status: string): StatusLabel {
  return (statusLabels.admin as Record<string, StatusLabel>)[status] ?? { label: status, tone: 'neutral' };
}

export function readerStatusLabel(status: string): StatusLabel {
  return (statusLabels.reader as Record<string, StatusLabel>)[status] ?? { label: status, tone: 'neutral' };
}
