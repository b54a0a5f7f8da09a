import type Sqlite from 'better-sqlite3';
import { days, hours, minutes } from '../../shared/durations.ts';
import type { World } from '../world/world.ts';
import type { Sale, Writing } from './ledger.ts';

/** How long everything may take that needs no person, in fair weather. */
const grace = hours(8);

interface OrderRow {
  id: string;
  payment_status: string;
  status: string;
  hold: string | null;
  received_cents: number | null;
  refunded_cents: number;
  refunding_cents: number;
  amount_cents: number;
  deleted_at: number | null;
}

/**
 * Asks both sides, the shop's file and what those outside have seen, whether every promise is kept. What is settled is
 * not asked about again until the end.
 */
export function createPromises(world: World) {
  const { agenda, ledger, shop, stripe } = world;
  /** Payments that are still young, or may still move: a dispute comes after two months, a refund fails after days. */
  const open = new Set<string>();
  const old = new Set<string>();
  let known = 0;
  let oldAskedAt = 0;

  function takeNew(): void {
    if (ledger.sales.size === known) return;
    for (const id of [...ledger.sales.keys()].slice(known)) open.add(id);
    known = ledger.sales.size;
  }

  /** @param isEnd whether everything is asked about, however old */
  function askAll(isEnd = false): void {
    takeNew();
    if (!shop.isUp()) return;
    const client = shop.app().db.$client;
    const now = agenda.now();
    const fairSince = world.fairSince();
    if (fairSince === null || now - fairSince < grace) return;
    const statements = prepare(client);
    const areOldDue = now - oldAskedAt > days(15);
    if (areOldDue) oldAskedAt = now;
    const ids = isEnd ? ledger.sales.keys() : [...open, ...(areOldDue ? old : [])];
    for (const id of ids) {
      const sale = ledger.sales.get(id);
      if (!sale || now - sale.at < grace) continue;
      const row = statements.order.get(sale.paymentId) as OrderRow | undefined;
      askMoney(statements, sale, row);
      if (!row) continue;
      askTexts(statements, sale);
      askDelivery(sale, row);
      if (now - sale.at > days(5)) {
        open.delete(id);
        old.add(id);
      }
      if (now - sale.at > days(90)) old.delete(id);
    }
    askQueues(client);
    if (isEnd) askBooks(client);
  }

  /** Whoever was charged has an order, and it knows of all that went back. */
  function askMoney(statements: Statements, sale: Sale, row: OrderRow | undefined): void {
    const payment = stripe.payments.get(sale.paymentId);
    if (sale.isLost) {
      ledger.ask(
        'what a copy does not know is seen',
        row !== undefined || statements.stray.get(sale.paymentId) !== undefined,
        () => `${sale.orderNumber} was paid, is in no order since the copy was put back, and nobody is told`,
      );
      return;
    }
    ledger.ask(
      'whoever was charged has an order',
      row !== undefined && row.payment_status !== 'unpaid' && row.received_cents === sale.cents,
      () =>
        `${sale.orderNumber}: ${row ? `${row.payment_status}, ${row.received_cents} of ${sale.cents}` : 'no order'}`,
    );
    if (!row || !payment) return;
    const back = row.refunded_cents + row.refunding_cents;
    ledger.ask(
      'the sums of the shop and of Stripe agree',
      back === payment.refundedCents,
      () => `${sale.orderNumber}: ${back} went back by the order, ${payment.refundedCents} at Stripe`,
    );
    const asked = sale.refundsAsked.reduce((sum, cents) => sum + cents, 0);
    ledger.ask(
      'no cent goes back twice',
      payment.refundedCents <= Math.min(asked, sale.cents),
      () =>
        `${sale.orderNumber}: ${asked} were asked for, ${payment.refundedCents} of ${sale.cents} went back`,
    );
  }

  function askTexts({ texts }: Statements, sale: Sale): void {
    const writing = ledger.writings.get(sale.orderId);
    const last = writing?.handedIn.at(-1);
    if (!writing || last === undefined) return;
    const stored = new Set(texts.all({ id: sale.orderId }) as string[]);
    for (const text of writing.handedIn) {
      ledger.ask(
        'no text that was answered as saved is gone',
        stored.has(text),
        () => `${sale.orderNumber} has lost a text that was handed in`,
      );
    }
  }

  /** Each approved reading has reached the address that was right then, once. */
  function askDelivery(sale: Sale, row: OrderRow): void {
    const writing = ledger.writings.get(sale.orderId);
    if (!writing) return;
    // One, and one more for each time that its address was another.
    const confirmations = ledger.confirmed.get(sale.orderId)?.size ?? 0;
    const most = 1 + writing.corrections;
    ledger.ask(
      'an order is confirmed once',
      confirmations <= most && (confirmations > 0 || sale.isUnclear || !canBeReached(sale)),
      () => `${sale.orderNumber} was confirmed ${confirmations} times`,
    );
    const mails = ledger.delivered.get(sale.orderId) ?? [];
    const messages = new Set(mails.map(({ messageId }) => messageId));
    ledger.ask(
      'a reading is sent once',
      messages.size <= writing.sendings,
      () =>
        `${sale.orderNumber} was sent ${messages.size} times and approved or asked for ${writing.sendings} times`,
    );
    for (const { address, at } of mails) {
      const isRight = sale.rightAddresses.some(
        (right) => right.address === address && (right.until === null || at <= right.until + minutes(5)),
      );
      ledger.ask(
        'a reading reaches the right address',
        isRight,
        () => `${sale.orderNumber} went to ${address}`,
      );
    }
    if (!shouldBeThere(sale, row, writing)) return;
    ledger.ask(
      'whoever has an order gets a reading',
      mails.length > 0,
      () =>
        `${sale.orderNumber} was approved and nothing was sent (${row.status}, ${row.payment_status}, ${row.hold})`,
    );
  }

  function shouldBeThere(sale: Sale, row: OrderRow, { approved, approvedAt }: Writing): boolean {
    if (!approved || agenda.now() - approvedAt < grace || row.deleted_at !== null || sale.isUnclear)
      return false;
    const isSendable = row.payment_status === 'paid' || row.payment_status === 'partially_refunded';
    return row.status === 'approved' && isSendable && row.hold === null && canBeReached(sale);
  }

  /** Nothing stands still, and nothing grows that has no reason to. */
  function askQueues(client: Sqlite.Database): void {
    const now = agenda.now();
    for (const { job, lastWell } of shop.runs) {
      ledger.ask(
        'no job stands still',
        now - lastWell < grace,
        () => `${job} has not ended well for ${now - lastWell} ms`,
      );
    }
    const late = client
      .prepare("SELECT count(*) FROM outbox WHERE state = 'queued' AND next_attempt_at < ?")
      .pluck()
      .get(now - hours(3));
    ledger.ask('no mail stands still', late === 0, () => `${late} mails are due for hours`);
    const waiting = client
      .prepare(
        "SELECT count(*) FROM orders WHERE payment_status IN ('paid','partially_refunded') AND status IN ('pending','rejected') AND assigned_reader_id IS NULL AND deleted_at IS NULL AND hold IS NULL AND paid_at < ?",
      )
      .pluck()
      .get(now - grace);
    ledger.ask(
      'every order that waits has somebody',
      waiting === 0,
      () => `${waiting} orders have no reader`,
    );
    for (const [table, most] of Object.entries(mostRows)) {
      const rows = Number(client.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
      ledger.ask('nothing grows without bound', rows <= most, () => `${table} has ${rows} rows`);
    }
  }

  /** The whole file: every order that counts as paid was paid at Stripe, and SQLite finds nothing wrong. */
  function askBooks(client: Sqlite.Database): void {
    const paid = client
      .prepare(
        "SELECT payment_intent_id AS id, received_cents AS cents FROM orders WHERE payment_status <> 'unpaid' AND payment_intent_id IS NOT NULL",
      )
      .all() as { id: string; cents: number }[];
    for (const { id, cents } of paid) {
      const payment = stripe.payments.get(id);
      ledger.ask(
        'nothing counts as paid that was not',
        payment?.status === 'succeeded' && payment.amountReceivedCents === cents,
        () => `${id} counts as paid and is ${payment?.status ?? 'unknown'} at Stripe`,
      );
    }
    const integrity = client.pragma('integrity_check', { simple: true });
    ledger.ask('the file is whole', integrity === 'ok', () => String(integrity));
  }

  return { askAll };
}

/** @returns whether there is somebody behind the last address that was given */
function canBeReached(sale: Sale): boolean {
  return sale.rightAddresses.at(-1)?.address.includes('@nowhere.') === false;
}

/** Tables whose rows come and go. */
const mostRows: Record<string, number> = {
  sessions: 200,
  rate_limits: 2_000,
  missed_webhooks: 2_000,
  password_resets: 50,
};

type Statements = ReturnType<typeof prepare>;

function prepare(client: Sqlite.Database) {
  return {
    stray: client.prepare('SELECT 1 FROM stray_payments WHERE payment_intent_id = ?'),
    order: client.prepare('SELECT * FROM orders WHERE payment_intent_id = ?'),
    texts: client
      .prepare(
        'SELECT content FROM readings WHERE order_id = @id UNION SELECT r.content FROM reading_revisions r JOIN readings g ON g.id = r.reading_id WHERE g.order_id = @id',
      )
      .pluck(),
  };
}
