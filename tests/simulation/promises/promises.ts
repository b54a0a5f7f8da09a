import type Sqlite from 'better-sqlite3';
import { listOrdersWithoutReader } from '../../../src/server/alerts/order-alerts.ts';
import { days, hours } from '../../../src/shared/durations.ts';
import type { World } from '../world/world.ts';
import { grace } from './grace.ts';
import type { Sale } from './ledger.ts';
import { createMailPromises, type OrderState } from './mail-promises.ts';
import { perConnection } from './per-connection.ts';
import { askWhetherWhole, createStanding } from './standing.ts';

/** How many sales are asked about with one look into the file. */
const askedAtOnce = 500;

interface OrderRow extends OrderState {
  id: string;
  payment_intent_id: string;
  received_cents: number | null;
  refunded_cents: number;
  refunding_cents: number;
}

/**
 * Asks both sides, the shop's file and what those outside have seen, whether every promise is kept. What is settled is
 * not asked about again until the end.
 */
export function createPromises(world: World) {
  const { agenda, ledger, shop, stripe } = world;
  const askWhatStands = createStanding(ledger);
  const mailPromises = createMailPromises(world);
  /** Payments that are still young, or may still move: a dispute comes after two months, a refund fails after days. */
  const open = new Set<string>();
  const old = new Set<string>();
  let known = 0;
  let oldAskedAt = 0;
  /** Since when orders wait of which no alert tells. */
  let untoldSince: number | null = null;
  const statementsOf = perConnection(prepare);

  function takeNew(): void {
    for (; known < ledger.salesInOrder.length; known += 1)
      open.add(ledger.salesInOrder[known]?.paymentId ?? '');
  }

  /** @param isEnd whether everything is asked about, however old */
  function askAll(isEnd = false): void {
    takeNew();
    if (shop.isUp()) shop.lookAt(() => askNow(isEnd));
  }

  function askNow(isEnd: boolean): void {
    const client = shop.app().db.$client;
    // Needs no fair weather.
    if (isEnd) askBooks(client);
    const now = agenda.now();
    const fairSince = world.fairSince();
    if (fairSince === null || now - fairSince < grace) {
      untoldSince = null;
      return;
    }
    const statements = statementsOf(client);
    const areOldDue = now - oldAskedAt > days(15);
    if (areOldDue) oldAskedAt = now;
    const ids = [...(isEnd ? ledger.sales.keys() : [...open, ...(areOldDue ? old : [])])];
    for (let from = 0; from < ids.length; from += askedAtOnce) {
      const sales = ids.slice(from, from + askedAtOnce).flatMap((id) => ledger.sales.get(id) ?? []);
      askAbout(
        statements,
        sales.filter(({ at }) => now - at >= grace),
      );
    }
    askQueues(statements, client);
  }

  /** Some sales at once: one look for all of them costs a third of what one for each does. */
  function askAbout(statements: Statements, sales: readonly Sale[]): void {
    const now = agenda.now();
    const rows = new Map<string, OrderRow>();
    const wanted = JSON.stringify(sales.map(({ paymentId }) => paymentId));
    for (const row of statements.orders.all(wanted) as OrderRow[]) rows.set(row.payment_intent_id, row);
    const texts = textsOf(statements, sales);
    for (const sale of sales) {
      const row = rows.get(sale.paymentId);
      askMoney(statements, sale, row);
      if (!row) continue;
      askTexts(texts, sale);
      mailPromises.askAbout(statements.client, sale, row);
      if (now - sale.at > days(5)) {
        open.delete(sale.paymentId);
        old.add(sale.paymentId);
      }
      if (now - sale.at > days(90)) old.delete(sale.paymentId);
    }
  }

  /** @returns what is stored of the readings of these sales, by order */
  function textsOf(statements: Statements, sales: readonly Sale[]): Map<string, Set<string>> {
    const texts = new Map<string, Set<string>>();
    const handedIn = sales.filter(({ orderId }) => ledger.writings.get(orderId)?.handedIn.length);
    if (handedIn.length === 0) return texts;
    const ids = JSON.stringify(handedIn.map(({ orderId }) => orderId));
    for (const [orderId, text] of statements.texts.all({ ids }) as [string, string][]) {
      const stored = texts.get(orderId);
      if (stored) stored.add(text);
      else texts.set(orderId, new Set([text]));
    }
    return texts;
  }

  /** Every customer who was charged has an order, and it knows of all that went back. */
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

  function askTexts(texts: ReadonlyMap<string, ReadonlySet<string>>, sale: Sale): void {
    const stored = texts.get(sale.orderId);
    for (const text of ledger.writings.get(sale.orderId)?.handedIn ?? []) {
      ledger.ask(
        'no text that was answered as saved is gone',
        stored?.has(text) === true,
        () => `${sale.orderNumber} has lost a text that was handed in`,
      );
    }
  }

  /** Checks that jobs, mails and orders move on, and that tables stay within their bounds. */
  function askQueues(statements: Statements, client: Sqlite.Database): void {
    const now = agenda.now();
    for (const { job, lastWell } of shop.runs) {
      ledger.ask(
        'no job stands still',
        now - lastWell < grace,
        () => `${job} has not ended well for ${now - lastWell} ms`,
      );
    }
    const late = statements.lateMails.get(now - hours(3));
    ledger.ask('no mail stands still', late === 0, () => `${late} mails are due for hours`);
    askWhoWaits(Number(statements.waitingOrders.get(now - grace)));
    mailPromises.askWhetherTold(client);
    askWhatStands(client, { now, since: now - grace });
    for (const { table, most, count } of statements.sizes) {
      const rows = Number(count.get());
      const allowed = most + (perVisitor[table] ?? 0) * ledger.visitorsSince(now - grace);
      ledger.ask('nothing grows without bound', rows <= allowed, () => `${table} has ${rows} rows`);
    }
  }

  /** A reader may have become free just now: then the alert is gone before the job has handed the orders out. */
  function askWhoWaits(waiting: number): void {
    const told = () => listOrdersWithoutReader(shop.app().context).length;
    if (waiting === 0 || told() >= waiting) untoldSince = null;
    else untoldSince ??= agenda.now();
    ledger.ask(
      'every order that waits has somebody or an alert',
      untoldSince === null || agenda.now() - untoldSince < hours(3),
      () => `${waiting} orders have no reader, and the alert tells of ${told()}`,
    );
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
    askWhetherWhole(ledger, client);
  }

  return { askAll };
}

