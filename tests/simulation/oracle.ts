import type { OutgoingMail } from '../../src/server/context/mailer.ts';
import { days, hours } from '../../src/shared/durations.ts';
import { type Browser, isMistyped, type World } from './world.ts';

/*
 * Judges the service by what those outside were told and what they saw: the bank its payments, the mail server its
 * mails, people the answers to their calls. It shares no rule with the service.
 */

export interface Sale {
  /** Stands in all that this customer writes. */
  marker: string;
  browser: Browser;
  orderId: string;
  orderNumber: string;
  paymentId: string;
  cents: number;
  placedAt: number;
  paidAt: number | null;
  address: string;
  refundsAsked: number[];
  drafts: Map<string, string>;
  texts: string[];
  /** Texts that were sent to the service, whose answer was lost. */
  unansweredTexts: string[];
  /** Since when a reading is answered as approved, with nothing that takes it back. */
  approvedAt: number | null;
  /** How often a reading may go out: approved, or sent again. */
  sendings: number;
  confirmations: Set<string>;
  deliveries: Set<string>;
  /** More or less may have been done than is known here. */
  isUnclear: boolean;
  /** Its order was refunded or disputed, so that its mails differ. */
  isDisturbed: boolean;
  isDisputed: boolean;
}

export type Oracle = ReturnType<typeof createOracle>;

interface OrderRow {
  id: string;
  paymentId: string;
  payment: string;
  status: string;
  hold: string | null;
  received: number | null;
  refunded: number;
  refunding: number;
}

const orderColumns = `id, payment_intent_id AS paymentId, payment_status AS payment, status, hold,
  received_cents AS received, refunded_cents AS refunded, refunding_cents AS refunding`;

