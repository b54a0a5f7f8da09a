import type { CheckoutOpened, CheckoutSubmitted } from '../../src/shared/checkout/checkout.ts';
import { checkoutPath } from '../../src/testing/builders.ts';
import { readingRequest } from '../../src/testing/test-app.ts';
import type { Chance } from './chance.ts';
import type { Shop } from './processes.ts';
import { payWithCard } from './servers/stripe-sandbox.ts';

/** Everything the service has acknowledged, and what Stripe has charged: none of it may ever be missing. */
export interface Facts {
  /** By the customer's mail address. */
  orders: Map<string, { orderId: string; orderNumber: string }>;
  charged: Set<string>;
  paid: Set<string>;
  /** The text, by order. */
  readings: Map<string, string>;
  approved: Set<string>;
  /** Answers that nobody should get. */
  oddities: string[];
}

/** The service is gone, or went before it had answered. */
class Gone extends Error {
  override readonly name = 'Gone';
}

interface Customer {
  email: string;
  cookie: string;
  order: CheckoutSubmitted | null;
  isCharged: boolean;
  isDone: boolean;
}

interface Work {
  orderId: string;
  text: string;
  isDone: boolean;
}

/**
 * Customers and an admin who go on where they were interrupted, however often the service dies.
 *
 * @param acknowledged called with every answer 2xx
 */
export function createTraffic(shop: Shop, chance: Chance, acknowledged: () => void) {
  const facts: Facts = {
    orders: new Map(),
    charged: new Set(),
    paid: new Set(),
    readings: new Map(),
    approved: new Set(),
    oddities: [],
  };
  const customers: Customer[] = [];
  const works: Work[] = [];
  let isOpen = false;

  async function call<T>(method: string, path: string, cookie: string, body?: object) {
    let response: Response;
    let text: string;
    try {
      response = await fetch(shop.address + path, {
        method,
        headers: {
          origin: shop.address,
          cookie,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        body: body ? JSON.stringify(body) : null,
      });
      text = await response.text();
    } catch {
      throw new Gone();
    }
    if (response.ok) acknowledged();
    if (response.status >= 500)
      facts.oddities.push(`${method} ${path} was answered ${response.status} ${text}`);
    const set = response.headers.getSetCookie()[0];
    return { status: response.status, body: JSON.parse(text) as T, cookie: set?.slice(0, set.indexOf(';')) };
  }

  async function buy(customer: Customer): Promise<void> {
    if (!customer.cookie) {
      const opened = await call<CheckoutOpened>('POST', checkoutPath, '', {});
      customer.cookie = opened.cookie ?? '';
    }
    if (!customer.order) {
      const form = readingRequest({ customerEmail: customer.email });
      const { status, body } = await call<CheckoutSubmitted>('POST', checkoutPath, customer.cookie, form);
      if (status !== 200) return;
      customer.order = body;
      facts.orders.set(customer.email, body);
    }
    const { orderId, orderNumber, paymentIntentId, clientSecret } = customer.order;
    if (!customer.isCharged) {
      const payment = { paymentIntentId: paymentIntentId ?? '', clientSecret: clientSecret ?? '' };
      customer.isCharged = await payWithCard(shop.stripeApi, payment);
      if (!customer.isCharged) throw new Error('Stripe did not take the card.');
      facts.charged.add(orderId);
      // Every third closes the browser now: only the webhook tells of the payment.
      customer.isDone = chance.below(3) === 0;
    }
    if (!customer.isDone) {
      const ids = { orderId, orderNumber };
      const { body } = await call<{ status: string }>('POST', '/api/confirm-payment', '', ids);
      if (body.status !== 'paid') facts.oddities.push(`charged, and confirm-payment says ${body.status}`);
      facts.paid.add(orderId);
      works.push({ orderId, text: `The Star speaks to ${customer.email}.`, isDone: false });
      customer.isDone = true;
    }
  }

  async function write(work: Work): Promise<void> {
    const { orderId, text } = work;
    const admin = shop.adminCookie;
    const submitted = await call('POST', '/api/readings', admin, { orderId, content: text });
    // 409: it was stored, and the service died before it could say so.
    if (submitted.status === 200) facts.readings.set(orderId, text);
    const { body: reading } = await call<{ id: string }>('GET', `/api/orders/${orderId}/reading`, admin);
    const { status } = await call('PUT', `/api/readings/${reading.id}/approve`, admin);
    if (status === 200) facts.approved.add(orderId);
    work.isDone = true;
  }

  async function keepTrying(step: () => Promise<void>) {
    while (isOpen) {
      try {
        await step();
      } catch (error) {
        if (!(error instanceof Gone)) throw error;
        // The connection of before the last death; or this death, and then it is over for now.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }

  return {
    facts,
    /** Lets everybody work until `stop`. @returns when they have all stopped */
    async run(atOnce: number): Promise<void> {
      isOpen = true;
      const buyers = Array.from({ length: atOnce }, (_, seat) => {
        let customer = customers.filter(({ isDone }) => !isDone)[seat];
        return keepTrying(async () => {
          if (!customer || customer.isDone) {
            const email = `customer${customers.length}@customers.example`;
            customer = { email, cookie: '', order: null, isCharged: false, isDone: false };
            customers.push(customer);
          }
          await buy(customer);
        });
      });
      const writer = keepTrying(async () => {
        const work = works.find(({ isDone }) => !isDone);
        if (work) await write(work);
        else await new Promise((resolve) => setImmediate(resolve));
      });
      await Promise.all([...buyers, writer]);
    },
    stop() {
      isOpen = false;
    },
  };
}
