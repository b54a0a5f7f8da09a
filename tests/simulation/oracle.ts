import { orders } from '../../db/schema.ts';
import type { OutgoingMail } from '../../src/server/base/mailer.ts';
import { hours, minutes } from '../../src/shared/durations.ts';
import { type Browser, isMistyped, type World } from './world.ts';

/*
 * Judges the service by what outsiders see: the bank its payments, the mail server its mails, people the
 * answers to their calls. It shares no rule with the service: it counts days as docs/product.md says, and
 * compares money with the bank's books.
 */

export type Sale = ReturnType<typeof newSale>;
export type Oracle = ReturnType<typeof createOracle>;

type OrderRow = typeof orders.$inferSelect;

/** What nothing that is at rest may find. */
const leftUndone = {
  'a refund that was asked for is made': "SELECT id, order_id FROM refunds WHERE status = 'asked'",
  'no mail stands still': "SELECT id, kind FROM outbox WHERE state = 'queued' AND next_attempt_at < ?",
  'an order is with an open account': `SELECT orders.id FROM orders JOIN users ON users.id = assigned_reader_id
    WHERE is_active = 0 AND payment_status IN ('paid', 'partially_refunded') AND status IN ('pending', 'rejected')
      AND deleted_at IS NULL AND hold IS NULL`,
};

