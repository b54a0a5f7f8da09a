import { expect, test } from 'vitest';
import { aDeskBase } from '../desk/desk-testing.ts';
import { anApiError, settle } from '../store-testing.ts';
import { createPaymentSettings } from './payment-settings.ts';

test('wallets are as they were set, also while it is on its way', async () => {
  let wallets = false;
  const { desk, toasts } = aDeskBase({
    paymentSettings: async () => ({ wallets }),
    changePaymentSettings: async (next) => {
      ({ wallets } = next);
      return next;
    },
  });
  const settings = createPaymentSettings(desk);
  const seen: (boolean | null)[] = [];
  const stop = settings.$offersWallets.subscribe((offers) => seen.push(offers));
  await settle();
  expect(await settings.offerWallets(true)).toBe(true);
  expect(seen).toEqual([null, false, true]);
  expect(toasts.shown).toMatchObject([
    { title: 'Setting Updated', description: 'Apple Pay and Google Pay are offered at the checkout.' },
  ]);
  stop();
});

test('what could not be set is shown as it was', async () => {
  const { desk, toasts } = aDeskBase({
    paymentSettings: async () => ({ wallets: false }),
    changePaymentSettings: () => Promise.reject(anApiError(500, 'internal_error', '')),
  });
  const settings = createPaymentSettings(desk);
  const stop = settings.$offersWallets.listen(() => {});
  await settle();
  expect(await settings.offerWallets(true)).toBe(false);
  expect(settings.$offersWallets.get()).toBe(false);
  expect(toasts.shown).toMatchObject([{ title: 'Update Failed' }]);
  stop();
});
