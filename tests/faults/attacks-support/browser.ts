import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { sandboxKeys } from '../../../src/sandbox/keys.ts';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout.ts';
import { readingRequest } from '../../../src/testing/test-app.ts';

/** An answer with its whole body. */
export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export type Headers = Record<string, string | string[]>;

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const patience = 60_000;

/** Sends a request over real HTTP with exactly these headers: unlike `fetch` it allows every one. */
export function send(
  url: string,
  method: string,
  path: string,
  headers: Headers = {},
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { agent, hostname, port, method, path, headers: { ...length, ...headers } };
    const call = request(options, (response) => {
      const chunks: Buffer[] = [];
      const finish = () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      };
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', finish);
      // A stream does not end: its beginning is the answer.
      if (response.headers['content-type'] !== 'text/event-stream') return;
      response.once('data', () => {
        finish();
        response.destroy();
      });
    });
    call.setTimeout(patience, () => call.destroy(new Error(`${method} ${path} is not answered`)));
    call.on('error', reject);
    call.end(body);
  });
}

/** A browser: it keeps cookies and says where it comes from. */
export function openBrowser(url: string, ownHeaders: Headers = {}) {
  const cookies = new Map<string, string>();

  async function call(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await send(
      url,
      method,
      path,
      {
        origin: url,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie === '' ? {} : { cookie }),
        ...ownHeaders,
        ...headers,
      },
      body === undefined ? undefined : JSON.stringify(body),
    );
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  return { cookies, call };
}
export type Browser = ReturnType<typeof openBrowser>;

/** @returns a browser in which one of the demo's people is signed in */
export async function signIn(url: string, username: string, headers: Headers = {}): Promise<Browser> {
  const browser = openBrowser(url, headers);
  const password = username === 'admin' ? 'demo-admin-pass' : 'demo-reader-pass';
  const { status } = await browser.call('POST', '/api/login', { username, password });
  if (status !== 200) throw new Error(`${username} cannot sign in: ${status}`);
  return browser;
}

export const checkoutPath = '/api/create-simple-payment-intent';

/** Gives a card number for a payment, as the card form does. @returns the sandbox's answer */
export function payWithCard(url: string, paymentId: string, clientSecret: string, card: string) {
  const form = new URLSearchParams({
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
  });
  const headers = {
    authorization: `Bearer ${sandboxKeys.publishableKey}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  return send(
    url,
    'POST',
    `/sandbox/stripe/v1/payment_intents/${paymentId}/confirm`,
    headers,
    form.toString(),
  );
}

/**
 * Buys a reading as a customer does.
 *
 * @throws with the answer when a step is refused
 */
export async function buy(
  url: string,
  form: Parameters<typeof readingRequest>[0] = {},
  headers: Headers = {},
  card = '4242424242424242',
): Promise<{ customer: Browser; order: CheckoutSubmitted }> {
  const customer = openBrowser(url, headers);
  await expectOk(customer.call('POST', checkoutPath, {}));
  const placed = await expectOk(customer.call('POST', checkoutPath, readingRequest(form)));
  const order: CheckoutSubmitted = JSON.parse(placed.text);
  await expectOk(payWithCard(url, order.paymentIntentId ?? '', order.clientSecret ?? '', card));
  const { orderId, orderNumber } = order;
  const confirmed = await expectOk(customer.call('POST', '/api/confirm-payment', { orderId, orderNumber }));
  if (JSON.parse(confirmed.text).status !== 'paid') throw new Error(`not paid: ${confirmed.text}`);
  return { customer, order };
}

/** @throws with the answer unless it is a 200 */
export async function expectOk(answer: Promise<Answer>): Promise<Answer> {
  const { status, text, headers } = await answer;
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 200)}`);
  return { status, text, headers };
}

/** Does something so many times, a few at once. */
export async function inParallel(
  count: number,
  width: number,
  work: (i: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
}

/** Asks again and again until the answer is something. @throws after the deadline, in milliseconds */
export async function until<T>(what: string, deadline: number, ask: () => T | null | Promise<T | null>) {
  const end = Date.now() + deadline;
  for (;;) {
    const found = await ask();
    if (found !== null) return found;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