/** Tables whose rows come and go. */
const mostRows: Record<string, number> = {
  sessions: 200,
  rate_limits: 2_000,
  missed_webhooks: 2_000,
  password_resets: 50,
};

/** What each of those who came lately may leave in them beside, as in the hour of a launch. */
const perVisitor: Record<string, number> = { rate_limits: 5 };

type Statements = ReturnType<typeof prepare>;

function prepare(client: Sqlite.Database) {
  return {
    client,
    stray: client.prepare('SELECT 1 FROM stray_payments WHERE payment_intent_id = ?'),
    orders: client.prepare(
      `SELECT id, payment_intent_id, payment_status, status, hold, received_cents, refunded_cents, refunding_cents,
          deleted_at
        FROM orders WHERE payment_intent_id IN (SELECT value FROM json_each(?))`,
    ),
    texts: client
      .prepare(
        `SELECT order_id, content FROM readings WHERE order_id IN (SELECT value FROM json_each(@ids))
          UNION ALL SELECT g.order_id, r.content FROM readings g JOIN reading_revisions r ON r.reading_id = g.id
            WHERE g.order_id IN (SELECT value FROM json_each(@ids))`,
      )
      .raw(),
    lateMails: client
      .prepare("SELECT count(*) FROM outbox WHERE state = 'queued' AND next_attempt_at < ?")
      .pluck(),
    waitingOrders: client
      .prepare(
        `SELECT count(*) FROM orders WHERE payment_status IN ('paid','partially_refunded')
          AND status IN ('pending','rejected') AND assigned_reader_id IS NULL AND deleted_at IS NULL AND hold IS NULL
          AND paid_at < ?`,
      )
      .pluck(),
    sizes: Object.entries(mostRows).map(([table, most]) => ({
      table,
      most,
      count: client.prepare(`SELECT count(*) FROM ${table}`).pluck(),
    })),
  };
}
