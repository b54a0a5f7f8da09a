import { expect, test } from 'vitest';
import { setUpDesk } from '../desk/desk-testing.ts';
import { createSettingsDesk, priceQuestion } from './settings-store.ts';

test.each([
  [60, 3_001, null],
  [60, 3_000, 'Change the price to $30.00?'],
  [60, 59_999, null],
  [60, 60_000, 'Change the price to $600.00?'],
  [60, 495_000, 'Change the price to $4,950.00?'],
  [60, 0, 'Make readings free?'],
  [0, 0, null],
  [0, 6_000, null],
])('asks when %d dollars change to %d cents: %j', (price, amountMinor, title) => {
  expect(priceQuestion(amountMinor, price * 100)?.title ?? null).toBe(title);
});

type Desk = ReturnType<typeof createSettingsDesk>;

test.each<[string, (desk: Desk) => Promise<boolean>]>([
  ['Readers see earlier readings.', ({ readers }) => readers.save({ showEarlierReadings: true })],
  ['Readers no longer see earlier readings.', ({ readers }) => readers.save({ showEarlierReadings: false })],
  ['Apple Pay and Google Pay are offered at the checkout.', ({ payment }) => payment.save({ wallets: true })],
  ['Customers pay by card only.', ({ payment }) => payment.save({ wallets: false })],
])('confirms a change: %s', async (said, save) => {
  const { desk, toasts } = setUpDesk({
    changeReaderSettings: async (changed) => ({ showEarlierReadings: false, ...changed }),
    changePaymentSettings: async (changed) => ({ wallets: false, ...changed }),
  });
  expect(await save(createSettingsDesk(desk))).toBe(true);
  expect(toasts.shown).toMatchObject([{ title: 'Settings Updated', description: said }]);
});
