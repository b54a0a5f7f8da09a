import { expect, test } from 'vitest';
import { fakePaymentForm, readyCheckout } from './checkout-testing.ts';

/* Wallets ask for the payment themselves. */

test('charges nothing and reports no failure when the wallet is closed', async () => {
  const { checkout, page, noticeText } = await readyCheckout();
  const check = async () => ({ message: 'closed', isShown: false, isWallet: true });
  await checkout.submit(fakePaymentForm({ check }).payment);
  expect(noticeText()).toBe('You closed the payment window. You haven’t been charged.');
  expect([page.submits, page.reports, page.toasts]).toEqual([[], [], []]);
  expect(checkout.$isProcessing.get()).toBe(false);
});

test.each([
  ['valid', 'Anna', true],
  ['invalid', '', false],
])('tells the wallet whether the form is valid: %s', async (_, name, isRight) => {
  const { checkout } = await readyCheckout();
  checkout.form.change('readingAddresseeName', name);
  const told: boolean[] = [];
  const { payment } = fakePaymentForm({
    check: async (isFormRight) => {
      told.push(await isFormRight);
      return null;
    },
  });
  await checkout.submit(payment);
  expect(told).toEqual([isRight]);
});
