import { type Placeholder, type SQL, type SQLiteTable, sql } from '../../../db/drizzle.ts';
import * as tables from '../../../db/schema.ts';

/*
 * The one list of what is kept of whom: each column of each table. What a customer gets when they ask for their data,
 * and what goes when they want it erased, follows from it; a table or column that is missing here fails the tests.
 */

/**
 * What a column holds: something of a customer's, which goes when they are erased (`personal`); what the business keeps
 * of an order and of its money, which stays (`record`); who of those who work here did it (`staff`); or what only the
 * program needs (`none`).
 */
export type Holds = 'personal' | 'record' | 'staff' | 'none';

/** What becomes of rows when a customer is erased: they go, they stay, or they stay with other values. */
type Erasure = 'deleted' | 'kept' | Record<string, unknown>;

/** What a table holds of customers, by the columns' names in the program. */
export interface Held {
  table: SQLiteTable;
  columns: Readonly<Record<string, Holds>>;
  /** Which rows belong to an order; null when none do. */
  rowsOf: ((orderId: Placeholder) => SQL) | null;
  erased: Erasure;
}

/** Rows that belong to an order. */
function ofOrders<Table extends SQLiteTable>(
  table: Table,
  rowsOf: (orderId: Placeholder) => SQL,
  erased: 'deleted' | 'kept' | Partial<Record<keyof Table['$inferSelect'], unknown>>,
  columns: Record<keyof Table['$inferSelect'], Holds>,
): Held {
  return { table, rowsOf, erased, columns };
}

/** Rows that belong to no order. */
function ofNobody<Table extends SQLiteTable>(
  table: Table,
  columns: Record<keyof Table['$inferSelect'], Holds>,
): Held {
  return { table, rowsOf: null, erased: 'kept', columns };
}

/** The same for a table all of whose columns are of one kind. */
function allOf(table: SQLiteTable, holds: Holds, ...columns: string[]): Held {
  return { table, rowsOf: null, erased: 'kept', columns: Object.fromEntries(columns.map((c) => [c, holds])) };
}

const byOrder = (orderId: Placeholder) => sql`order_id = ${orderId}`;
const byReading = (orderId: Placeholder) =>
  sql`reading_id = (SELECT id FROM readings WHERE order_id = ${orderId})`;
const byPayment = (column: SQL) => (orderId: Placeholder) =>
  sql`${column} = (SELECT payment_intent_id FROM orders WHERE id = ${orderId})`;

/** What an erased order has in place of a name. */
export const erasedName = 'Erased';

const { orders, readings, readingRevisions, outbox } = tables;

