import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as tables from '../../../../db/schema.ts';

/* The one list of which columns hold whose data. Exports and erasures follow it; a missing column fails the tests. */

interface Columns<Name extends string = string> {
  /** Personal; the rows are deleted on erasure. */
  deleted?: readonly Name[];
  /** Personal; overwritten with these values on erasure. */
  changed?: Partial<Record<Name, unknown>>;
  record?: readonly Name[];
  none?: readonly Name[];
}

export interface PersonalTableData extends Columns {
  table: SQLiteTable;
  rowsOf: (orderId: string) => SQL;
}

function ofOrders<Table extends SQLiteTable>(
  table: Table,
  rowsOf: PersonalTableData['rowsOf'],
  columns: Columns<keyof Table['$inferSelect'] & string>,
): PersonalTableData {
  return { table, rowsOf, ...columns };
}

const byOrder = (orderId: string) => sql`order_id = ${orderId}`;
const byReading = (orderId: string) =>
  sql`reading_id = (SELECT id FROM readings WHERE order_id = ${orderId})`;
const byPayment = (column: SQL) => (orderId: string) =>
  sql`${column} = (SELECT payment_intent_id FROM orders WHERE id = ${orderId})`;

const erasedName = 'Erased';

/** Maps each table with personal data to the columns that an erasure deletes or overwrites, and an export shows. */
export const personalData = {
  orders: ofOrders(tables.orders, (orderId) => sql`id = ${orderId}`, {
    changed: {
      customQuestion: null,
      backgroundContext: null,
      customerName: erasedName,
      customerEmail: '',
      canonicalEmail: '',
      readingAddresseeName: erasedName,
      searchText: sql`lower(order_number)`,
      internalNotes: null,
      answers: [],
    },
    record: [
      'orderNumber',
      'status',
      'paymentStatus',
      'readingType',
      'offerId',
      'offerName',
      'offerDays',
      'offerWords',
      'addOns',
      'code',
      'discountMinor',
      'amountMinor',
      'currency',
      'paymentIntentId',
      'createdAt',
      'paidAt',
      'receivedMinor',
      'refundedMinor',
      'refundingMinor',
      'dispute',
      'hold',
      'termsId',
      'consentId',
      'consentedAt',
      'promisedDay',
      'dueAt',
      'assignedAt',
      'deliveredAt',
      'deletedAt',
      'abandonedAt',
      'erasedAt',
    ],
    none: ['assignedReaderId', 'seq', 'id', 'moneyAskedAt', 'codeId'],
  }),
  orderEvents: ofOrders(tables.orderEvents, byOrder, {
    record: ['type', 'data', 'createdAt'],
    none: ['actor', 'id', 'orderId'],
  }),
  /** Hashes of links, which after an erasure lead to a page that says so. */
  orderLinks: ofOrders(tables.orderLinks, byOrder, {
    record: ['expiresAt'],
    none: ['id', 'orderId'],
  }),
  orderPageViews: ofOrders(tables.orderPageViews, byOrder, {
    deleted: ['shown', 'count', 'firstAt', 'lastAt'],
    none: ['orderId'],
  }),
  customerNotes: ofOrders(tables.customerNotes, byOrder, {
    deleted: ['text', 'createdAt'],
    none: ['authorId', 'id', 'orderId'],
  }),
  messages: ofOrders(tables.messages, byOrder, {
    deleted: ['kind', 'sender', 'text', 'createdAt', 'closedAt', 'remindedAt', 'answerBy'],
    none: ['authorId', 'id', 'orderId', 'dueAt', 'isForAdmins'],
  }),
  readings: ofOrders(tables.readings, byOrder, {
    changed: { content: '', cards: [], feedback: null },
    record: ['revision', 'createdAt', 'submittedAt', 'approvedAt'],
    none: ['id', 'orderId'],
  }),
  readingRevisions: ofOrders(tables.readingRevisions, byReading, {
    changed: { content: '', cards: [] },
    record: ['revision', 'createdAt'],
    none: ['authorId', 'id', 'readingId'],
  }),
  readingDrafts: ofOrders(tables.readingDrafts, byOrder, {
    deleted: ['content', 'cards', 'savedAt'],
    none: ['authorId', 'begunById', 'orderId', 'version'],
  }),
  readingComments: ofOrders(tables.readingComments, byReading, {
    deleted: ['revision', 'fromCharacter', 'toCharacter', 'text', 'createdAt'],
    none: ['authorId', 'id', 'readingId'],
  }),
  /** Whether the reading helped stays, without a person. */
  feedback: ofOrders(tables.feedback, byOrder, {
    changed: { words: null, mayPublish: false, shownName: 'none', publishedAt: null },
    record: ['askedAt', 'helped', 'stars', 'givenAt'],
    none: ['orderId'],
  }),
  /** The withdrawal and its refund are part of the record of the money. */
  withdrawals: ofOrders(tables.withdrawals, byOrder, {
    changed: { words: '' },
    record: ['statedAt', 'dueMinor', 'settledAt', 'liftedAt'],
    none: ['settledById', 'liftedById', 'id', 'orderId'],
  }),
  /** Mails to customers; those to staff name no customer. */
  outbox: ofOrders(tables.outbox, (orderId) => sql`${byOrder(orderId)} AND user_id IS NULL`, {
    deleted: [
      'kind',
      'messageId',
      'subjectId',
      'subjectState',
      'toName',
      'toAddress',
      'state',
      'lastError',
      'response',
      'createdAt',
      'sentAt',
    ],
    none: ['userId', 'id', 'orderId', 'attempts', 'nextAttemptAt', 'leasedAt', 'dueUntil', 'isRepeat'],
  }),
  refunds: ofOrders(tables.refunds, byOrder, {
    record: ['stripeId', 'amountMinor', 'status', 'refundedBeforeMinor', 'failure', 'createdAt'],
    none: ['askedBy', 'id', 'orderId', 'toldAt', 'seenAt'],
  }),
  disputes: ofOrders(tables.disputes, byOrder, {
    record: ['id', 'status', 'reason', 'currency', 'amountMinor', 'withdrawnMinor', 'dueAt', 'createdAt'],
    none: ['orderId'],
  }),
  paymentWarnings: ofOrders(tables.paymentWarnings, byOrder, {
    record: ['id', 'kind', 'reason', 'isOpen', 'createdAt', 'dismissedAt'],
    none: ['orderId'],
  }),
  checkoutOrders: ofOrders(tables.checkoutOrders, byOrder, {
    deleted: ['checkoutId', 'acknowledgedAt'],
    none: ['orderId'],
  }),
  paymentOrigins: ofOrders(tables.paymentOrigins, byPayment(sql`payment_intent_id`), {
    deleted: ['checkoutId', 'address'],
    record: ['paymentIntentId'],
  }),
  stripeEvents: ofOrders(tables.stripeEvents, byPayment(sql`payment_id`), {
    changed: { card: null },
    record: ['type', 'paymentId', 'receivedAt'],
    none: ['id'],
  }),
} satisfies Record<string, PersonalTableData>;

