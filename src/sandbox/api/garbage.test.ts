import { expect, onTestFinished, test } from 'vitest';
import { startSetup, statusOf } from '../test-sandbox.ts';

const garbage = [
  'amount=1&amount[x]=2',
  'a[[b]]=1',
  '__proto__[x]=1',
  `metadata[${'k'.repeat(41)}]=1&amount=6000&currency=usd`,
  'amount=99999999999999999999&currency=usd',
  'amount=6000&currency=usd&expand[]=latest_charge.toString',
  'created[gte]=x',
  'starting_after=%F0%9F%92%A9&ending_before=x',
  'payment_method_data[type]=card&payment_method_data[card]=1',
  'payment_method_data[type]=card&payment_method_data[card][number]=%00&payment_method_data[card][exp_month]=NaN&payment_method_data[card][exp_year]=-1',
  'a'.repeat(60_000),
  Array.from({ length: 600 }, (_, i) => `a${i}=1`).join('&'),
];
const paths = (id: string) => [
  '/v1/payment_intents',
  `/v1/payment_intents/${id}`,
  `/v1/payment_intents/${id}/confirm`,
  `/v1/sandbox/payment_intents/${id}`,
  `/v1/sandbox/payment_intents/${id}/authenticate`,
  '/v1/refunds',
  '/v1/webhook_endpoints',
  '/v1/sandbox/steps',
  '/v1/payment_intents/%E0%A4%A',
  '/v1/payment_intents/__proto__',
  `/v1/events/${'x'.repeat(3000)}`,
];

test('answers malformed requests without a server error, with any key', { timeout: 60_000 }, async () => {
  const setup = await startSetup();
  onTestFinished(() => setup.close());
  const { apiBase, keys } = setup.sandbox;
  const intent = await setup.stripe.paymentIntents.create({ amount: 6000, currency: 'usd' });
  const statuses = new Set<number>();
  for (const path of paths(intent.id)) {
    for (const body of garbage) {
      for (const key of [keys.secretKey, keys.publishableKey]) {
        const auth = { Authorization: `Bearer ${key}` };
        const form = { ...auth, 'Content-Type': 'application/x-www-form-urlencoded' };
        statuses.add(await statusOf(apiBase, 'POST', path, body, form));
        statuses.add(await statusOf(apiBase, 'GET', path, body, auth));
      }
    }
  }
  expect(Math.max(...statuses)).toBeLessThan(500);
  const anonymous = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect(await statusOf(apiBase, 'POST', '/v1/refunds', 'key[a]=1', anonymous)).toBe(401);
  expect((await setup.stripe.paymentIntents.retrieve(intent.id)).amount_received).toBe(0);
  expect(({} as { x?: unknown }).x).toBeUndefined();
});