export const heldData = {
  orders: ofOrders(
    orders,
    (orderId) => sql`id = ${orderId}`,
    {
      customQuestion: sql`NULL`,
      backgroundContext: sql`NULL`,
      customerName: erasedName,
      customerEmail: '',
      canonicalEmail: '',
      readingAddresseeName: erasedName,
      searchText: sql`lower(order_number)`,
      internalNotes: sql`NULL`,
    },
    {
      seq: 'none',
      id: 'none',
      orderNumber: 'record',
      status: 'record',
      paymentStatus: 'record',
      readingType: 'record',
      customQuestion: 'personal',
      backgroundContext: 'personal',
      customerName: 'personal',
      customerEmail: 'personal',
      canonicalEmail: 'personal',
      readingAddresseeName: 'personal',
      searchText: 'personal',
      amountCents: 'record',
      currency: 'record',
      paymentIntentId: 'record',
      createdAt: 'record',
      paidAt: 'record',
      receivedCents: 'record',
      refundedCents: 'record',
      refundingCents: 'record',
      dispute: 'record',
      hold: 'record',
      moneyAskedAt: 'none',
      termsId: 'record',
      consentId: 'record',
      consentedAt: 'record',
      promisedDay: 'record',
      dueAt: 'record',
      assignedReaderId: 'staff',
      assignedAt: 'record',
      deliveredAt: 'record',
      deletedAt: 'record',
      abandonedAt: 'record',
      erasedAt: 'record',
      internalNotes: 'personal',
    },
  ),
  /** The shop's own words, which the order refers to. */
  terms: ofNobody(tables.terms, { id: 'record', words: 'record' }),
  orderEvents: ofOrders(tables.orderEvents, byOrder, 'kept', {
    ...{ id: 'none', orderId: 'none', type: 'record', actor: 'staff', data: 'record', createdAt: 'record' },
  }),
  /** Hashes of links, which end by themselves; until then they lead to a page that says what became of the order. */
  orderLinks: ofOrders(tables.orderLinks, byOrder, 'kept', {
    ...{ id: 'none', orderId: 'none', expiresAt: 'record' },
  }),
  orderPageViews: ofOrders(tables.orderPageViews, byOrder, 'deleted', {
    ...{ orderId: 'none', shown: 'personal', count: 'personal', firstAt: 'personal', lastAt: 'personal' },
  }),
  customerNotes: ofOrders(tables.customerNotes, byOrder, 'deleted', {
    ...{ id: 'none', orderId: 'none', authorId: 'staff', text: 'personal', createdAt: 'personal' },
  }),
  customerQuestions: ofOrders(tables.customerQuestions, byOrder, 'deleted', {
    id: 'none',
    orderId: 'none',
    askedById: 'staff',
    question: 'personal',
    askedAt: 'personal',
    dueAt: 'none',
    answer: 'personal',
    closedAt: 'personal',
    remindedAt: 'personal',
  }),
  readings: ofOrders(
    readings,
    byOrder,
    { content: '', cards: [], feedback: sql`NULL` },
    {
      id: 'none',
      orderId: 'none',
      content: 'personal',
      cards: 'personal',
      feedback: 'personal',
      revision: 'record',
      createdAt: 'record',
      submittedAt: 'record',
      approvedAt: 'record',
    },
  ),
  readingRevisions: ofOrders(
    readingRevisions,
    byReading,
    { content: '', cards: [] },
    {
      id: 'none',
      readingId: 'none',
      revision: 'record',
      content: 'personal',
      cards: 'personal',
      authorId: 'staff',
      createdAt: 'record',
    },
  ),
  readingDrafts: ofOrders(tables.readingDrafts, byOrder, 'deleted', {
    orderId: 'none',
    authorId: 'staff',
    content: 'personal',
    cards: 'personal',
    version: 'none',
    begunById: 'staff',
    savedAt: 'personal',
  }),
  readingComments: ofOrders(tables.readingComments, byReading, 'deleted', {
    id: 'none',
    readingId: 'none',
    revision: 'personal',
    fromCharacter: 'personal',
    toCharacter: 'personal',
    text: 'personal',
    authorId: 'staff',
    createdAt: 'personal',
  }),
  /** Whether the reading helped stays, as a figure without a person. */
  feedback: ofOrders(
    tables.feedback,
    byOrder,
    { words: sql`NULL`, mayPublish: false, shownName: 'none', publishedAt: sql`NULL` },
    {
      orderId: 'none',
      askedAt: 'record',
      helped: 'record',
      words: 'personal',
      mayPublish: 'personal',
      shownName: 'personal',
      givenAt: 'record',
      publishedAt: 'personal',
    },
  ),
  orderProblems: ofOrders(tables.orderProblems, byOrder, 'deleted', {
    id: 'none',
    orderId: 'none',
    words: 'personal',
    toldAt: 'personal',
    answerBy: 'personal',
    closedAt: 'personal',
    closedById: 'staff',
  }),
  /** The withdrawal itself and its refund are part of the record of the money. */
  withdrawals: ofOrders(
    tables.withdrawals,
    byOrder,
    { words: '' },
    {
      id: 'none',
      orderId: 'none',
      words: 'personal',
      statedAt: 'record',
      dueCents: 'record',
      settledAt: 'record',
      settledById: 'staff',
      liftedAt: 'record',
      liftedById: 'staff',
    },
  ),
  /** Mails to customers; those to admins and readers name the order and no customer. */
  outbox: ofOrders(outbox, (orderId) => sql`${byOrder(orderId)} AND user_id IS NULL`, 'deleted', {
    id: 'none',
    kind: 'personal',
    messageId: 'personal',
    orderId: 'none',
    userId: 'staff',
    toName: 'personal',
    toAddress: 'personal',
    state: 'personal',
    attempts: 'none',
    nextAttemptAt: 'none',
    leasedAt: 'none',
    lastError: 'personal',
    response: 'personal',
    createdAt: 'personal',
    sentAt: 'personal',
  }),
  refunds: ofOrders(tables.refunds, byOrder, 'kept', {
    id: 'none',
    orderId: 'none',
    stripeId: 'record',
    amountCents: 'record',
    status: 'record',
    askedBy: 'staff',
    refundedBeforeCents: 'record',
    failure: 'record',
    createdAt: 'record',
    toldAt: 'none',
    seenAt: 'none',
  }),
  disputes: ofOrders(tables.disputes, byOrder, 'kept', {
    id: 'record',
    orderId: 'none',
    status: 'record',
    reason: 'record',
    amountCents: 'record',
    withdrawnCents: 'record',
    dueAt: 'record',
    createdAt: 'record',
  }),
  paymentWarnings: ofOrders(tables.paymentWarnings, byOrder, 'kept', {
    id: 'record',
    orderId: 'none',
    kind: 'record',
    reason: 'record',
    isOpen: 'record',
    createdAt: 'record',
    dismissedAt: 'record',
  }),
  /** Which browser may send its form once more. */
  checkoutOrders: ofOrders(tables.checkoutOrders, byOrder, 'deleted', {
    ...{ orderId: 'none', checkoutId: 'personal', acknowledgedAt: 'personal' },
  }),
  /** From where a payment was begun, as a hash. */
  paymentOrigins: ofOrders(tables.paymentOrigins, byPayment(sql`payment_intent_id`), 'deleted', {
    ...{ paymentIntentId: 'record', checkoutId: 'personal', address: 'personal' },
  }),
  /** Which card was declined. */
  stripeEvents: ofOrders(
    tables.stripeEvents,
    byPayment(sql`payment_id`),
    { card: sql`NULL` },
    { id: 'none', type: 'record', paymentId: 'record', card: 'personal', receivedAt: 'record' },
  ),

  /** Visits of a day: a hash of a cookie, and a price. */
  checkouts: ofNobody(tables.checkouts, {
    id: 'none',
    attempt: 'none',
    paymentIntentId: 'record',
    amountCents: 'record',
    createdAt: 'none',
  }),
  strayPayments: allOf(tables.strayPayments, 'record', 'paymentIntentId', 'amountCents', 'seenAt'),
  missedWebhooks: allOf(tables.missedWebhooks, 'none', 'paymentIntentId', 'foundAt'),
  orderTallies: ofNobody(tables.orderTallies, {
    paymentStatus: 'none',
    status: 'none',
    readerId: 'staff',
    isDeleted: 'none',
    count: 'none',
    ended: 'none',
  }),
  audit: ofNobody(tables.audit, {
    id: 'none',
    at: 'record',
    actorId: 'staff',
    actorName: 'staff',
    kind: 'record',
    action: 'record',
    subjectKind: 'record',
    subjectId: 'record',
    subjectLabel: 'record',
    details: 'record',
    words: 'record',
  }),
  settings: allOf(tables.settings, 'none', 'name', 'value', 'updatedAt'),
  siteTexts: allOf(tables.siteTexts, 'staff', 'id', 'name', 'value', 'changedById', 'changedAt'),
  /** Keys are hashes; they end within a day. */
  rateLimits: allOf(tables.rateLimits, 'none', 'key', 'points', 'expire'),
  serviceFacts: allOf(tables.serviceFacts, 'none', 'name', 'value'),

  // People who work here: their accounts are closed and changed under People.
  users: allOf(
    tables.users,
    'staff',
    ...['id', 'username', 'passwordHash', 'role', 'isActive', 'email', 'mutedNotices', 'daysAway'],
    ...['maxOpenOrders', 'readingsPerDay', 'displayName', 'readingSince', 'signature', 'totpSecret'],
    ...['totpEnabledAt', 'totpLastStep', 'createdAt'],
  ),
  portraits: allOf(tables.portraits, 'staff', 'userId', 'picture', 'hash', 'alt', 'updatedAt'),
  recoveryCodes: allOf(tables.recoveryCodes, 'staff', 'id', 'userId'),
  passwordResets: allOf(tables.passwordResets, 'staff', 'id', 'userId', 'expiresAt'),
  sessions: allOf(tables.sessions, 'staff', 'id', 'userId', 'expiresAt', 'createdAt', 'device'),
  snippets: allOf(tables.snippets, 'staff', 'id', 'ownerId', 'title', 'text'),
} satisfies Record<string, Held>;

export type HeldTable = keyof typeof heldData;

/** Tables whose rows belong to orders, in the order in which a person reads of them. */
export const tablesOfOrders = (Object.keys(heldData) as HeldTable[]).filter(
  (name) => heldData[name].rowsOf !== null,
);

/**
 * Tables that Drizzle does not know: indexes of data in other tables, from which triggers remove what was erased, and
 * the indexes' own tables.
 */
export const derivedTables: Readonly<Record<string, string>> = {
  orders_search: 'the orders’ search_text; what is erased is taken out of its pages at once',
  audit_search: 'what the list of actions is searched by: nothing that a customer gave',
};