export type PersonalTable = keyof typeof personalData;
export const personalTables = Object.keys(personalData) as PersonalTable[];

/** Lists the columns that an erasure deletes or overwrites, without those that stay on record. */
export function personalColumns({ deleted = [], changed = {} }: PersonalTableData): string[] {
  return [...deleted, ...Object.keys(changed)];
}

/** Tables without personal data, or with data handled elsewhere. */
export const otherTables: readonly SQLiteTable[] = [
  tables.terms,
  /** By address, not by order: `erasePerson` and `exportPerson` have it. */
  tables.waitlist,
  tables.checkouts,
  tables.strayPayments,
  tables.missedWebhooks,
  tables.orderTallies,
  // They name no customer, and issued receipts never change.
  tables.receipts,
  tables.audit,
  tables.settings,
  tables.offers,
  tables.codes,
  tables.siteTexts,
  tables.rateLimits,
  tables.serviceFacts,
  tables.users,
  tables.portraits,
  tables.recoveryCodes,
  tables.passwordResets,
  tables.sessions,
  tables.snippets,
];

/** Search indexes, from which triggers remove erased data. */
export const derivedTables: Readonly<Record<string, string>> = {
  orders_search: 'the orders’ search_text; what is erased is taken out of its pages at once',
  audit_search: 'what the list of actions is searched by: nothing that a customer gave',
};
