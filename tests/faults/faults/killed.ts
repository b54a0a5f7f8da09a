import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { sandboxKeys } from '../../../src/sandbox/sandbox-keys.ts';
import { createSmtpMailer } from '../../../src/server/mail/smtp-mailer.ts';
import { reconcilePayments } from '../../../src/server/payments/missed-webhooks.ts';
import { readServiceId } from '../../../src/server/payments/payment-repository.ts';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout-schema.ts';
import { createTestApp, readingRequest } from '../../kit/test-app.ts';
import { createTestGateway } from '../../kit/test-gateway.ts';
import { type Browser, checkoutPath, openBrowser } from '../running-service/browser.ts';
import { createTrialRandom, type TrialRandom } from '../seeded-random.ts';
import type { AcceptedMail } from '../servers/mail-server.ts';
import { payWithCard } from '../servers/stripe-sandbox.ts';
import { openShop, type Shop, unsentMails } from '../shop.ts';
import { type Trial, timeLimit } from '../trial.ts';

const hour = 3_600_000;
const customersAtOnce = 6;

interface Death {
  at: number;
  unsent: Set<string>;
}

const killed: Trial = {
  table: 'fault',
  name: 'killed-with-kill-9',
  promise:
    'after every kill -9 all that was answered 2xx is there, the file is whole, no mail is lost, and only mail whose sending could not be noted is repeated, under the same Message-ID',
  counts: { quick: 2, full: 200 },
  async run(times, run) {
    const shop = await openShop(run);
    const chance = createTrialRandom(9);
    const traffic = startTraffic(shop, chance);
    run.after(traffic.stop);
    const { facts } = traffic;
    const deaths: Death[] = [];
    for (let index = 0; index < times; index++) {
      if (index > 0) await shop.service.restart();
      await killSometime(shop, chance, index === 0, traffic.onAnswer);
      const at = Date.now();
      const { loss, unsent } = lookAtCopy(shop.service.databasePath, (file) => ({
        loss: findLoss(file, facts),
        unsent: unsentMails(file),
      }));
      deaths.push({ at, unsent });
      run.count(loss && `after kill ${index + 1}: ${loss}`);
    }
    await traffic.stop();
    const { losses, repeats } = await checkAfterwards(shop, facts, deaths);
    for (const loss of [...losses, ...facts.oddities]) run.count(loss);
    if (facts.answers === 0) throw new Error('Nothing was answered before the kills.');
    const { length } = shop.mailServer.accepted;
    return `${facts.answers} answers, ${facts.charged.size} charged, ${length} mails, ${repeats} repeated`;
  },
};

/** Kills at any time, right after an answer, or when the mail server has taken a mail but not yet said so. */
function killSometime(
  { service, mailServer }: Shop,
  chance: TrialRandom,
  isFirst: boolean,
  onAnswer: (listener: (() => void) | null) => void,
): Promise<void> {
  return new Promise((resolve) => {
    // The first kill follows an answer, so that something was answered even on a slow machine.
    const way = isFirst ? 1 : chance.below(3);
    const kill = () => {
      clearTimeout(timer);
      onAnswer(null);
      mailServer.onAccept(null);
      resolve(service.kill());
    };
    const timer = setTimeout(kill, way === 0 ? 20 + chance.below(250) : timeLimit(1_500));
    let left = 1 + chance.below(way === 1 ? 60 : 12);
    const countDown = () => {
      left -= 1;
      if (left === 0) kill();
    };
    if (way === 1) onAnswer(countDown);
    if (way === 2) mailServer.onAccept(countDown);
  });
}

/** What the service has acknowledged and what Stripe has charged: nothing of it may ever be missing. */
type Facts = ReturnType<typeof startTraffic>['facts'];

