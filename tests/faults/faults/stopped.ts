import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout-schema.ts';
import { readingRequest } from '../../kit/test-app.ts';
import { type Browser, checkoutPath, openBrowser } from '../running-service/browser.ts';
import { createTrialRandom, type TrialRandom } from '../seeded-random.ts';
import { payWithCard } from '../servers/stripe-sandbox.ts';
import { openShop, type Shop, unsentMails } from '../shop.ts';
import type { Trial } from '../trial.ts';

const exitTimeoutMs = 15_000;
const customersAtOnce = 8;

const stopped: Trial = {
  table: 'fault',
  name: 'stopped-with-sigterm',
  promise:
    'a service that is stopped under load answers every request it has accepted and is gone within 15 s',
  counts: { quick: 2, full: 100 },
  async run(times, run) {
    const shop = await openShop(run);
    const chance = createTrialRandom(15);
    const exits: number[] = [];
    const unnoted = new Set<string>();
    let answered = 0;
    shop.front.decide(() => chance.pick(['arrives', 'is late', 'answer is late']));
    for (let index = 0; index < times; index++) {
      if (index > 0) await shop.service.restart();
      const round = await workUntilStopped(shop, chance, index);
      exits.push(round.milliseconds);
      answered += round.answered;
      const { lost, exitCode, milliseconds } = round;
      const unheard = findUnheard(shop, round.unanswered) ?? findUnnoted(shop, unnoted);
      if (lost) run.count(`stop ${index + 1}: ${lost}`);
      else if (exitCode !== 0) run.count(`stop ${index + 1}: the exit code is ${exitCode}`);
      else if (milliseconds > exitTimeoutMs) run.count(`stopping took ${milliseconds} ms`);
      else run.count(unheard && `stop ${index + 1}: ${unheard}`);
    }
    const { accepted } = shop.mailServer;
    const repeats = accepted.length - new Set(accepted.map(({ messageId }) => messageId)).size;
    if (repeats > 0) run.count(`${repeats} mails were repeated`);
    if (answered === 0) throw new Error('Nothing was asked before the service stopped.');
    return `${answered} answers, longest stop ${(Math.max(...exits) / 1000).toFixed(1)} s`;
  },
};

async function workUntilStopped(shop: Shop, chance: TrialRandom, index: number) {
  const { service, admin } = shop;
  let answered = 0;
  let lost: string | null = null;
  /** The mail addresses of customers who sent an order and got no answer. */
  const unanswered: string[] = [];
  const obstacle = index === 1 ? await obstruct(shop) : null;

  async function ask<T>(browser: Browser, method: string, path: string, body?: object): Promise<T | null> {
    try {
      const { status, text } = await browser.call(method, path, body, { expect: '100-continue' });
      answered += 1;
      if (status >= 500) lost = `${method} ${path} got ${status}`;
      return status === 200 ? JSON.parse(text) : null;
    } catch (error) {
      const isAccepted = error instanceof Error && 'isAccepted' in error && error.isAccepted === true;
      if (isAccepted) lost = `${method} ${path} was accepted and never answered`;
      return null;
    }
  }
  async function buy(customerEmail: string): Promise<void> {
    const browser = openBrowser(service.url);
    if (!(await ask(browser, 'POST', checkoutPath, {}))) return;
    unanswered.push(customerEmail);
    const form = readingRequest({ customerEmail });
    const order = await ask<CheckoutSubmitted>(browser, 'POST', checkoutPath, form);
    if (!order) return;
    unanswered.splice(unanswered.indexOf(customerEmail), 1);
    const { orderId, orderNumber } = order;
    await payWithCard(shop.stripeApi, order);
    if (!(await ask(browser, 'POST', '/api/confirm-payment', { orderId, orderNumber }))) return;
    await ask(admin, 'POST', '/api/readings', { orderId, content: 'The Star speaks of patience.' });
    await ask(admin, 'GET', '/api/orders');
  }
  let customers = 0;
  const working = Array.from({ length: customersAtOnce }, async () => {
    while (service.isAlive()) await buy(`customer${index}-${++customers}@customers.example`);
  });
  await new Promise((resolve) => setTimeout(resolve, 30 + chance.below(250)));
  const askedAt = Date.now();
  const exitCode = await service.terminate();
  const milliseconds = Date.now() - askedAt;
  await Promise.all(working);
  obstacle?.destroy();
  return { answered, unanswered, lost, exitCode, milliseconds };
}

/** Sends half a request and waits. */
async function obstruct({ service: { port, url } }: Shop): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = `POST ${checkoutPath} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${url}`;
  socket.write(`${head}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`);
  return socket;
}

/** @returns whose order was stored without an answer to them, as a sentence, or null */
function findUnheard({ look }: Shop, emails: string[]): string | null {
  return look((file) => {
    const find = file.prepare<[string], string>('SELECT id FROM orders WHERE customer_email = ?').pluck();
    const stored = emails.find((email) => find.get(email) !== undefined);
    if (stored) return `the order of ${stored} was stored, and its customer never answered`;
    const damage = file.pragma('integrity_check', { simple: true });
    return damage === 'ok' ? null : `the file is damaged: ${damage}`;
  });
}

/**
 * @param known those found before: until their lease ends they stay as they are
 * @returns that a mail was accepted but not noted before the service ended, or null
 */
function findUnnoted({ look, mailServer }: Shop, known: Set<string>): string | null {
  const unsent = look(unsentMails);
  const found = mailServer.accepted
    .map(({ messageId }) => messageId)
    .filter((messageId) => unsent.has(messageId) && !known.has(messageId));
  for (const messageId of found) known.add(messageId);
  return found.length === 0 ? null : `${found.length} mails were accepted and are not noted as sent`;
}

export const trials: Trial[] = [stopped];
