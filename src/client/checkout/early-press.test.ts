import { expect, test } from 'vitest';
import { fill, openCheckout, paymentForm, readyCheckout } from './checkout-testing.ts';

/* A press before everything is there, and wallets, which ask for the payment themselves. */

test('pressed before the card can be entered, the page says what is awaited, and then what to do', async () => {
  const { checkout, page, noticeText } = openCheckout();
  fill(checkout.form);
  checkout.pressEarly();
  expect(noticeText()).toBe('Just a moment. The payment form is still loading.');
  await checkout.start();
  await checkout.becomeReady(paymentForm().payment);
  expect(noticeText()).toBe('Please enter your card details, then press the button again.');
  expect(page.submits).toEqual([]);
});

test('pressed before it is known to be free, the reading is ordered by itself', async () => {
  const { checkout, page } = openCheckout();
  page.settings = { ...page.settings, price: 0 };
  page.submitted = { ...page.submitted, paymentIntentId: null, clientSecret: null, amount: 0 };
  fill(checkout.form);
  checkout.pressEarly();
  await checkout.start();
  await checkout.becomeReady(null);
  expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q&free=true']);
});

test('nothing is ordered by itself that was not pressed for', async () => {
  const { checkout, page } = await readyCheckout();
  await checkout.becomeReady(null);
  expect(page.submits).toEqual([]);
});

test('when the payment cannot be loaded, nothing is awaited any longer', async () => {
  const { checkout, page } = openCheckout();
  page.provider = null;
  checkout.pressEarly();
  await checkout.start();
  expect(checkout.$notice.get()).toBeNull();
  expect(checkout.$state.get().name).toBe('error');
});

test('a wallet that was closed is no failure: nothing is sent, reported or charged', async () => {
  const { checkout, page, noticeText } = await readyCheckout();
  const check = async () => ({ message: 'closed', isShown: false, isWallet: true });
  await checkout.submit(paymentForm({ check }).payment);
  expect(noticeText()).toBe('You closed the wallet. You haven’t been charged.');
  expect([page.submits, page.reports, page.toasts]).toEqual([[], [], []]);
  expect(checkout.$isProcessing.get()).toBe(false);
});

test.each([
  ['right', 'Anna', true],
  ['wrong', '', false],
])('a wallet learns whether the form is right: %s', async (_, name, isRight) => {
  const { checkout } = await readyCheckout();
  checkout.form.change('readingAddresseeName', name);
  const told: boolean[] = [];
  const { payment } = paymentForm({
    check: async (isFormRight) => {
      told.push(await isFormRight);
      return null;
    },
  });
  await checkout.submit(payment);
  expect(told).toEqual([isRight]);
});

test('what was bought is forgotten on the device as well', async () => {
  const { checkout, page } = await readyCheckout();
  page.stored.set('checkout-draft', 'd1');
  await checkout.submit(paymentForm().payment);
  expect(page.forgotten).toEqual(['checkout d1']);
});
