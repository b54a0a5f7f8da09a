import Sqlite from 'better-sqlite3';
import { sandboxKeys } from '../../../src/sandbox/keys.ts';
import type { CheckoutSubmitted } from '../../../src/shared/checkout.ts';
import { readingRequest } from '../../../src/testing/test-app.ts';
import {
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

const perWindow = 10;
const windowMilliseconds = 10 * 60_000;
const declinesPerPayment = 5;
const declinedCard = '4000000000000002';

/** @returns how many payment intents have reached Stripe */
async function countIntents(service: AttackedService): Promise<number> {
  const headers = { authorization: `Bearer ${sandboxKeys.secretKey}` };
  const path = '/sandbox/stripe/v1/payment_intents?limit=100';
  const { text } = await expectOk(send(service.url, 'GET', path, headers));
  return JSON.parse(text).data.length;
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
  promise: 'at most 10 per 10 minutes and address reach Stripe; others can buy',
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
      await attack(3 * perWindow, 'the next ten minutes', () => '203.0.113.7');
      await buy(service.url, {}, { 'x-forwarded-for': '203.0.113.99' });
      return tally.outcome(`${seen} intents reached Stripe in 4 windows`);
    } finally {
      await service.stop();
    }
  },
};

/**
 * Gives one declined card after the other for a payment, until it is canceled.
 *
 * @returns how many; null when new checkouts are paused
 */
async function tryCards(service: AttackedService, i: number): Promise<number | null> {
  const visitor = openBrowser(service.url, { 'x-forwarded-for': freshAddress(i) });
  const form = readingRequest({ customerEmail: `tester${i}@customers.example` });
  const { status, text } = await visitor.call('POST', checkoutPath, form);
  if (status === 503) return null;
  const { paymentIntentId, clientSecret }: CheckoutSubmitted = JSON.parse(text);
  let declined = 0;
  await until('the payment to be canceled', 20_000, async () => {
    const answer = await payWithCard(service.url, paymentIntentId ?? '', clientSecret ?? '', declinedCard);
    if (answer.status !== 402) return answer;
    declined += 1;
    return null;
  });
  return declined;
}

const manyCards: Trial = {
  table: 'attack',
  name: 'card testing with many cards',
  promise: 'a payment takes few declined cards; many declines everywhere pause new checkouts',
  counts: { quick: 6, full: 6 },
  async run(count, progress) {
    const tally = createTally();
    const service = await startService({ env: { TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'error' } });
    try {
      let declinedInAll = 0;
      let payments = 0;
      while (payments < count) {
        const declined = await tryCards(service, payments);
        if (declined === null) break;
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

export const trials: Trial[] = [manyIntents, manyCards];