export function createOracle(world: World) {
  const { expect } = world;
  const sales: Sale[] = [];

  /** Notes a message that a mail server has accepted, whatever its sender learns. */
  function mailTaken({ to: { address }, subject, text, messageId }: OutgoingMail): void {
    const isStaff = address.endsWith('@staff.example');
    for (const marker of new Set(`${subject}\n${text}`.match(/Maya-\d+|\bCT-[0-9A-Z]{6}\b/g))) {
      const owner = sales.find((sale) => sale.marker === marker || sale.orderNumber === marker);
      if (!owner || (isStaff && marker.startsWith('CT-'))) continue;
      const isOwn = owner.addresses.some((known) => known.address === address);
      expect('nothing goes to anyone else', isOwn, `what is ${marker}’s went to ${address}`);
    }
    const source = 'SELECT kind, order_id AS orderId FROM outbox WHERE message_id = ?';
    const [row] = world.rows<{ kind: string; orderId: string | null }>(source, messageId);
    const sale = sales.find(({ orderId }) => orderId === row?.orderId);
    if (!row || !sale || isStaff) return;
    const at = world.now();
    world.note(`${row.kind} of ${sale.orderNumber} arrives at ${address}`);
    const secret = /\/order\/([\w-]+)/.exec(text)?.[1];
    if (secret) sale.links.push({ secret, at });
    if (row.kind === 'order_confirmation') sale.confirmations.add(messageId);
    if (row.kind === 'withdrawal_receipt') sale.hasReceipt = true;
    const isRight = sale.addresses.some((known) => known.address === address && at <= known.until);
    expect('mails go to the right address', isRight, `${row.kind} of ${sale.orderNumber} went to ${address}`);
    if (sale.correctedAt !== null && address === sale.addresses.at(-1)?.address) sale.correctedAt = null;
    if (row.kind === 'reading_delivery') deliveryTaken(sale, messageId, text);
  }

  function deliveryTaken(sale: Sale, messageId: string, text: string): void {
    const { orderNumber, deliveries, withdrawnAt, sendings, isUnclear } = sale;
    const isHeld = withdrawnAt !== null && !deliveries.has(messageId);
    expect('an order that was withdrawn is sent no reading', !isHeld, orderNumber);
    deliveries.add(messageId);
    const isOnce = deliveries.size <= sendings || isUnclear;
    expect(
      'a reading is sent once',
      isOnce,
      `${orderNumber}: ${deliveries.size}, approved ${sendings} times`,
    );
    if (sale.texts.length === 0 || isUnclear) return;
    const isApproved = [...sale.texts, ...sale.unansweredTexts].some((one) => text.includes(one));
    expect('the approved text is sent', isApproved, orderNumber);
  }

  /** Expects, after hours without faults, that nothing is left undone and all books agree. */
  function judge(): void {
    const stored = world.startService().app.db.select().from(orders).all();
    for (const sale of sales) {
      const row = stored.find(({ paymentIntentId }) => paymentIntentId === sale.paymentId);
      if (sale.paidAt !== null) judgeSale(sale, row);
    }
    for (const row of stored) {
      if (row.paymentStatus === 'unpaid' || row.paymentIntentId === null) continue;
      const payment = world.bank.find(row.paymentIntentId);
      const isPaid =
        payment?.status === 'succeeded' &&
        payment.amountReceivedMinor === row.receivedMinor &&
        payment.currency === row.currency;
      expect('nothing counts as paid that was not', isPaid, `${row.paymentIntentId} is ${payment?.status}`);
    }
    for (const [promise, source] of Object.entries(leftUndone)) {
      const found = world.rows(source, ...(source.includes('?') ? [world.now() - hours(3)] : []));
      expect(promise, found.length === 0, found.slice(0, 3));
    }
    expect('no job stands still', world.failedJobs.size === 0, [...world.failedJobs]);
    const [whole] = world.rows<{ integrity_check: string }>('PRAGMA integrity_check');
    const lonely = world.rows('PRAGMA foreign_key_check');
    expect('the file is whole', whole?.integrity_check === 'ok' && lonely.length === 0, [whole, lonely[0]]);
  }

  function judgeSale(sale: Sale, row: OrderRow | undefined): void {
    const { orderNumber, amountMinor } = sale;
    const payment = world.bank.find(sale.paymentId);
    const isOrdered =
      row !== undefined &&
      row.paymentStatus !== 'unpaid' &&
      row.receivedMinor === amountMinor &&
      row.currency === 'usd';
    expect('each charged customer has an order', isOrdered, [orderNumber, row]);
    if (!row || !payment) return;
    const { refundedMinor } = payment;
    const booked = row.refundedMinor + row.refundingMinor;
    const sums = `${orderNumber}: ${booked} booked, ${refundedMinor} at the bank, ${sale.refundsAsked} asked for`;
    expect('the sums of the shop and of the bank agree', booked === refundedMinor, sums);
    const asked = sale.refundsAsked.reduce((sum, one) => sum + one, 0);
    expect('no cent goes back twice', refundedMinor <= Math.min(asked, amountMinor), sums);
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
    const lost = sale.texts.find((text) => !stored.some(({ content }) => content === text));
    expect('no text that was answered as saved is lost', lost === undefined, [sale.orderNumber, lost]);
    const isApproved = row.status === 'approved' || sale.approvedAt === null;
    expect('what was approved stays approved', isApproved || sale.isDisturbed, sale.orderNumber);
  }

  function judgeMails(sale: Sale, row: OrderRow): void {
    const { orderNumber, confirmations, deliveries, addresses, isUnclear } = sale;
    const isOnce = confirmations.size <= addresses.length || isUnclear;
    expect('an order is confirmed once', isOnce, `${orderNumber}: ${confirmations.size} confirmations`);
    const isReachable = !isMistyped(addresses.at(-1)?.address) && row.deletedAt === null;
    if (!isReachable || row.paymentStatus === 'refunded' || isUnclear) return;
    if (sale.withdrawnAt !== null) {
      expect('a withdrawal has a receipt', sale.hasReceipt, orderNumber);
      return;
    }
    const isSentAgain = sale.correctedAt === null || sale.isDisturbed;
    expect('a corrected address gets what was sent', isSentAgain, [orderNumber, addresses]);
    expect('an order is confirmed once', confirmations.size > 0, `${orderNumber} was not confirmed`);
    const isSendable = row.paymentStatus === 'paid' || row.paymentStatus === 'partially_refunded';
    if (row.status !== 'approved' || !isSendable || row.hold !== null) return;
    expect('each approved reading arrives', deliveries.size > 0, orderNumber);
  }

  /** Expects three business days after the payment, at the same time of day. */
  function judgeDueDay(sale: Sale, row: OrderRow): void {
    if (sale.isDisturbed || sale.isUnclear || row.paidAt === null || row.dueAt === null) return;
    const [paid, due] = [newYork(row.paidAt), newYork(row.dueAt)];
    const isRight = due.day === addBusinessDays(paid.day, 3) && due.time === paid.time;
    expect('the due day is three business days after the payment', isRight, [sale.orderNumber, paid, due]);
  }

  world.watchMail(mailTaken);
  return {
    judge,
    sales,
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
    /** The Message-IDs that arrived. */
    confirmations: new Set<string>(),
    deliveries: new Set<string>(),
    hasReceipt: false,
    withdrawnAt: null as number | null,
    /** The secrets of its links, from its mails. */
    links: [] as { secret: string; at: number }[],
    /** Whether the facts here are uncertain, because an answer was lost or the bank acted. */
    isUnclear: false,
    /** Whether it was hidden, held, or asked about, which changes its mails and due day. */
    isDisturbed: false,
    isDisputed: false,
  };
}

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
