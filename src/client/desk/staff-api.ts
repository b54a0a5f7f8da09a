import type { Alert } from '../../shared/alerts.ts';
import type { SaveDraft, SavedDraft } from '../../shared/drafts.ts';
import type { OrderMail } from '../../shared/mails.ts';
import type { OrderStatus, PaymentStatus } from '../../shared/order-status.ts';
import type {
  BulkAssigned,
  Order,
  OrderEvent,
  OrderList,
  OrderSort,
  ReaderOrder,
  ReaderRef,
  SortDirection,
} from '../../shared/orders.ts';
import type { Overview } from '../../shared/overview.ts';
import type { MailPreview, OrderReading, Reading, ReadingRevision } from '../../shared/readings.ts';
import type { OrderPayment, RefundMade } from '../../shared/refunds.ts';
import type { PublicSettings } from '../../shared/settings.ts';
import type { OpenSession, PasswordChange, Person, Role } from '../../shared/staff.ts';
import { api, call, everyPage } from '../api.ts';

/** What the list of orders is asked for. */
export interface OrderListRequest {
  q?: string;
  sort: OrderSort;
  direction: SortDirection;
  status?: OrderStatus;
  payment?: PaymentFilter;
  reader?: string;
  overdue?: 'true';
  deleted?: 'true';
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
  /** The notes that were there when the editing began */
  notesSeen?: string;
  /** The version that was there when the editing began */
  revision?: number;
}

/** The calls of the two dashboards, in the words of the stores that make them. Each may throw an ApiError. */
export interface StaffApi {
  alerts(): Promise<Alert[]>;
  listOrders(request: OrderListRequest): Promise<OrderList>;
  order(id: string): Promise<Order>;
  deleteOrder(id: string): Promise<unknown>;
  restoreOrder(id: string): Promise<Order>;
  assignOrder(id: string, readerId: string | null): Promise<Order>;
  assignOrders(orderIds: string[], readerId: string | null): Promise<BulkAssigned>;
  acceptPayment(id: string): Promise<Order>;
  orderPayment(id: string): Promise<OrderPayment | null>;
  /** @param amount dollars; undefined for all that is left */
  /** All in dollars; `refundedBefore` is what was on the screen. */
  refundOrder(id: string, asked: { amount: number; refundedBefore: number }): Promise<RefundMade>;
  orderMails(id: string): Promise<OrderMail[]>;
  correctAddress(id: string, email: string): Promise<OrderMail[]>;
  resendMail(id: number): Promise<OrderMail[]>;
  orderReading(id: string): Promise<OrderReading>;
  revisions(orderId: string): Promise<ReadingRevision[]>;
  previewDelivery(orderId: string, content: string): Promise<MailPreview>;
  orderEvents(id: string): Promise<OrderEvent[]>;
  draft(orderId: string): Promise<SavedDraft | null>;
  saveDraft(orderId: string, draft: SaveDraft): Promise<SavedDraft>;
  readers(): Promise<ReaderRef[]>;
  pendingReadings(): Promise<Reading[]>;
  submitReading(reading: NewReading): Promise<Reading>;
  editReading(id: string, edit: ReadingEdit): Promise<Reading>;
  approveReading(id: string, revision: number): Promise<Reading>;
  /** The approved readings whose mail is still held. */
  heldReadings(): Promise<Reading[]>;
  undoApproval(id: string): Promise<Reading>;
  rejectReading(id: string, feedback: string): Promise<Reading>;
  settings(): Promise<PublicSettings>;
  changePrice(price: number): Promise<{ price: number }>;
  changePassword(change: PasswordChange): Promise<unknown>;
  readerOrders(): Promise<ReaderOrder[]>;
  overview(): Promise<Overview>;
  people(): Promise<Person[]>;
  createPerson(person: NewPerson): Promise<Person[]>;
  setPersonActive(id: string, change: { isActive: boolean; moveOrdersTo?: string | null }): Promise<Person[]>;
  setPersonPassword(id: string, newPassword: string): Promise<unknown>;
  setPersonEmail(id: string, email: string | null): Promise<Person[]>;
  switchTwoFactorOff(id: string): Promise<Person[]>;
  sessionsOf(id: string): Promise<OpenSession[]>;
  endSession(personId: string, session: string): Promise<unknown>;
}

