import type { OrderStatus, PaymentStatus } from '../shared/order-status.ts';
import type {
  Order,
  OrderEvent,
  OrderList,
  OrderSort,
  ReaderOrder,
  ReaderRef,
  SortDirection,
} from '../shared/orders.ts';
import type { OrderReading, Reading } from '../shared/readings.ts';
import type { PublicSettings } from '../shared/settings.ts';
import { api, call } from './api.ts';

/** What the list of orders is asked for. */
export interface OrderListRequest {
  q?: string;
  sort: OrderSort;
  direction: SortDirection;
  status?: OrderStatus;
  payment?: PaymentFilter;
  reader?: string;
  cursor?: string;
  /** How many, as it stands in the address */
  limit?: string;
}

/** A payment status, or all of them; without a filter unpaid orders stay out. */
export type PaymentFilter = PaymentStatus | 'all';

export interface NewReading {
  orderId: string;
  content: string;
  internalNotes?: string;
}

export interface ReadingEdit {
  content?: string;
  internalNotes?: string;
}

/** An approved reading; until `undoUntil` its mail is held back. */
export interface ApprovedReading extends Reading {
  /** ISO 8601; null when the mail is on its way already */
  undoUntil: string | null;
}

export interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

/** The calls of the two dashboards, in the words of the stores that make them. Each may throw an ApiError. */
export interface StaffApi {
  listOrders(request: OrderListRequest): Promise<OrderList>;
  deleteOrder(id: string): Promise<unknown>;
  restoreOrder(id: string): Promise<Order>;
  assignOrder(id: string, readerId: string | null): Promise<Order>;
  orderReading(id: string): Promise<OrderReading>;
  orderEvents(id: string): Promise<OrderEvent[]>;
  readers(): Promise<ReaderRef[]>;
  pendingReadings(): Promise<Reading[]>;
  submitReading(reading: NewReading): Promise<Reading>;
  editReading(id: string, edit: ReadingEdit): Promise<Reading>;
  approveReading(id: string): Promise<ApprovedReading>;
  undoApproval(id: string): Promise<Reading>;
  rejectReading(id: string, feedback: string): Promise<Reading>;
  settings(): Promise<PublicSettings>;
  changePrice(price: number): Promise<{ price: number }>;
  changePassword(change: PasswordChange): Promise<unknown>;
  readerOrders(): Promise<ReaderOrder[]>;
}

export const staffApi: StaffApi = {
  listOrders: (query) => call(api.orders.$get({ query })),
  deleteOrder: (id) => call(api.orders[':id'].$delete({ param: { id } })),
  restoreOrder: (id) => call(api.orders[':id'].restore.$put({ param: { id } })),
  assignOrder: (id, readerId) => call(api.orders[':id'].assignee.$put({ param: { id }, json: { readerId } })),
  orderReading: (id) => call(api.orders[':id'].reading.$get({ param: { id } })),
  orderEvents: (id) => call(api.orders[':id'].events.$get({ param: { id } })),
  readers: () => call(api.readers.$get()),
  pendingReadings: () => call(api.readings.pending.$get()),
  submitReading: (json) => call(api.readings.$post({ json })),
  editReading: (id, json) => call(api.readings[':id'].$put({ param: { id }, json })),
  approveReading: (id) => call(api.readings[':id'].approve.$put({ param: { id } })),
  undoApproval: (id) => call(api.readings[':id']['undo-approval'].$put({ param: { id } })),
  rejectReading: (id, feedback) =>
    call(api.readings[':id'].reject.$put({ param: { id }, json: feedback ? { feedback } : {} })),
  settings: () => call(api.settings.$get()),
  changePrice: (price) => call(api.settings.price.$put({ json: { price } })),
  changePassword: (json) => call(api.admin.password.$put({ json })),
  readerOrders: () => call(api.reader.orders.$get()),
};
