import { type Placeholder, type SQL, type SQLiteTable, sql } from '../../../db/drizzle.ts';
import * as tables from '../../../db/schema.ts';

/*
 * The one list of what is kept of whom: each column of each table. What a customer gets when they ask for their data,
 * and what goes when they want it erased, follows from it; a table or column that is missing here fails the tests.
 */

/** A table's columns, by their names in the program and by what they hold. */
export interface Columns<Name extends string = string> {
  /** The customer's, in rows that are deleted when the customer is erased. */
  deleted?: readonly Name[];
  /** The customer's, and what stands in their place once the customer is erased. */
  changed?: Partial<Record<Name, unknown>>;
  /** What the business keeps of an order and of its money. */
  record?: readonly Name[];
  /** Which of those who work here did it. */
  staff?: readonly Name[];
  /** What only the program needs. */
  none?: readonly Name[];
}

/** A table of which rows belong to an order. */
export interface Held extends Columns {
  table: SQLiteTable;
  rowsOf: (orderId: Placeholder) => SQL;
}

type NameOf<Table extends SQLiteTable> = keyof Table['$inferSelect'] & string;

function ofOrders<Table extends SQLiteTable>(
  table: Table,
  rowsOf: Held['rowsOf'],
  columns: Columns<NameOf<Table>>,
): Held {
  return { table, rowsOf, ...columns };
}

function of<Table extends SQLiteTable>(table: Table, columns: Columns<NameOf<Table>>) {
  return { table, ...columns };
}

const byOrder = (orderId: Placeholder) => sql`order_id = ${orderId}`;
const byReading = (orderId: Placeholder) =>
  sql`reading_id = (SELECT id FROM readings WHERE order_id = ${orderId})`;
const byPayment = (column: SQL) => (orderId: Placeholder) =>
  sql`${column} = (SELECT payment_intent_id FROM orders WHERE id = ${orderId})`;

/** What an erased order has in place of a name. */
export const erasedName = 'Erased';

/** Tables whose rows belong to orders. */
export const heldData = {
  orders: ofOrders(tables.orders, (orderId) => sql`id = ${orderId}`, {
    changed: {
      customQuestion: sql`NULL`,
      backgroundContext: sql`NULL`,
      customerName: erasedName,
      customerEmail: '',
      canonicalEmail: '',
      readingAddresseeName: erasedName,
      searchText: sql`lower(order_number)`,
      internalNotes: sql`NULL`,
    },
    record: [
      'orderNumber',
      'status',
      'paymentStatus',
      'readingType',
      'amountCents',
      'currency',
      'paymentIntentId',
      'createdAt',
      'paidAt',
      'receivedCents',
      'refundedCents',
      'refundingCents',
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
    staff: ['assignedReaderId'],
    none: ['seq', 'id', 'moneyAskedAt'],
  }),
  orderEvents: ofOrders(tables.orderEvents, byOrder, {
    record: ['type', 'data', 'createdAt'],
    staff: ['actor'],
    none: ['id', 'orderId'],
  }),
  /** Hashes of links, which end by themselves; until then they lead to a page that says what became of the order. */
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
    staff: ['authorId'],
    none: ['id', 'orderId'],
  }),
  customerQuestions: ofOrders(tables.customerQuestions, byOrder, {
    deleted: ['question', 'askedAt', 'answer', 'closedAt', 'remindedAt'],
    staff: ['askedById'],
    none: ['id', 'orderId', 'dueAt'],
  }),
  readings: ofOrders(tables.readings, byOrder, {
    changed: { content: '', cards: [], feedback: sql`NULL` },
    record: ['revision', 'createdAt', 'submittedAt', 'approvedAt'],
    none: ['id', 'orderId'],
  }),
  readingRevisions: ofOrders(tables.readingRevisions, byReading, {
    changed: { content: '', cards: [] },
    record: ['revision', 'createdAt'],
    staff: ['authorId'],
    none: ['id', 'readingId'],
  }),
  readingDrafts: ofOrders(tables.readingDrafts, byOrder, {
    deleted: ['content', 'cards', 'savedAt'],
    staff: ['authorId', 'begunById'],
    none: ['orderId', 'version'],
  }),
  readingComments: ofOrders(tables.readingComments, byReading, {
    deleted: ['revision', 'fromCharacter', 'toCharacter', 'text', 'createdAt'],
    staff: ['authorId'],
    none: ['id', 'readingId'],
  }),
  /** Whether the reading helped stays, as a figure without a person. */
  feedback: ofOrders(tables.feedback, byOrder, {
    changed: { words: sql`NULL`, mayPublish: false, shownName: 'none', publishedAt: sql`NULL` },
    record: ['askedAt', 'helped', 'givenAt'],
    none: ['orderId'],
  }),
  orderProblems: ofOrders(tables.orderProblems, byOrder, {
    deleted: ['words', 'toldAt', 'answerBy', 'closedAt'],
    staff: ['closedById'],
    none: ['id', 'orderId'],
  }),
  /** The withdrawal itself and its refund are part of the record of the money. */
  withdrawals: ofOrders(tables.withdrawals, byOrder, {
    changed: { words: '' },
    record: ['statedAt', 'dueCents', 'settledAt', 'liftedAt'],
    staff: ['settledById', 'liftedById'],
    none: ['id', 'orderId'],
  }),
  /** Mails to customers; those to admins and readers name the order and no customer. */
  outbox: ofOrders(tables.outbox, (orderId) => sql`${byOrder(orderId)} AND user_id IS NULL`, {
    deleted: [
      'kind',
      'messageId',
      'toName',
      'toAddress',
      'state',
      'lastError',
      'response',
      'createdAt',
      'sentAt',
    ],
    staff: ['userId'],
    none: ['id', 'orderId', 'attempts', 'nextAttemptAt', 'leasedAt'],
  }),
  refunds: ofOrders(tables.refunds, byOrder, {
    record: ['stripeId', 'amountCents', 'status', 'refundedBeforeCents', 'failure', 'createdAt'],
    staff: ['askedBy'],
    none: ['id', 'orderId', 'toldAt', 'seenAt'],
  }),
  disputes: ofOrders(tables.disputes, byOrder, {
    record: ['id', 'status', 'reason', 'amountCents', 'withdrawnCents', 'dueAt', 'createdAt'],
    none: ['orderId'],
  }),
  paymentWarnings: ofOrders(tables.paymentWarnings, byOrder, {
    record: ['id', 'kind', 'reason', 'isOpen', 'createdAt', 'dismissedAt'],
    none: ['orderId'],
  }),
  /** Which browser may send its form once more. */
  checkoutOrders: ofOrders(tables.checkoutOrders, byOrder, {
    deleted: ['checkoutId', 'acknowledgedAt'],
    none: ['orderId'],
  }),
  /** From where a payment was begun, as a hash. */
  paymentOrigins: ofOrders(tables.paymentOrigins, byPayment(sql`payment_intent_id`), {
    deleted: ['checkoutId', 'address'],
    record: ['paymentIntentId'],
  }),
  /** Which card was declined. */
  stripeEvents: ofOrders(tables.stripeEvents, byPayment(sql`payment_id`), {
    changed: { card: sql`NULL` },
    record: ['type', 'paymentId', 'receivedAt'],
    none: ['id'],
  }),
} satisfies Record<string, Held>;

