import type { Statement } from 'better-sqlite3';
import { sendWebhook, submitForm } from '../../tests/kit/builders.ts';
import { createTestApp } from '../../tests/kit/test-app.ts';

interface Write {
  sql: string;
  /** `{ next }` grows by one with each order. */
  parameters: unknown[];
}

/** The writes of an order: the transactions of each of its two requests, and its own texts. */
export interface OrderWrites {
  requests: Write[][][];
  own: string[];
}

/** Places and pays two orders, and returns the second one's writes, for a bare server to repeat. */
export async function captureOrderWrites(): Promise<OrderWrites> {
  const app = createTestApp();
  const prototype = Object.getPrototypeOf(app.db.$client.prepare('SELECT 1'));
  const { all, get, run } = prototype;
  let transactions: Write[][] = [];
  for (const [name, original] of Object.entries({ all, get, run })) {
    prototype[name] = function noted(this: Statement, ...parameters: unknown[]) {
      const isOurs = this.database === app.db.$client;
      if (isOurs && this.source.startsWith('BEGIN')) transactions.push([]);
      else if (isOurs && /^(insert|update|delete)/i.test(this.source)) {
        transactions.at(-1)?.push({ sql: this.source, parameters });
      }
      return original.apply(this, parameters);
    };
  }
  async function capture(request: () => Promise<unknown>): Promise<Write[][]> {
    transactions = [];
    await request();
    return transactions.filter((writes) => writes.length > 0);
  }
  async function place(eventId: string): Promise<Write[][][]> {
    let paymentId = '';
    const form = await capture(async () => {
      paymentId = (await submitForm(app.visitor())).body.paymentIntentId;
    });
    app.payments.pay(paymentId);
    return [form, await capture(() => sendWebhook(app, { id: eventId, paymentId }))];
  }
  const first = await place('evt_first');
  const requests = await place('evt_second');
  Object.assign(prototype, { all, get, run });
  app.db.$client.close();
  const before = first.flat(2);
  for (const [index, { parameters }] of requests.flat(2).entries()) {
    for (const [place, value] of parameters.entries()) {
      if (Number(value) - Number(before[index]?.parameters[place]) === 1) parameters[place] = { next: value };
    }
  }
  const textsOf = (writes: Write[][][]) =>
    writes.flat(2).flatMap(({ parameters }) => parameters.filter((value) => typeof value === 'string'));
  const shared = new Set(textsOf(first));
  const own = textsOf(requests).filter((text) => !shared.has(text) && !/^[[{]/.test(text));
  return { requests, own: [...new Set(own)] };
}
