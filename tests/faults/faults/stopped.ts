import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import Sqlite from 'better-sqlite3';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout.ts';
import { checkoutPath } from '../../../src/testing/builders.ts';
import { readingRequest } from '../../../src/testing/test-app.ts';
import { sendAccepted } from '../accepted-request.ts';
import { type Chance, createChance } from '../chance.ts';
import { hasEnded, openShop, type Shop } from '../processes.ts';
import { payWithCard } from '../servers/stripe-sandbox.ts';
import { unsentMails } from '../stored-facts.ts';
import { createTally, type Trial } from '../trial.ts';
import { until } from '../wait.ts';

const exitPatience = 15_000;
const customersAtOnce = 8;
/** Every so often somebody never finishes a request, and the mail server falls silent. */
const obstructedEvery = 25;

/** Deployments in the middle of business: the service is asked to end while customers and admin work. */
const stopped: Trial = {
  table: 'fault',
  name: 'stopped-with-sigterm',
  promise:
    'a service that is stopped under load answers every request it has accepted and is gone within 15 s',
  counts: { quick: 2, full: 100 },
  async run(count, progress) {
    const shop = await openShop();
    const chance = createChance(15);
    const tally = createTally();
    const exits: number[] = [];
    const unnoted = new Set<string>();
    let answered = 0;
    try {
      await shop.stripeFront.behave({ delay: 15 });
      for (let index = 0; index < count; index++) {
        const isObstructed = index % obstructedEvery === obstructedEvery - 1;
        const child = await shop.start();
        const round = await workUntilStopped(shop, child, chance, `${index}`, isObstructed);
        exits.push(round.milliseconds);
        answered += round.answered;
        const unheard =
          findUnheard(shop, round.unanswered) ?? (isObstructed ? null : findUnnoted(shop, unnoted));
        if (round.lost) tally.count(`stop ${index + 1}: ${round.lost}`);
        else if (child.exitCode !== 0) tally.count(`stop ${index + 1}: the exit code is ${child.exitCode}`);
        else if (round.milliseconds > exitPatience) tally.count(`stopping took ${round.milliseconds} ms`);
        else tally.count(unheard && `stop ${index + 1}: ${unheard}`);
        progress(index + 1);
      }
      const { accepted } = shop.mailServer;
      const repeats = accepted.length - new Set(accepted.map(({ messageId }) => messageId)).size;
      if (repeats > 0) tally.count(`${repeats} mails were repeated`);
      if (answered === 0) throw new Error('Nothing was asked before the service stopped.');
      return tally.outcome(`${answered} answers, longest stop ${(Math.max(...exits) / 1000).toFixed(1)} s`);
    } finally {
      await shop.close();
    }
  },
};

interface Round {
  answered: number;
  /** Of those who sent an order and got no answer: the mail addresses. */
  unanswered: string[];
  lost: string | null;
  milliseconds: number;
}

async function workUntilStopped(
  shop: Shop,
  child: ChildProcess,
  chance: Chance,
  name: string,
  isObstructed: boolean,
): Promise<Round> {
  const round: Round = { answered: 0, unanswered: [], lost: null, milliseconds: 0 };
  const agent = new Agent({ keepAlive: true });
  const exit = once(child, 'exit');
  const obstacle = isObstructed ? await obstruct(shop) : null;

  async function ask(method: string, path: string, headers: Record<string, string>, body?: object) {
    const options = { method, headers: { origin: shop.address, ...headers }, ...(body ? { body } : {}) };
    const fate = await sendAccepted(agent, shop.address + path, options);
    if (fate.status !== null) round.answered += 1;
    else if (fate.isAccepted) round.lost = `${method} ${path} was accepted and never answered`;
    if (fate.status !== null && fate.status >= 500) round.lost = `${method} ${path} got ${fate.status}`;
    return fate;
  }
  async function buy(email: string): Promise<void> {
    const opened = await ask('POST', checkoutPath, {}, {});
    if (opened.status !== 200) return;
    const cookie = { cookie: opened.cookie ?? '' };
    const placed = await ask('POST', checkoutPath, cookie, readingRequest({ customerEmail: email }));
    if (placed.status === null) round.unanswered.push(email);
    if (placed.status !== 200) return;
    const { orderId, orderNumber, paymentIntentId, clientSecret }: CheckoutSubmitted = JSON.parse(
      placed.body,
    );
    await payWithCard(shop.stripeApi, {
      paymentIntentId: paymentIntentId ?? '',
      clientSecret: clientSecret ?? '',
    });
    const confirmed = await ask('POST', '/api/confirm-payment', {}, { orderId, orderNumber });
    if (confirmed.status !== 200) return;
    const admin = { cookie: shop.adminCookie };
    await ask('POST', '/api/readings', admin, { orderId, content: 'The Star speaks of patience.' });
    await ask('GET', '/api/orders', admin);
  }

  let customers = 0;
  const working = Array.from({ length: customersAtOnce }, async () => {
    while (!hasEnded(child)) {
      customers += 1;
      await buy(`customer${name}-${customers}@customers.example`);
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 30 + chance.below(250)));
  if (obstacle) await until('a mail is on its way', () => shop.mailServer.front.isConnected());
  const askedAt = Date.now();
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 2 * exitPatience);
  await exit;
  round.milliseconds = Date.now() - askedAt;
  clearTimeout(impatience);
  await Promise.all(working);
  agent.destroy();
  await obstacle?.remove();
  return round;
}

/** Somebody sends half a request and waits; the mail server greets and then says nothing any more. */
async function obstruct(shop: Shop) {
  await shop.mailServer.behave({ greeting: '220 One moment, please\r\n' });
  const { hostname, port } = new URL(shop.address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = [
    `POST ${checkoutPath} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Origin: ${shop.address}`,
    'Content-Type: application/json',
    'Content-Length: 100',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n{`);
  return {
    async remove() {
      socket.destroy();
      await shop.mailServer.behave('forward');
    },
  };
}

/** @returns that an order is stored whose customer was never answered; null when there is none */
function findUnheard(shop: Shop, emails: string[]): string | null {
  const file = new Sqlite(shop.databasePath, { readonly: true });
  try {
    const find = file
      .prepare<[string], string>('SELECT order_number FROM orders WHERE customer_email = ?')
      .pluck();
    const stored = emails.map((email) => find.get(email)).find((orderNumber) => orderNumber !== undefined);
    if (stored) return `order ${stored} was stored, and its customer never answered`;
    const damage = file.pragma('integrity_check', { simple: true });
    return damage === 'ok' ? null : `the file is damaged: ${damage}`;
  } finally {
    file.close();
  }
}

/**
 * @param known those that were found before: until their lease ends they stay as they are
 * @returns that a mail was accepted and the service ended without noting it; null when there is none
 */
function findUnnoted(shop: Shop, known: Set<string>): string | null {
  const file = new Sqlite(shop.databasePath, { readonly: true });
  try {
    const unsent = unsentMails(file);
    const found = shop.mailServer.accepted
      .map(({ messageId }) => messageId)
      .filter((messageId) => unsent.has(messageId) && !known.has(messageId));
    for (const messageId of found) known.add(messageId);
    return found.length === 0 ? null : `${found.length} mails were accepted and are not noted as sent`;
  } finally {
    file.close();
  }
}

export const trials: Trial[] = [stopped];