export type HeldTable = keyof typeof heldData;
/** Their names, in the order in which a person reads of them. */
export const heldTables = Object.keys(heldData) as HeldTable[];

/** @returns which of a table's columns are the customer's */
export function personalColumns({ deleted = [], changed = {} }: Held): string[] {
  return [...deleted, ...Object.keys(changed)];
}

/** Tables in which nothing is a customer's. */
export const otherTables: readonly ({ table: SQLiteTable } & Columns)[] = [
  /** The shop’s own words, which the order refers to. */
  of(tables.terms, { record: ['id', 'words'] }),
  /** Visits of a day: a hash of a cookie, and a price. */
  of(tables.checkouts, { record: ['paymentIntentId', 'amountCents'], none: ['id', 'attempt', 'createdAt'] }),
  of(tables.strayPayments, { record: ['paymentIntentId', 'amountCents', 'seenAt'] }),
  of(tables.missedWebhooks, { none: ['paymentIntentId', 'foundAt'] }),
  of(tables.orderTallies, {
    staff: ['readerId'],
    none: ['paymentStatus', 'status', 'isDeleted', 'count', 'ended'],
  }),
  of(tables.audit, {
    record: ['at', 'kind', 'action', 'subjectKind', 'subjectId', 'subjectLabel', 'details', 'words'],
    staff: ['actorId', 'actorName'],
    none: ['id'],
  }),
  of(tables.settings, { none: ['name', 'value', 'updatedAt'] }),
  of(tables.siteTexts, { staff: ['id', 'name', 'value', 'changedById', 'changedAt'] }),
  /** Keys are hashes; they end within a day. */
  of(tables.rateLimits, { none: ['key', 'points', 'expire'] }),
  of(tables.serviceFacts, { none: ['name', 'value'] }),
  /** People who work here: their accounts are closed and changed under People. */
  of(tables.users, {
    staff: [
      'id',
      'username',
      'passwordHash',
      'role',
      'isActive',
      'email',
      'mutedNotices',
      'daysAway',
      'maxOpenOrders',
      'readingsPerDay',
      'displayName',
      'readingSince',
      'signature',
      'totpSecret',
      'totpEnabledAt',
      'totpLastStep',
      'createdAt',
    ],
  }),
  of(tables.portraits, { staff: ['userId', 'picture', 'hash', 'alt', 'updatedAt'] }),
  of(tables.recoveryCodes, { staff: ['id', 'userId'] }),
  of(tables.passwordResets, { staff: ['id', 'userId', 'expiresAt'] }),
  of(tables.sessions, { staff: ['id', 'userId', 'expiresAt', 'createdAt', 'device'] }),
  of(tables.snippets, { staff: ['id', 'ownerId', 'title', 'text'] }),
];

/**
 * Tables that Drizzle does not know: indexes of data in other tables, from which triggers remove what was erased, and
 * the indexes' own tables.
 */
export const derivedTables: Readonly<Record<string, string>> = {
  orders_search: 'the orders’ search_text; what is erased is taken out of its pages at once',
  audit_search: 'what the list of actions is searched by: nothing that a customer gave',
};
