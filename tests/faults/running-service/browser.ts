import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { request as requestTls } from 'node:https';
import type { CheckoutSubmitted } from '../../../src/shared/checkout/checkout-schema.ts';
import { readingRequest } from '../../kit/test-app.ts';
import { payWithCard } from '../servers/stripe-sandbox.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export type Headers = Record<string, string | string[]>;

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const requestTimeoutMs = 60_000;

/**
 * Sends a request with exactly these headers: unlike `fetch`, it allows all headers and all certificates.
 * With `expect: 100-continue`, the body waits until the server has accepted the request.
 *
 * @throws an error whose `isAccepted` says whether the server had accepted the unanswered request
 */
export function send(
  url: string,
  method: string,
  path: string,
  headers: Headers = {},
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port, protocol } = new URL(url);
    const isTls = protocol === 'https:';
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const target = { hostname, port, method, path, headers: { ...length, ...headers } };
    const options = { ...target, agent: isTls ? false : agent, rejectUnauthorized: false };
    let isAccepted = false;
    const fail = (error: Error) => reject(Object.assign(error, { isAccepted }));
    const call = (isTls ? requestTls : request)(options, (response) => {
      isAccepted = true;
      const chunks: Buffer[] = [];
      const finish = () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      };
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', fail);
      response.on('end', finish);
      // A stream does not end, so its beginning is the answer.
      if (response.headers['content-type'] !== 'text/event-stream') return;
      response.once('data', () => {
        finish();
        response.destroy();
      });
    });
    call.setTimeout(requestTimeoutMs, () => call.destroy(new Error(`${method} ${path} is not answered`)));
    call.on('error', fail);
    call.once('continue', () => {
      isAccepted = true;
      call.end(body);
    });
    if (headers.expect === '100-continue') call.flushHeaders();
    else call.end(body);
  });
}

/** A browser: keeps cookies and sends its origin. */
export function openBrowser(url: string, ownHeaders: Headers = {}) {
  const cookies = new Map<string, string>();

  async function call(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const form = body instanceof FormData ? new Response(body) : null;
    const answer = await send(
      url,
      method,
      path,
      {
        origin: url,
        ...(body === undefined
          ? {}
          : { 'content-type': form?.headers.get('content-type') ?? 'application/json' }),
        ...(cookie === '' ? {} : { cookie }),
        ...ownHeaders,
        ...headers,
      },
      form ? await form.text() : body === undefined ? undefined : JSON.stringify(body),
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

/** @returns a browser signed in as one of the demo's people */
export async function signIn(url: string, username: string, headers: Headers = {}): Promise<Browser> {
  const browser = openBrowser(url, headers);
  const password = username === 'admin' ? 'demo-admin-pass' : 'demo-reader-pass';
  const { status } = await browser.call('POST', '/api/login', { username, password });
  if (status !== 200) throw new Error(`${username} cannot sign in: ${status}`);
  return browser;
}

export const checkoutPath = '/api/create-simple-payment-intent';

/**
 * Buys a reading as a customer does.
 *
 * @param stripeApi where the card is charged: at the service's own sandbox unless given
 * @throws with the answer when a step is refused
 */
export async function buy(
  url: string,
  form: Parameters<typeof readingRequest>[0] = {},
  headers: Headers = {},
  card?: string,
  stripeApi = `${url}/sandbox/stripe`,
): Promise<{ customer: Browser; order: CheckoutSubmitted }> {
  const customer = openBrowser(url, headers);
  await expectOk(customer.call('POST', checkoutPath, {}));
  const placed = await expectOk(customer.call('POST', checkoutPath, readingRequest(form)));
  const order: CheckoutSubmitted = JSON.parse(placed.text);
  if (!(await payWithCard(stripeApi, order, card))) throw new Error('The card was declined.');
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

/** Does something `times` times, a few at once. */
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

/**
 * Asks repeatedly until the answer is not null, undefined, or false.
 *
 * @param what for the error: `the child serves`
 * @throws after the deadline, in milliseconds
 */
export async function until<T>(
  what: string,
  deadline: number,
  ask: () => T | Promise<T>,
): Promise<Exclude<T, null | undefined | false>> {
  const end = Date.now() + deadline;
  for (;;) {
    const found = await ask();
    if (found !== null && found !== undefined && found !== false)
      return found as Exclude<T, null | undefined | false>;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