export function createOracle(world: World) {
  const sales: Sale[] = [];
  const counts = new Map<string, number>();
  let breach: string | null = null;

  function expect(promise: string, isKept: boolean, words: () => string): void {
    counts.set(promise, (counts.get(promise) ?? 0) + 1);
    if (isKept || breach !== null) return;
    breach = `${promise}: ${words()}`;
    world.note(`BROKEN: ${breach}`);
  }

  /** A mail server has accepted a message: it is on its way, whatever its sender learns. */
  function mailTaken({ to: { address }, subject, text, messageId }: OutgoingMail): void {
    const isStaff = address.endsWith('@staff.example');
    for (const marker of new Set(`${subject}\n${text}`.match(/Maya-\d+|\bCT-[0-9A-Z]{6}\b/g))) {
      const owner = sales.find((sale) => sale.marker === marker || sale.orderNumber === marker);
      if (!owner || (isStaff && marker.startsWith('CT-'))) continue;
      expect(
        'nothing goes to anyone else',
        owner.address === address,
        () => `what is ${marker}’s went to ${address}`,
      );
    }
    const [row] = world.look(({ db }) =>
      db.$client.prepare('SELECT kind, order_id AS orderId FROM outbox WHERE message_id = ?').all(messageId),
    ) as { kind: string; orderId: string | null }[];
    const sale = sales.find(({ orderId }) => orderId === row?.orderId);
    if (!row || !sale || isStaff) return;
    world.note(`${row.kind} of ${sale.orderNumber} arrives at ${address}`);
    if (row.kind === 'order_confirmation') sale.confirmations.add(messageId);
    if (row.kind !== 'reading_delivery') return;
    sale.deliveries.add(messageId);
    expect(
      'a reading is sent once',
      sale.deliveries.size <= sale.sendings || sale.isUnclear,
      () => `${sale.orderNumber}: ${sale.deliveries.size} messages, ${sale.sendings} approvals`,
    );
    if (sale.texts.length > 0 && !sale.isUnclear) {
      expect(
        'the approved text is sent',
        [...sale.texts, ...sale.unansweredTexts].some((one) => text.includes(one)),
        () => sale.orderNumber,
      );
    }
  }

  function judge(): void {
    const rows = new Map(
      world.rows<OrderRow>(`SELECT ${orderColumns} FROM orders`).map((row) => [row.paymentId, row]),
    );
    for (const sale of sales) if (sale.paidAt !== null) judgeSale(sale, rows.get(sale.paymentId));
    for (const row of rows.values()) {
      if (row.payment === 'unpaid' || row.paymentId === null) continue;
      const payment = world.bank.payments.get(row.paymentId);
      expect(
        'nothing counts as paid that was not',
        payment?.status === 'succeeded' && payment.amountReceivedCents === row.received,
        () => `${row.paymentId} is ${payment?.status} at the bank`,
      );
    }
    const none = (promise: string, source: string, ...given: unknown[]) => {
      const found = world.rows(source, ...given);
      expect(promise, found.length === 0, () => JSON.stringify(found.slice(0, 3)));
    };
    none('a refund that was asked for is made', "SELECT id, order_id FROM refunds WHERE status = 'asked'");
    none(
      'no mail stands still',
      "SELECT id, kind FROM outbox WHERE state = 'queued' AND next_attempt_at < ?",
      world.now() - hours(3),
    );
    expect('no job stands still', world.failedJobs.size === 0, () => [...world.failedJobs].join('; '));
  }

  function judgeSale(sale: Sale, row: OrderRow | undefined): void {
    const { orderNumber } = sale;
    const payment = world.bank.payments.get(sale.paymentId);
    expect(
      'each charged customer has an order',
      row !== undefined && row.payment !== 'unpaid' && row.received === sale.cents,
      () => `${orderNumber}: ${JSON.stringify(row)}`,
    );
    if (!row || !payment) return;
    const asked = sale.refundsAsked.reduce((sum, cents) => sum + cents, 0);
    expect(
      'the sums of the shop and of the bank agree',
      row.refunded + row.refunding === payment.refundedCents,
      () => `${orderNumber}: ${row.refunded} + ${row.refunding}, ${payment.refundedCents} at the bank`,
    );
    expect(
      'no cent goes back twice',
      payment.refundedCents <= Math.min(asked, sale.cents),
      () => `${orderNumber}: ${payment.refundedCents} went back, ${asked} were asked for`,
    );
    judgeTexts(sale, row);
    judgeMails(sale, row);
  }

  function judgeTexts(sale: Sale, row: OrderRow): void {
    const stored = world.rows<{ content: string }>(
      `SELECT reading_revisions.content FROM reading_revisions JOIN readings ON readings.id = reading_id WHERE order_id = ?
        UNION SELECT content FROM readings WHERE order_id = ?`,
      row.id,
      row.id,
    );
    for (const text of sale.texts) {
      expect(
        'no text that was answered as saved is lost',
        stored.some(({ content }) => content === text),
        () => `a reading of ${sale.orderNumber}`,
      );
    }
    const isApproved = row.status === 'approved' || sale.approvedAt === null;
    expect('what was approved stays approved', isApproved || sale.isDisturbed, () => sale.orderNumber);
  }

  function judgeMails(sale: Sale, row: OrderRow): void {
    const { orderNumber, confirmations, deliveries } = sale;
    expect(
      'an order is confirmed once',
      confirmations.size <= 1 || sale.isUnclear,
      () => `${orderNumber}: ${confirmations.size} confirmations`,
    );
    if (isMistyped(sale.address) || row.payment === 'refunded' || sale.isUnclear) return;
    expect('an order is confirmed once', confirmations.size > 0, () => `${orderNumber} was not confirmed`);
    const isSendable = row.payment === 'paid' || row.payment === 'partially_refunded';
    if (row.status !== 'approved' || !isSendable || row.hold !== null) return;
    expect('each approved reading arrives', deliveries.size > 0, () => orderNumber);
  }

  return {
    expect,
    mailTaken,
    judge,
    sales,
    counts: counts as ReadonlyMap<string, number>,
    breach: () => breach,
    /** Half a year has passed in which no one came: what is kept for a while is gone, and the file is whole. */
    judgeEnd(): void {
      const { now } = world;
      const most: [table: string, rows: number][] = [
        ['sessions', 20],
        ['rate_limits', 50],
        ['missed_webhooks', 50],
      ];
      for (const [table, rows] of most) {
        const [found] = world.rows<{ count: number }>(`SELECT count(*) AS count FROM ${table}`);
        expect('nothing is kept for ever', (found?.count ?? 0) <= rows, () => `${table}: ${found?.count}`);
      }
      const kept: [table: string, days: number, source: string][] = [
        ['stripe_events', 35, 'SELECT min(received_at) AS at FROM stripe_events'],
        ['order_links', 5, 'SELECT min(expires_at) AS at FROM order_links'],
        [
          'outbox',
          190,
          `SELECT min(created_at) AS at FROM outbox
            WHERE state = 'sent' AND order_id NOT IN (SELECT order_id FROM disputes)`,
        ],
      ];
      for (const [table, most, source] of kept) {
        const [oldest] = world.rows<{ at: number | null }>(source);
        const isYoung = (oldest?.at ?? now()) >= now() - days(most);
        expect('nothing is kept for ever', isYoung, () => `${table} has a row of ${oldest?.at}`);
      }
      const [whole] = world.rows<{ integrity_check: string }>('PRAGMA integrity_check');
      expect('the file is whole', whole?.integrity_check === 'ok', () => String(whole?.integrity_check));
      const lonely = world.rows('PRAGMA foreign_key_check');
      expect('the file is whole', lonely.length === 0, () => JSON.stringify(lonely[0]));
    },
  };
}

export function newSale(
  placed: Pick<Sale, 'marker' | 'browser' | 'orderId' | 'orderNumber' | 'paymentId' | 'cents' | 'placedAt'>,
  address: string,
): Sale {
  return {
    ...placed,
    paidAt: null,
    address,
    refundsAsked: [],
    drafts: new Map(),
    texts: [],
    unansweredTexts: [],
    approvedAt: null,
    sendings: 0,
    confirmations: new Set(),
    deliveries: new Set(),
    isUnclear: false,
    isDisturbed: false,
    isDisputed: false,
  };
}
