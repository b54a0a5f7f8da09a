import { sandboxKeys } from '../../../src/sandbox/sandbox-keys.ts';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout-schema.ts';
import { readingRequest } from '../../kit/test-app.ts';
import {
  type Browser,
  buy,
  checkoutPath,
  expectOk,
  inParallel,
  openBrowser,
  send,
} from '../running-service/browser.ts';
import { type AttackedService, startService } from '../running-service/service.ts';
import { sources } from '../running-service/sources.ts';
import { payWithCard } from '../servers/stripe-sandbox.ts';
import type { Trial } from '../trial.ts';

const perWindow = 60;
const declinedCard = '4000000000000002';

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

async function beginCheckout(service: AttackedService, i: number, address: string): Promise<string | null> {
  const visitor = openBrowser(service.url, { 'x-forwarded-for': address });
  if (i % 3 === 1) visitor.cookies.set('checkout', `invented-${i}`);
  const form = readingRequest({ customerEmail: `tester${i}@customers.example` });
  const { status, headers } = await visitor.call('POST', checkoutPath, i % 3 === 2 ? form : {});
  if (status === 200) return null;
  if (status !== 429) return `checkout ${i} was answered ${status}`;
  return Number(headers['retry-after']) > 0 ? null : `checkout ${i} was not told when to come back`;
}

const manyIntents: Trial = {
  table: 'attack',
  name: 'card testing with many intents',
  promise: 'at most 60 per 10 minutes and address reach Stripe; others can buy',
  counts: { quick: 240, full: 10_000 },
  async run(times, { count, after, isBundle }) {
    const service = await startService({ isBundle, env: { TRUSTED_PROXY_HOPS: '1' } });
    after(service.stop);
    const share = Math.ceil(times / Object.keys(sources).length);
    let seen = 0;
    for (const [what, addressOf] of Object.entries(sources)) {
      await inParallel(share, 16, async (i) => count(await beginCheckout(service, i, addressOf(i))));
      const reached = (await countIntents(service)) - seen;
      seen += reached;
      const isRight = reached > 0 && reached <= perWindow;
      count(isRight ? null : `${reached} intents of ${what} reached Stripe`);
    }
    await buy(service.url, {}, { 'x-forwarded-for': '203.0.113.99' });
    return `${seen} intents reached Stripe in 3 windows`;
  },
};

/** One in this many visitors of an office buys; the others look. */
const lookersPerBuyer = 10;

const office: Trial = {
  table: 'attack',
  name: 'many visitors of one address',
  promise:
    '500 visitors of one address can all read the page, without a call to Stripe, and 50 of them can buy',
  counts: { quick: 100, full: 500 },
  async run(times, { count, after, isBundle }) {
    const isBuilt = times >= this.counts.full;
    const service = await startService({ isBundle, env: { TRUSTED_PROXY_HOPS: '1' }, isBuilt });
    after(service.stop);
    const paths = isBuilt ? ['/', '/api/settings'] : ['/api/settings'];
    await inParallel(times, 16, async (i) => {
      const visitor = openBrowser(service.url, { 'x-forwarded-for': '203.0.113.7' });
      for (const path of paths) {
        const { status } = await visitor.call('GET', path);
        count(status === 200 ? null : `visitor ${i} was answered ${status} to ${path}`);
      }
      if (i % lookersPerBuyer === 0) count(await buyAfterDeclines(service, visitor, i));
    });
    const intents = await countIntents(service);
    const buyers = Math.ceil(times / lookersPerBuyer);
    count(intents === buyers ? null : `${buyers} buyers made ${intents} intents`);
    return `${buyers} of ${times} bought, each after a declined card or two`;
  },
};

async function buyAfterDeclines(
  { url }: AttackedService,
  visitor: Browser,
  i: number,
): Promise<string | null> {
  const form = readingRequest({ customerEmail: `colleague${i}@customers.example` });
  try {
    await expectOk(visitor.call('POST', checkoutPath, {}));
    const press = async (card?: string): Promise<CheckoutSubmitted> => {
      const order = JSON.parse((await expectOk(visitor.call('POST', checkoutPath, form))).text);
      await payWithCard(`${url}/sandbox/stripe`, order, card);
      return order;
    };
    for (let declined = 0; declined <= i % 2; declined++) await press(declinedCard);
    const { orderId, orderNumber } = await press();
    const { text } = await expectOk(visitor.call('POST', '/api/confirm-payment', { orderId, orderNumber }));
    return JSON.parse(text).status === 'paid' ? null : `buyer ${i} paid, and is answered ${text}`;
  } catch (error) {
    return `buyer ${i}: ${error}`;
  }
}

export const trials: Trial[] = [manyIntents, office];
