import Sqlite from 'better-sqlite3';
import { sandboxKeys } from '../../../src/sandbox/keys.ts';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout.ts';
import { readingRequest } from '../../../src/testing/test-app.ts';
import {
  type Browser,
  buy,
  checkoutPath,
  expectOk,
  inParallel,
  openBrowser,
  payWithCard,
  send,
  until,
} from '../attacks-support/browser.ts';
import { type AttackedService, startService } from '../attacks-support/service.ts';
import { freshAddress, sources } from '../attacks-support/sources.ts';
import { createTally, type Trial } from '../trial.ts';

const perWindow = 60;
const windowMilliseconds = 10 * 60_000;
const declinesPerPayment = 5;
const declinesPerAddress = 120;
const declinedCard = '4000000000000002';

/** @returns how many payment intents have reached Stripe */
async function countIntents(service: AttackedService): Promise<number> {
  const headers = { authorization: `Bearer ${sandboxKeys.secretKey}` };
  let count = 0;
  for (let after = ''; ; ) {
    const path = `/sandbox/stripe/v1/payment_intents?limit=100${after}`;
    const page = JSON.parse((await expectOk(send(service.url, 'GET', path, headers))).text);
    count += page.data.length;
    if (!page.has_more) return count;
    after = `&starting_after=${page.data.at(-1).id}`;
  }
}

/** Begins a checkout in one of the ways there are, each time as somebody never seen before. */
async function beginCheckout(service: AttackedService, i: number, address: string): Promise<string | null> {
  const visitor = openBrowser(service.url, { 'x-forwarded-for': address });
  if (i % 3 === 1) visitor.cookies.set('checkout', `invented-${i}`);
  const form = readingRequest({ customerEmail: `tester${i}@customers.example` });
  const { status, headers } = await visitor.call('POST', checkoutPath, i % 3 === 2 ? form : {});
  if (status === 200) return null;
  if (status !== 429) return `checkout ${i} was answered ${status}`;
  return Number(headers['retry-after']) > 0 ? null : `checkout ${i} was not told when to come back`;
}

/** As if all windows had begun so much earlier. */
function ageLimits(service: AttackedService, milliseconds: number): void {
  const client = new Sqlite(service.databasePath);
  client.prepare('UPDATE rate_limits SET expire = expire - ?').run(milliseconds);
  client.close();
}

const manyIntents: Trial = {
  table: 'attack',
  name: 'card testing with many intents',
  promise: 'at most 60 per 10 minutes and address reach Stripe; others can buy',
  counts: { quick: 240, full: 10_000 },
  async run(count, progress) {
    const tally = createTally();
    const service = await startService({ env: { TRUSTED_PROXY_HOPS: '1' } });
    const share = Math.ceil(count / Object.keys(sources).length);
    let done = 0;
    let seen = 0;
    try {
      const attack = async (calls: number, what: string, addressOf: (i: number) => string) => {
        await inParallel(calls, 16, async (i) => {
          tally.count(await beginCheckout(service, i, addressOf(i)));
          progress(++done);
        });
        const reached = (await countIntents(service)) - seen;
        seen += reached;
        const isRight = reached > 0 && reached <= perWindow;
        tally.count(isRight ? null : `${reached} intents of ${what} reached Stripe`);
      };
      for (const [what, addressOf] of Object.entries(sources)) await attack(share, what, addressOf);
      ageLimits(service, windowMilliseconds / 2);
      const early = await beginCheckout(service, 0, '203.0.113.7').then(() => countIntents(service));
      tally.count(early === seen ? null : 'another intent reached Stripe before the window was over');
      ageLimits(service, windowMilliseconds / 2);
      await attack(2 * perWindow, 'the next ten minutes', () => '203.0.113.7');
      await buy(service.url, {}, { 'x-forwarded-for': '203.0.113.99' });
      return tally.outcome(`${seen} intents reached Stripe in 4 windows`);
    } finally {
      await service.stop();
    }
  },
};

/** One visitor in so many of an office buys; the others look. */
const lookersPerBuyer = 10;

const office: Trial = {
  table: 'attack',
  name: 'many visitors of one address',
  promise:
    '500 visitors of one address can all read the page, without a call to Stripe, and 50 of them can buy',
  counts: { quick: 100, full: 500 },
  async run(count, progress) {
    const tally = createTally();
    const isBuilt = count >= this.counts.full;
    const service = await startService({ env: { TRUSTED_PROXY_HOPS: '1' }, isBuilt });
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    const paths = isBuilt ? ['/', '/api/settings'] : ['/api/settings'];
    let done = 0;
    try {
      await inParallel(count, 16, async (i) => {
        const visitor = openBrowser(service.url, headers);
        for (const path of paths) {
          const { status } = await visitor.call('GET', path);
          tally.count(status === 200 ? null : `visitor ${i} was answered ${status} to ${path}`);
        }
        if (i % lookersPerBuyer === 0) tally.count(await buyAfterDeclines(service, visitor, i));
        progress(++done);
      });
      const intents = await countIntents(service);
      const buyers = Math.ceil(count / lookersPerBuyer);
      tally.count(intents === buyers ? null : `${buyers} buyers made ${intents} intents`);
      return tally.outcome(`${buyers} of ${count} bought, each after a declined card or two`);
    } finally {
      await service.stop();
    }
  },
};