export interface NewPerson {
  username: string;
  password: string;
  role: Role;
  email: string | null;
}

export const staffApi: StaffApi = {
  alerts: () => call(api.alerts.$get()),
  listOrders: (query) => call(api.orders.$get({ query })),
  order: (id) => call(api.orders[':id'].$get({ param: { id } })),
  deleteOrder: (id) => call(api.orders[':id'].$delete({ param: { id } })),
  restoreOrder: (id) => call(api.orders[':id'].restore.$put({ param: { id } })),
  assignOrder: (id, readerId) => call(api.orders[':id'].assignee.$put({ param: { id }, json: { readerId } })),
  assignOrders: (orderIds, readerId) => call(api.orders.assignee.$put({ json: { orderIds, readerId } })),
  orderPayment: (id) => call(api.orders[':id'].payment.$get({ param: { id } })),
  refundOrder: (id, json) => call(api.orders[':id'].refund.$post({ param: { id }, json })),
  acceptPayment: (id) => call(api.orders[':id']['accept-payment'].$put({ param: { id } })),
  orderMails: (id) => call(api.orders[':id'].mails.$get({ param: { id } })),
  correctAddress: (id, email) => call(api.orders[':id'].email.$put({ param: { id }, json: { email } })),
  resendMail: (id) => call(api.mails[':id'].resend.$post({ param: { id: String(id) } })),
  revisions: (id) => everyPage((query) => api.orders[':id'].revisions.$get({ param: { id }, query })),
  previewDelivery: (id, content) =>
    call(api.orders[':id']['delivery-preview'].$post({ param: { id }, json: { content } })),
  orderReading: (id) => call(api.orders[':id'].reading.$get({ param: { id } })),
  draft: (id) => call(api.orders[':id'].draft.$get({ param: { id } })),
  saveDraft: (id, json) => call(api.orders[':id'].draft.$put({ param: { id }, json })),
  orderEvents: (id) => everyPage((query) => api.orders[':id'].events.$get({ param: { id }, query })),
  readers: () => call(api.readers.$get()),
  pendingReadings: () => everyPage((query) => api.readings.pending.$get({ query })),
  submitReading: (json) => call(api.readings.$post({ json })),
  editReading: (id, json) => call(api.readings[':id'].$put({ param: { id }, json })),
  approveReading: (id, revision) =>
    call(api.readings[':id'].approve.$put({ param: { id }, json: { revision } })),
  heldReadings: () => call(api.readings.held.$get()),
  undoApproval: (id) => call(api.readings[':id']['undo-approval'].$put({ param: { id } })),
  rejectReading: (id, feedback) =>
    call(api.readings[':id'].reject.$put({ param: { id }, json: feedback ? { feedback } : {} })),
  settings: () => call(api.settings.$get()),
  changePrice: (price) => call(api.settings.price.$put({ json: { price } })),
  changePassword: (json) => call(api.admin.password.$put({ json })),
  // What was delivered stands at the end: of it the first page has enough.
  readerOrders: () =>
    everyPage(
      (query) => api.reader.orders.$get({ query }),
      (rows) => rows.at(-1)?.status !== 'completed',
    ),
  overview: () => call(api.overview.$get()),
  people: () => call(api.staff.$get()),
  createPerson: (json) => call(api.staff.$post({ json })),
  setPersonActive: (id, json) => call(api.staff[':id'].active.$put({ param: { id }, json })),
  setPersonPassword: (id, newPassword) =>
    call(api.staff[':id'].password.$put({ param: { id }, json: { newPassword } })),
  setPersonEmail: (id, email) => call(api.staff[':id'].email.$put({ param: { id }, json: { email } })),
  switchTwoFactorOff: (id) => call(api.staff[':id']['two-factor'].$delete({ param: { id } })),
  sessionsOf: (id) => call(api.staff[':id'].sessions.$get({ param: { id } })),
  endSession: (id, session) =>
    call(api.staff[':id'].sessions[':session'].$delete({ param: { id, session } })),
};
