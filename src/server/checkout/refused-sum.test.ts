import { expect, test } from 'vitest';
import { addSignedIn, openCheckoutPage, saidBy, submitForm } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { Alert } from '../../shared/ops/alerts.ts';

const tooSmall =
  '409 This total is too small for a card payment. You haven’t been charged. Please change your order, or email us.';

/** A shop in a currency whose smallest charge only Stripe knows, at a price below it. */
async function createShop(currency: string, price: number) {
  const app = createTestApp();
  const admin = await addSignedIn(app, 'admin', 'admin');
  const setPrice = (price: number) => admin.put('/api/settings/price', { price });
  await admin.put('/api/settings/currency', { currency });
  expect((await setPrice(price)).status).toBe(200);
  const alerts = async (reader = admin) =>
    (await reader.get<Alert[]>('/api/alerts')).body.map(({ message }) => message.replaceAll('\u00a0', ' '));
  return { app, admin, setPrice, alerts };
}

test.each([
  ['vnd', 9000, '₫9,000', 26_000],
  ['clp', 300, 'CLP 300', 600],
  ['cop', 1200, 'COP 1,200', 4000],
  ['try', 15, 'TRY 15', 900],
])('reports a price of %s %d as too small to charge', async (currency, price, shown, payable) => {
  const { app, setPrice, alerts } = await createShop(currency, price);
  const customer = app.visitor();
  expect(saidBy(await openCheckoutPage(customer))).toBe(tooSmall);
  expect(saidBy(await submitForm(customer, { shownAmount: price }))).toBe(tooSmall);
  const words = new RegExp(`^Customers can’t pay ${shown}(\\.00)? by card: .* Raise the price`);
  expect(await alerts()).toEqual([expect.stringMatching(words)]);
  app.clock.advance(1000);
  await setPrice(payable);
  expect(await alerts()).toEqual([]);
  expect((await openCheckoutPage(customer)).status).toBe(200);
});

test('keeps the alert for a day after the last refused sum', async () => {
  const { app, admin, alerts } = await createShop('vnd', 26_000);
  await admin.post('/api/codes', { code: 'SPRING', percentOff: 60 });
  const shown = { code: 'SPRING', shownAmount: 10_400 };
  expect(saidBy(await submitForm(app.visitor(), shown))).toBe(tooSmall);
  expect((await openCheckoutPage(app.visitor())).status).toBe(200);
  expect(await alerts()).toEqual([expect.stringMatching(/^Customers can’t pay ₫10,400 by card/)]);
  app.clock.advance(24 * 3_600_000 + 1);
  expect(await alerts(await addSignedIn(app, 'boss', 'admin'))).toEqual([]);
});