/** Customers and an admin who repeat each call until it is answered, however often the service dies. */
function startTraffic({ service: { url }, stripeApi, admin }: Shop, chance: TrialRandom) {
  const facts = {
    answers: 0,
    orders: new Set<string>(),
    charged: new Set<string>(),
    paid: new Set<string>(),
    /** Texts by order id. */
    readings: new Map<string, string>(),
    approved: new Set<string>(),
    /** Answers that no caller should receive. */
    oddities: [] as string[],
  };
  const unwritten: string[] = [];
  let listener: (() => void) | null = null;
  let isOver = false;
  let customers = 0;

  async function ask<T>(browser: Browser, method: string, path: string, body?: object) {
    for (;;) {
      if (isOver) throw new Error('The work is over.');
      const answer = await browser.call(method, path, body).catch(() => null);
      if (!answer) {
        await wait(10);
        continue;
      }
      const { status, text } = answer;
      if (status >= 500) facts.oddities.push(`${method} ${path} was answered ${status} ${text}`);
      if (status < 300) {
        facts.answers += 1;
        listener?.();
      }
      return { status, body: JSON.parse(text) as T };
    }
  }
  async function buy(): Promise<void> {
    const form = readingRequest({ customerEmail: `customer${++customers}@customers.example` });
    const browser = openBrowser(url);
    await ask(browser, 'POST', checkoutPath, {});
    const { status, body: order } = await ask<CheckoutSubmitted>(browser, 'POST', checkoutPath, form);
    if (status !== 200) return;
    const { orderId, orderNumber } = order;
    facts.orders.add(orderId);
    if (!(await payWithCard(stripeApi, order))) throw new Error('Stripe did not take the card.');
    facts.charged.add(orderId);
    // Every third customer closes the browser now: only the webhook reports the payment.
    if (chance.below(3) === 0) return;
    const ids = { orderId, orderNumber };
    const { body } = await ask<{ status: string }>(browser, 'POST', '/api/confirm-payment', ids);
    if (body.status !== 'paid') facts.oddities.push(`charged, and confirm-payment says ${body.status}`);
    facts.paid.add(orderId);
    unwritten.push(orderId);
  }
  async function write(): Promise<void> {
    const orderId = unwritten.shift();
    if (orderId === undefined) return wait(5);
    const content = `The Star speaks of ${orderId}.`;
    const submitted = await ask(admin, 'POST', '/api/readings', { orderId, content });
    // 409: it was stored before the service died and could not say so.
    if (submitted.status === 200) facts.readings.set(orderId, content);
    const { body } = await ask<{ id: string }>(admin, 'GET', `/api/orders/${orderId}/reading`);
    const { status } = await ask(admin, 'PUT', `/api/readings/${body.id}/approve`);
    if (status === 200) facts.approved.add(orderId);
  }
  const repeat = async (work: () => Promise<void>) => {
    while (!isOver) {
      await work().catch((error) => {
        if (!isOver) facts.oddities.push(String(error));
      });
    }
  };
  const working = [write, ...Array.from({ length: customersAtOnce }, () => buy)].map(repeat);
  return {
    facts,
    onAnswer(next: typeof listener) {
      listener = next;
    },
    async stop() {
      isOver = true;
      await Promise.all(working);
    },
  };
}

/** Opens a copy of a database as a crash leaves it: the file and its log, without what was in memory. */
function lookAtCopy<T>(databasePath: string, look: (file: Sqlite.Database) => T): T {
  const copy = `${databasePath}-copy`;
  copyFileSync(databasePath, copy);
  if (existsSync(`${databasePath}-wal`)) copyFileSync(`${databasePath}-wal`, `${copy}-wal`);
  const file = new Sqlite(copy);
  try {
    return look(file);
  } finally {
    file.close();
    for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true });
  }
}

