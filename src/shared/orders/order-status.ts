import type { Hold } from './money-states.ts';

/** The state of the work on an order (docs/product.md §3). */
export const orderStatuses = ['pending', 'reading_uploaded', 'approved', 'rejected'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** The state of the money of an order, which does not follow from the work (docs/product.md §3). */
export const paymentStatuses = [
  'unpaid',
  'paid',
  'refunded',
  'partially_refunded',
  'disputed',
  'review',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export type Actor = 'admin' | 'reader';

export type TransitionName =
  | 'submit'
  | 'resubmit'
  | 'revise'
  | 'approve'
  | 'undoApproval'
  | 'reject'
  | 'edit';

export interface Transition {
  from: OrderStatus;
  to: OrderStatus;
  by: readonly Actor[];
}

/**
 * Everything that can happen to an order's reading. Permissions, buttons and tests read this table;
 * whatever is not in it is a conflict.
 */
export const transitions: Record<TransitionName, Transition> = {
  submit: { from: 'pending', to: 'reading_uploaded', by: ['admin', 'reader'] },
  resubmit: { from: 'rejected', to: 'reading_uploaded', by: ['admin', 'reader'] },
  edit: { from: 'reading_uploaded', to: 'reading_uploaded', by: ['admin'] },
  revise: { from: 'rejected', to: 'reading_uploaded', by: ['admin'] },
  approve: { from: 'reading_uploaded', to: 'approved', by: ['admin'] },
  undoApproval: { from: 'approved', to: 'reading_uploaded', by: ['admin'] },
  reject: { from: 'reading_uploaded', to: 'rejected', by: ['admin'] },
};

/** States in which an order still waits for something: it can be overdue. */
export const openStatuses = ['pending', 'reading_uploaded', 'rejected'] as const satisfies OrderStatus[];

/** States in which a reading has to be written, or rewritten. */
export const statusesToWrite = ['pending', 'rejected'] as const satisfies OrderStatus[];

/** @returns whether an order in this state waits for its reader */
export function isToBeWritten(status: OrderStatus | ReaderOrderStatus): boolean {
  return statusesToWrite.some((toWrite) => toWrite === status);
}

/** Payment states in which a reader may work on the order and a reading may be sent. */
export const workablePaymentStatuses = ['paid', 'partially_refunded'] as const satisfies PaymentStatus[];

/** @returns whether an order with this payment state may be written, approved and sent */
export function isWorkable(paymentStatus: PaymentStatus): boolean {
  return (workablePaymentStatuses as readonly PaymentStatus[]).includes(paymentStatus);
}

/** @returns whether the reading of an order may be sent: it may be worked on, and nothing holds it back */
export function isSendable(order: { paymentStatus: PaymentStatus; hold: Hold | null }): boolean {
  return isWorkable(order.paymentStatus) && order.hold === null;
}

/** @returns whether a customer still waits for their reading, and not for their money: no other order can be late */
export function isAwaited(order: {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  hold: Hold | null;
}): boolean {
  return order.status !== 'approved' && isGoingOn(order);
}

/** @returns whether the work on an order goes on: it is paid, its money stays, and its customer has not withdrawn */
export function isGoingOn(order: { paymentStatus: PaymentStatus; hold: Hold | null }): boolean {
  return isWorkable(order.paymentStatus) && !hasEnded(order);
}

/** @returns whether the work has ended: all the money went or goes back, or will, since its customer withdrew */
export function hasEnded({
  paymentStatus,
  hold,
}: {
  paymentStatus: PaymentStatus;
  hold: Hold | null;
}): boolean {
  return paymentStatus === 'refunded' || endsWork(hold);
}

/** @returns whether all the money is on its way back, or will be, since the customer withdrew */
export function endsWork(hold: Hold | null): boolean {
  return hold === 'refund' || hold === 'withdrawal';
}

/** @returns the beginning of a sentence that says why the work on an order has ended (`hasEnded`) */
export function whyEnded({
  paymentStatus,
  hold,
}: {
  paymentStatus: PaymentStatus;
  hold: Hold | null;
}): string {
  if (paymentStatus === 'refunded') return 'The money of this order went back to the customer';
  return hold === 'withdrawal'
    ? 'The customer has withdrawn from this order'
    : 'The money of this order is on its way back to the customer';
}

/**
 * @returns whether an order concerns its reader: there is work to do, or work was done. Money that is in
 *   question or went back leaves nothing to write.
 */
export function isReadersBusiness(order: { status: OrderStatus; paymentStatus: PaymentStatus }): boolean {
  if (order.paymentStatus === 'unpaid' || order.paymentStatus === 'review') return false;
  const isWritten = order.status === 'reading_uploaded' || order.status === 'approved';
  return isWritten || isWorkable(order.paymentStatus);
}

/** @returns whether the desk of its reader shows an order: not when its work has ended */
export function isOnReadersDesk(order: {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  hold: Hold | null;
}): boolean {
  return isReadersBusiness(order) && !(isToBeWritten(order.status) && hasEnded(order));
}

/** @returns the named transitions that start at a status and that this actor may take */
export function transitionsFrom(status: OrderStatus, actor: Actor): TransitionName[] {
  return (Object.keys(transitions) as TransitionName[]).filter(
    (name) => transitions[name].from === status && transitions[name].by.includes(actor),
  );
}

/** The reader's word for a status: an approved order is `completed` to them (docs/product.md §3). */
export type ReaderOrderStatus = Exclude<OrderStatus, 'approved'> | 'completed';

/** @returns the status as the reader's API and screens call it */
export function toReaderStatus(status: OrderStatus): ReaderOrderStatus {
  return status === 'approved' ? 'completed' : status;
}

export type Tone = 'warning' | 'info' | 'success' | 'error' | 'neutral';
export interface StatusLabel {
  label: string;
  tone: Tone;
}

/** Labels and colours per audience (docs/product.md §3): yellow, blue, green and red are the tones. */
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

/** @returns label and tone for the admin; a value this version does not know is shown raw */
export function adminStatusLabel(status: string): StatusLabel {
  return (statusLabels.admin as Record<string, StatusLabel>)[status] ?? { label: status, tone: 'neutral' };
}

/** @returns label and tone for the reader; a value this version does not know is shown raw */
export function readerStatusLabel(status: string): StatusLabel {
  return (statusLabels.reader as Record<string, StatusLabel>)[status] ?? { label: status, tone: 'neutral' };
}
