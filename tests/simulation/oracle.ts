import { orders } from '../../db/schema.ts';
import type { OutgoingMail } from '../../src/server/base/mailer.ts';
import { days, hours, minutes } from '../../src/shared/durations.ts';
import { type Browser, isMistyped, type World } from './world.ts';

/*
 * Judges the service by what outsiders see: the bank its payments, the mail server its mails, people the
 * answers to their calls. It shares no rule with the service: it counts days as docs/product.md says, and
 * compares money with the bank's books.
 */

export type Sale = ReturnType<typeof newSale>;
export type Oracle = ReturnType<typeof createOracle>;

type OrderRow = typeof orders.$inferSelect;

export function createOracle(world: World) {
  const sales: Sale[] = [];
  /** Spans lost with the machine: from the time of a copy until the copy was put back. */
  const gaps: { copiedAt: number; lostAt: number }[] = [];
  const counts = new Map<string, number>();
  let breach: string | null = null;

  function expect(promise: string, isKept: boolean, words: () => string): void {
    counts.set(promise, (counts.get(promise) ?? 0) + 1);
    if (isKept || breach !== null) return;
    breach = `${promise}: ${words()}`;
    world.note(`BROKEN: ${breach}`);
  }

  /** Notes a message that a mail server has accepted, whatever its sender learns. */
  function mailTaken({ to: { address }, subject, text, messageId }: OutgoingMail): void {
    const isStaff = address.endsWith('@staff.example');
    for (const marker of new Set(`${subject}\n${text}`.match(/Maya-\d+|\bCT-[0-9A-Z]{6}\b/g))) {
      const owner = sales.find((sale) => sale.marker === marker || sale.orderNumber === marker);
      if (!owner || (isStaff && marker.startsWith('CT-'))) continue;
      expect(
        'nothing goes to anyone else',
        owner.addresses.some((known) => known.address === address),
        () => `what is ${marker}’s went to ${address}`,
      );
    }
    const [row] = world.look(({ db }) =>
      db.$client.prepare('SELECT kind, order_id AS orderId FROM outbox WHERE message_id = ?').all(messageId),
    ) as { kind: string; orderId: string | null }[];
    const sale = sales.find(({ orderId }) => orderId === row?.orderId);
    if (!row || !sale || isStaff) return;
    const at = world.now();
    world.note(`${row.kind} of ${sale.orderNumber} arrives at ${address}`);
    const secret = /\/order\/([\w-]+)/.exec(text)?.[1];
    if (secret) sale.links.push({ secret, at });
    if (row.kind === 'order_confirmation') sale.confirmations.add(messageId);
    if (row.kind === 'withdrawal_receipt') sale.hasReceipt = true;
    expect(
      'mails go to the right address',
      sale.addresses.some((known) => known.address === address && at <= known.until),
      () => `${row.kind} of ${sale.orderNumber} went to ${address}`,
    );
    if (sale.correctedAt !== null && address === sale.addresses.at(-1)?.address) sale.correctedAt = null;
    if (row.kind !== 'reading_delivery') return;
    const isRepeat = sale.deliveries.some((known) => known.messageId === messageId);
    expect(
      'an order that was withdrawn is sent no reading',
      isRepeat || sale.withdrawnAt === null,
      () => sale.orderNumber,
    );
    sale.deliveries.push({ messageId, address, at });
    const messages = new Set(sale.deliveries.map((known) => known.messageId));
    expect(
      'a reading is sent once',
      messages.size <= sale.sendings || sale.unclearUntil > 0,
      () => `${sale.orderNumber}: ${messages.size} messages, ${sale.sendings} approvals`,
    );
    if (sale.texts.length > 0 && sale.unclearUntil === 0) {
      expect(
        'the approved text is sent',
        [...sale.texts, ...sale.unansweredTexts].some((one) => text.includes(one)),
        () => sale.orderNumber,
      );
    }
  }

  /** Expects, after hours without faults, that nothing is left undone and all books agree. */
  function judge(): void {
    const stored = world.look(({ db }) => db.select().from(orders).all()) ?? [];
    const rows = new Map(stored.map((row) => [row.paymentIntentId, row]));
    for (const sale of sales) if (sale.paidAt !== null) judgeSale(sale, rows.get(sale.paymentId));
    for (const row of rows.values()) {
      if (row.paymentStatus === 'unpaid' || row.paymentIntentId === null) continue;
      const payment = world.bank.find(row.paymentIntentId);
      expect(
        'nothing counts as paid that was not',
        payment?.status === 'succeeded' &&
          payment.amountReceivedMinor === row.receivedMinor &&
          payment.currency === row.currency,
        () => `${row.paymentIntentId} is ${payment?.status} at the bank`,
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
    none(
      'an order is with an open account',
      `SELECT orders.id FROM orders JOIN users ON users.id = assigned_reader_id WHERE is_active = 0
        AND payment_status IN ('paid', 'partially_refunded') AND status IN ('pending', 'rejected')
        AND deleted_at IS NULL AND hold IS NULL`,
    );
    expect('no job stands still', world.failedJobs.size === 0, () => [...world.failedJobs].join('; '));
  }

  function judgeSale(sale: Sale, row: OrderRow | undefined): void {
    const { orderNumber } = sale;
    const payment = world.bank.find(sale.paymentId);
    if (!row && gaps.some(({ copiedAt, lostAt }) => sale.placedAt > copiedAt && sale.placedAt <= lostAt)) {
      const strays = world.rows('SELECT 1 FROM stray_payments WHERE payment_intent_id = ?', sale.paymentId);
      const isOver = payment?.refundedMinor === payment?.amountReceivedMinor || sale.isDisputed;
      expect('a payment without an order is seen', strays.length > 0 || isOver, () => orderNumber);
      return;
    }
    expect(
      'each charged customer has an order',
      row !== undefined &&
        row.paymentStatus !== 'unpaid' &&
        row.receivedMinor === sale.amountMinor &&
        row.currency === sale.currency &&
        row.code === sale.code,
      () => `${orderNumber}: ${JSON.stringify(row)}`,
    );
    if (!row || !payment) return;
    const asked = sale.refundsAsked.reduce((sum, amountMinor) => sum + amountMinor, 0);
    expect(
      'the sums of the shop and of the bank agree',
      row.refundedMinor + row.refundingMinor === payment.refundedMinor,
      () =>
        `${orderNumber}: ${row.refundedMinor} + ${row.refundingMinor}, ${payment.refundedMinor} at the bank`,
    );
    expect(
      'no cent goes back twice',
      payment.refundedMinor <= Math.min(asked, sale.amountMinor),
      () => `${orderNumber}: ${payment.refundedMinor} went back, ${asked} were asked for`,
    );
    judgeTexts(sale, row);
    judgeMails(sale, row);
    judgeDueDay(sale, row);
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
    const corrections = sale.addresses.length - 1;
    expect(
      'an order is confirmed once',
      confirmations.size <= 1 + corrections || sale.unclearUntil > 0,
      () => `${orderNumber}: ${confirmations.size} confirmations`,
    );
    const isReachable = !isMistyped(sale.addresses.at(-1)?.address ?? '') && row.deletedAt === null;
    if (!isReachable || row.paymentStatus === 'refunded' || sale.unclearUntil > 0) return;
    if (sale.withdrawnAt !== null) {
      expect('a withdrawal has a receipt', sale.hasReceipt, () => orderNumber);
      return;
    }
    expect(
      'a corrected address gets what was sent',
      sale.correctedAt === null || sale.isDisturbed,
      () => `${orderNumber}: ${JSON.stringify(sale.addresses)}`,
    );
    expect('an order is confirmed once', confirmations.size > 0, () => `${orderNumber} was not confirmed`);
    const isSendable = row.paymentStatus === 'paid' || row.paymentStatus === 'partially_refunded';
    if (row.status !== 'approved' || !isSendable || row.hold !== null) return;
    expect('each approved reading arrives', deliveries.length > 0, () => orderNumber);
  }

  /** Expects the offer's business days after the payment, at the same time of day: no limits are set. */
  function judgeDueDay(sale: Sale, row: OrderRow): void {
    if (sale.isDisturbed || sale.unclearUntil > 0 || row.paidAt === null || row.dueAt === null) return;
    const [paid, due] = [newYork(row.paidAt), newYork(row.dueAt)];
    expect(
      'the due day is the offer’s business days after the payment',
      due.day === addBusinessDays(paid.day, sale.days) && due.time === paid.time,
      () => `${sale.orderNumber}: paid ${paid.day} ${paid.time}, due ${due.day} ${due.time}`,
    );
  }

  return {
    expect,
    mailTaken,
    judge,
    sales,
    counts: counts as ReadonlyMap<string, number>,
    breach: () => breach,
    /** Notes that a copy without later data was put back; what was in progress then may be repeated. */
    putBack(copiedAt: number): void {
      const lostAt = world.now();
      gaps.push({ copiedAt, lostAt });
      for (const sale of sales) {
        sale.unclearUntil = lostAt;
        sale.approvedAt = null;
        sale.correctedAt = null;
        sale.withdrawnAt = null;
        sale.drafts.clear();
        sale.texts.length = 0;
        sale.unansweredTexts.length = 0;
        sale.links.length = 0;
        for (const known of sale.addresses) known.until = Number.POSITIVE_INFINITY;
      }
    },
    /** Expects, after half a year without visitors, that expired data is gone and the file is intact. */
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

interface Placed {
  /** Part of all texts by this customer. */
  marker: string;
  browser: Browser;
  orderId: string;
  orderNumber: string;
  paymentId: string;
  /** The amount on the button. */
  amountMinor: number;
  currency: string;
  /** Business days to delivery. */
  days: number;
  /** The promotion code they typed. */
  code: string | null;
  placedAt: number;
}

/** @returns a new order as its customer knows it, with what will be asked of the shop about it */
export function newSale(placed: Placed, address: string) {
  return {
    ...placed,
    paidAt: null as number | null,
    /** The addresses its mails may go to, newest last, and until when. */
    addresses: [{ address, until: Number.POSITIVE_INFINITY }],
    /** When the newest address was accepted; null if there was no other, or it is unknown. */
    correctedAt: null as number | null,
    /** Amounts requested by an admin or at the bank, in minor units. */
    refundsAsked: [] as number[],
    /** Drafts that were answered as saved. */
    drafts: new Map<string, string>(),
    texts: [] as string[],
    /** Texts sent to the service, whose answer was lost. */
    unansweredTexts: [] as string[],
    /** Since when a reading was answered as approved, and not taken back. */
    approvedAt: null as number | null,
    /** How often a reading may be mailed: approved, or sent again. */
    sendings: 0,
    confirmations: new Set<string>(),
    deliveries: [] as { messageId: string; address: string; at: number }[],
    hasReceipt: false,
    withdrawnAt: null as number | null,
    /** The secrets of its links, from its mails. */
    links: [] as { secret: string; at: number }[],
    /** Until when the facts here are uncertain, because an answer was lost or a copy was put back. */
    unclearUntil: 0,
    /** Whether it was hidden, held, or asked about, which changes its mails and due day. */
    isDisturbed: false,
    isDisputed: false,
  };
}

/** @returns four fifths of an amount; the discount is rounded to what Stripe charges, halves up */
export function afterCode(amountMinor: number, currency: string): number {
  const step = currency === 'kwd' ? 10 : 1;
  return amountMinor - Math.floor(amountMinor / 5 / step + 0.5) * step;
}

/** Returns whether an amount is less than fifty yen, half a dollar, or half a dinar. */
export const isTooLittle = (amountMinor: number, currency: string): boolean =>
  amountMinor < (currency === 'kwd' ? 500 : 50);

/** How long a mail that is being sent may still reach the previous address. */
export const underWay = minutes(5);

const newYorkTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** @returns the day and time in New York, as `2027-03-08` and `14:05:09` */
function newYork(time: number): { day: string; time: string } {
  const [day = '', clock = ''] = newYorkTime.format(time).split(' ');
  return { day, time: clock };
}

/** Counts Monday to Friday; this shop has no holidays. */
function addBusinessDays(day: string, count: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  for (let left = count; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (date.getUTCDay() !== 0 && date.getUTCDay() !== 6) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}