/** @returns what is damaged, or was acknowledged and is missing; null for nothing */
function findLoss(file: Sqlite.Database, facts: Facts): string | null {
  const damage = file.pragma('integrity_check', { simple: true });
  if (damage !== 'ok') return `the file is damaged: ${damage}`;
  const orphans = file.pragma('foreign_key_check');
  if (!Array.isArray(orphans) || orphans.length > 0) return 'rows refer to nothing';
  const order = file.prepare<[string], { payment: string; status: string }>(
    'SELECT payment_status AS payment, status FROM orders WHERE id = ?',
  );
  const content = file.prepare<[string], string>('SELECT content FROM readings WHERE order_id = ?').pluck();
  const countMails = file
    .prepare<[string, string], number>('SELECT count(*) FROM outbox WHERE order_id = ? AND kind = ?')
    .pluck();
  for (const orderId of facts.orders) if (!order.get(orderId)) return `order ${orderId} is missing`;
  for (const orderId of facts.paid) {
    const payment = order.get(orderId)?.payment;
    if (payment !== 'paid') return `an order confirmed as paid is ${payment}`;
    const confirmations = countMails.get(orderId, 'order_confirmation');
    if (confirmations !== 1) return `a paid order has ${confirmations} confirmations`;
  }
  for (const [orderId, text] of facts.readings) {
    if (content.get(orderId) !== text) return 'a reading that was handed in is missing';
  }
  for (const orderId of facts.approved) {
    if (order.get(orderId)?.status !== 'approved') return 'an approval is missing';
    const deliveries = countMails.get(orderId, 'reading_delivery');
    if (deliveries !== 1) return `an approved reading has ${deliveries} deliveries`;
  }
  return null;
}

/** Runs the service's own background work for three more hours, and returns what is missing then. */
async function checkAfterwards(shop: Shop, facts: Facts, deaths: Death[]) {
  const losses: string[] = [];
  const { accepted, url } = shop.mailServer;
  const app = createTestApp({ databasePath: shop.service.databasePath });
  app.clock.advance(hour);
  const serviceId = readServiceId(app.db);
  app.context.payments = createTestGateway({ ...sandboxKeys, apiBase: shop.stripeApi, serviceId });
  const from = 'Career Tarot <hello@career-tarot.example>';
  app.context.mailer = createSmtpMailer({ url, from, replyTo: () => 'hello@career-tarot.example' });
  const file = app.db.$client;
  try {
    const isKept = file.prepare('SELECT 1 FROM stripe_events WHERE id = ?');
    for await (const { id, type, pending_webhooks } of shop.stripe.events.list({ limit: 100 })) {
      if (pending_webhooks === 0 && !isKept.get(id))
        losses.push(`a ${type} was answered 200 and is forgotten`);
    }
    await reconcilePayments(app.context);
    for (let hours = 0; hours < 3; hours++) {
      await app.sendMail();
      app.clock.advance(hour);
    }
    const loss = findLoss(file, { ...facts, paid: new Set([...facts.paid, ...facts.charged]) });
    if (loss) losses.push(`in the end: ${loss}`);

    const byEmail = 'SELECT customer_email FROM orders GROUP BY 1 HAVING count(*) > 1';
    const doubled = file.prepare(byEmail).all().length;
    if (doubled > 0) losses.push(`${doubled} customers have more than one order`);
    const rows = file
      .prepare<[], { id: string; state: string; kind: string; address: string }>(
        'SELECT message_id AS id, state, kind, to_address AS address FROM outbox',
      )
      .all();
    for (const { id, state, kind, address } of rows) {
      const copies = accepted.filter(({ messageId }) => messageId === id);
      if (state !== 'sent' || copies.length === 0) losses.push(`a ${kind} is ${state} and never arrived`);
      if (copies.some(({ to }) => to.join() !== address)) losses.push(`a ${kind} went elsewhere`);
      const isExcused = copies.slice(1).every((copy, index) => isRightRepeat(copy, copies[index], deaths));
      if (!isExcused)
        losses.push('a mail was repeated although no kill fell between its acceptance and the note');
    }
    const known = new Set(rows.map(({ id }) => id));
    const strange = accepted.filter(({ messageId }) => !known.has(messageId)).length;
    if (strange > 0) losses.push(`${strange} mails arrived that are not in the outbox`);
    return { losses, repeats: accepted.length - new Set(accepted.map(({ messageId }) => messageId)).size };
  } finally {
    app.context.mailer.close();
    file.close();
  }
}

/** Returns whether a repeat is right: the service died between the server's yes and noting it. */
function isRightRepeat(copy: AcceptedMail, previous: AcceptedMail | undefined, deaths: Death[]): boolean {
  if (!previous) return false;
  return deaths.some(({ at, unsent }) => at >= previous.at && at <= copy.at && unsent.has(copy.messageId));
}

export const trials: Trial[] = [killed];