/** @returns what kept this visitor from buying, or null */
async function buyAfterDeclines(
  service: AttackedService,
  visitor: Browser,
  i: number,
): Promise<string | null> {
  const form = readingRequest({ customerEmail: `colleague${i}@customers.example` });
  try {
    await expectOk(visitor.call('POST', checkoutPath, {}));
    const press = async (card: string) => {
      const { text } = await expectOk(visitor.call('POST', checkoutPath, form));
      const order: CheckoutSubmitted = JSON.parse(text);
      await payWithCard(service.url, order.paymentIntentId ?? '', order.clientSecret ?? '', card);
      return order;
    };
    for (let declined = 0; declined <= i % 2; declined++) await press(declinedCard);
    const { orderId, orderNumber } = await press('4242424242424242');
    const { text } = await expectOk(visitor.call('POST', '/api/confirm-payment', { orderId, orderNumber }));
    return JSON.parse(text).status === 'paid' ? null : `buyer ${i} paid, and is answered ${text}`;
  } catch (error) {
    return `buyer ${i}: ${error}`;
  }
}

/**
 * Gives one declined card after the other for a payment, until it is canceled.
 *
 * @returns how many; or the status with which a new payment was refused
 */
async function tryCards(
  service: AttackedService,
  i: number,
  address: string,
): Promise<{ declined: number } | { refused: number }> {
  const visitor = openBrowser(service.url, { 'x-forwarded-for': address });
  const form = readingRequest({ customerEmail: `tester${i}@customers.example` });
  const { status, text } = await visitor.call('POST', checkoutPath, form);
  if (status !== 200) return { refused: status };
  const { paymentIntentId, clientSecret }: CheckoutSubmitted = JSON.parse(text);
  let declined = 0;
  await until('the payment to be canceled', 20_000, async () => {
    const answer = await payWithCard(service.url, paymentIntentId ?? '', clientSecret ?? '', declinedCard);
    if (answer.status !== 402) return answer;
    declined += 1;
    return null;
  });
  return { declined };
}

/** Whatever one address does to cards, it is that address's own affair. */
const oneAddress: Trial = {
  table: 'attack',
  name: 'card testing from one address',
  promise: 'an address whose cards are declined gets no new payments in the end; everybody else buys on',
  counts: { quick: 24, full: 500 },
  async run(count, progress) {
    const tally = createTally();
    const service = await startService({ env: { TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'error' } });
    let declined = 0;
    let refusal = 0;
    try {
      for (let i = 0; declined < count && refusal === 0; i++) {
        const tried = await tryCards(service, i, '203.0.113.66');
        if ('refused' in tried) refusal = tried.refused;
        else declined += tried.declined;
        progress(declined);
        if (i % 4 !== 3) continue;
        const bought = await buy(service.url, {}, { 'x-forwarded-for': freshAddress(i) }).catch(String);
        tally.count(typeof bought === 'string' ? `after ${declined} declines: ${bought}` : null);
      }
      const bought = await buy(service.url, {}, { 'x-forwarded-for': '203.0.113.50' }).catch(String);
      tally.count(typeof bought === 'string' ? `after ${declined} declines: ${bought}` : null);
      if (declined < count) tally.count(refusal === 429 ? null : `the tester was answered ${refusal}`);
      const isContained = declined <= declinesPerAddress + 3 * declinesPerPayment;
      tally.count(isContained ? null : `${declined} cards were tried from one address`);
      return tally.outcome(`${declined} cards, then ${refusal === 0 ? 'the end of the list' : refusal}`);
    } finally {
      await service.stop();
    }
  },
};

const manyCards: Trial = {
  table: 'attack',
  name: 'card testing with many cards',
  promise: 'a payment takes few declined cards; many declines at many addresses pause new payments',
  counts: { quick: 6, full: 6 },
  async run(count, progress) {
    const tally = createTally();
    const service = await startService({ env: { TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'error' } });
    try {
      let declinedInAll = 0;
      let payments = 0;
      while (payments < count) {
        const tried = await tryCards(service, payments, freshAddress(payments));
        if ('refused' in tried) break;
        const { declined } = tried;
        payments += 1;
        declinedInAll += declined;
        // Webhooks take a moment; that many more can slip through.
        const isFew = declined >= declinesPerPayment && declined <= 3 * declinesPerPayment;
        tally.count(isFew ? null : `${declined} cards were declined on one payment`);
        progress(payments);
      }
      const newcomer = openBrowser(service.url, { 'x-forwarded-for': '203.0.113.50' });
      const { status } = await newcomer.call('POST', checkoutPath, {});
      tally.count(
        status === 503 ? null : `after ${declinedInAll} declines a checkout was answered ${status}`,
      );
      return tally.outcome(`paused after ${declinedInAll} declines on ${payments} payments`);
    } finally {
      await service.stop();
    }
  },
};

export const trials: Trial[] = [manyIntents, office, oneAddress, manyCards];
