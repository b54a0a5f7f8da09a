import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/answers.ts';
import { anApiError } from '../../lib/store-testing.ts';
import {
  fakePaymentForm,
  fill,
  hideLog,
  isFree,
  openCheckout,
  provider,
  readyCheckout,
} from './checkout-testing.ts';

const conflict = () => anApiError(409, 'price_conflict', 'The price changed.');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['no provider', { publishableKey: 'pk_test_1' }, true],
  ['a wrong key', { publishableKey: 'sk_1' }, false],
  ['no settings', null, false],
])('with %s, shows what is missing and allows another try', async (_, given, keyPrefix) => {
  hideLog();
  const { checkout, calls, page } = openCheckout();
  const { settings } = calls;
  page.provider = null;
  calls.settings = async () => {
    if (!given) throw new ApiError(500, '', '');
    return { ...page.settings, ...given };
  };
  await checkout.form.start();
  expect(checkout.$missing.get()).toEqual({ clientSecret: false, provider: false, keyPrefix });
  calls.settings = settings;
  page.provider = provider;
  await checkout.form.start();
  expect(checkout.form.$provider.get()).toEqual({ name: 'ready', provider });
});

describe('placing an order', () => {
  test('pays, confirms, and shows the thank-you page with its toast', async () => {
    const { checkout, page } = await readyCheckout();
    const { payment, done } = fakePaymentForm();
    page.stored.setItem('checkout-draft', 'd1');
    await checkout.submit(payment);
    expect(page.submits).toEqual([
      {
        readingType: 'careerPath',
        customQuestion: null,
        customerName: 'Anna Berg',
        customerEmail: 'anna@example.com',
        readingAddresseeName: 'Anna',
        backgroundContext: null,
        promisedDay: '2026-11-25',
      },
    ]);
    expect(done).toEqual(['confirmed secret-1, back to https://shop.example/thank-you?order=CT-7K3M9Q']);
    expect(page.confirmed).toEqual(['CT-7K3M9Q']);
    expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q']);
    expect(page.stored.getItem('toast')).toContain('Thank you for your purchase!');
    expect(page.forgotten).toEqual(['checkout d1']);
    expect(checkout.$isProcessing.get(), 'while the next page is on its way').toBe(true);
  });

  test('ignores a second click in the same moment', async () => {
    const { checkout, page } = await readyCheckout();
    const { payment, done } = fakePaymentForm();
    await Promise.all([checkout.submit(payment), checkout.submit(payment)]);
    expect([page.submits.length, done.length]).toEqual([1, 1]);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('offline'))],
    ['never ends', () => new Promise<never>(() => undefined)],
  ])('a confirmation call that %s does not delay the customer', async (_, confirmPayment) => {
    hideLog();
    const { checkout, calls, page } = await readyCheckout();
    calls.confirmPayment = confirmPayment;
    const submitting = checkout.submit(fakePaymentForm().payment);
    await vi.advanceTimersByTimeAsync(5_000);
    await submitting;
    expect(page.paths).toHaveLength(1);
  });

  test('orders a free reading without payment or provider', async () => {
    const { checkout, page } = openCheckout();
    page.settings = { ...page.settings, price: 0 };
    page.submitted = { ...page.submitted, ...isFree };
    page.provider = null;
    await checkout.form.start();
    expect(checkout.form.$provider.get()).toEqual({ name: 'free' });
    fill(checkout.form);
    await checkout.submit(null);
    expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q&free=true']);
    expect(page.stored.getItem('toast')).toContain('Order Confirmed');
    expect(page.stored.getItem('toast')).not.toContain('purchase');
  });

  test('reports an incomplete card together with the fields and sends nothing', async () => {
    const { checkout, page } = await readyCheckout();
    const check = vi.fn(async () => ({ message: 'Your card number is incomplete.', isShown: true }));
    const { payment, done } = fakePaymentForm({ check });
    checkout.form.change('customerName', '');
    await checkout.submit(payment);
    expect(check).toHaveBeenCalled();
    expect(Object.keys(checkout.form.$errors.get())).toEqual(['customerName']);
    checkout.form.change('customerName', 'Anna Berg');
    await checkout.submit(payment);
    const toast = 'Form Error: Please fill out all required fields correctly.';
    expect(page).toMatchObject({ toasts: [toast, toast], submits: [], reports: [] });
    expect([done, checkout.$notice.get(), checkout.$isProcessing.get()]).toEqual([[], null, false]);
  });
});

describe('when a payment fails', () => {
  const refused = (message: string | undefined, isDeclined = false) => ({
    confirm: async () => ({ message, isUncertain: false, isDeclined }),
  });
  const gone = { check: async () => ({ message: 'The card form is gone.', isShown: false }) };

  test.each([
    ['the card is refused', refused('Your card has expired.'), 'Your card has expired.', 'pi_1'],
    ['no reason is given', refused(undefined), 'Payment could not be processed. Please try again.', 'pi_1'],
    ['the card fields do not answer', gone, 'The card form is gone.', undefined],
  ])('stays on the page, shows why, and reports it when %s', async (...row) => {
    const [, overrides, message, paymentIntentId] = row;
    const { checkout, calls, page } = await readyCheckout();
    // A report that fails changes nothing.
    calls.reportFailure = async (report) => {
      page.reports.push(report);
      throw new Error('offline');
    };
    await checkout.submit(fakePaymentForm(overrides).payment);
    const customer = { customerName: 'Anna Berg', customerEmail: 'anna@example.com' };
    expect(page).toMatchObject({ toasts: [`Payment Failed: ${message}`], paths: [] });
    expect(page.reports).toEqual([{ ...customer, errorMessage: message, paymentIntentId }]);
    expect(checkout.$notice.get()).toEqual({ kind: 'failure', text: message });
    expect(checkout.$isProcessing.get()).toBe(false);
    expect(checkout.form.$fields.get()).toMatchObject(customer);
  });

  test('the form says that a declined card was not charged', async () => {
    const { checkout } = await readyCheckout();
    await checkout.submit(fakePaymentForm(refused('Your card was declined.', true)).payment);
    const text = 'You haven’t been charged. Try another card.';
    expect(checkout.$notice.get()).toEqual({ kind: 'declined', text });
  });

  const specified = [
    'Please check your information and try again.',
    'General checkout error occurred',
  ] as const;
  test.each<[string, Error, shown: string, reported?: string]>([
    ['the server says why', anApiError(502, 'payment_provider_failed', 'Try later.'), 'Try later.'],
    ['the server gives no reason', new ApiError(400, '', 'Bad Request'), ...specified],
    ['a proxy answers', new ApiError(504, '<html></html>', 'Bad Gateway'), ...specified],
    ['the answer is broken JSON', new ApiError(503, '{"error":', ''), ...specified],
    ['the error has no message', new Error(''), ...specified],
    ['another error is thrown', new Error('Broken.'), 'Broken.'],
  ])('shows a Payment Error when %s', async (_, error, shown, reported = shown) => {
    const { checkout, calls, page } = await readyCheckout();
    calls.submit = () => Promise.reject(error);
    await checkout.submit(fakePaymentForm().payment);
    expect(page.toasts).toEqual([`Payment Error: ${shown}`]);
    expect(page.reports[0]?.errorMessage).toBe(reported);
  });
});

describe('when the price changes before payment', () => {
  test('shows the new price and charges nothing until Pay is pressed again', async () => {
    const { checkout, calls, page, noticeText } = await readyCheckout();
    const { payment, done } = fakePaymentForm();
    const accept = calls.submit;
    calls.submit = () => Promise.reject(conflict());
    page.settings = { ...page.settings, price: 75 };
    await checkout.submit(payment);
    expect(noticeText()).toBe(
      'The price is now $75. You haven’t been charged. If the new price is okay, press the button again.',
    );
    expect([checkout.form.$price.get(), done, page.reports]).toEqual([75, [], []]);

    calls.submit = accept;
    page.submitted = { ...page.submitted, amount: 75 };
    await checkout.submit(payment);
    expect([done.length, page.paths.length]).toEqual([1, 1]);
  });

  test('skips the payment step when the new price is 0', async () => {
    const { checkout, calls, page } = await readyCheckout();
    calls.submit = () => Promise.reject(conflict());
    page.settings = { ...page.settings, price: 0 };
    await checkout.submit(fakePaymentForm().payment);
    expect(checkout.form.$provider.get()).toEqual({ name: 'free' });
  });

  test('does not pay an amount that differs from the button', async () => {
    const { checkout, page } = await readyCheckout();
    const { payment, done } = fakePaymentForm();
    page.submitted = { ...page.submitted, amount: 49.5 };
    await checkout.submit(payment);
    expect(checkout.form.$price.get()).toBe(49.5);
    expect([done, page.paths, checkout.$isProcessing.get()]).toEqual([[], [], false]);
  });

  test('asks for a payment when a reading is no longer free', async () => {
    const { checkout, page, noticeText } = await readyCheckout();
    page.settings = { ...page.settings, price: 0 };
    await checkout.form.start();
    page.settings = { ...page.settings, price: 60 };
    await checkout.submit(null);
    expect(checkout.form.$provider.get()).toEqual({ name: 'ready', provider });
    expect(noticeText()).toMatch(/The price is now \$60\..*enter your card/);
    expect(page.paths).toEqual([]);
  });
});

test('keeps the form while the bank is still checking the payment', async () => {
  const { checkout, page } = await readyCheckout();
  await checkout.submit(fakePaymentForm({ confirm: async () => 'processing' }).payment);
  expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q&redirect_status=pending']);
  expect([page.toasts, page.stored.getItem('toast')]).toEqual([[], null]);
  expect(page.forgotten).toEqual([]);
  expect(page.stored.getItem('checkout-order')).toBe('{"orderId":"order-1","orderNumber":"CT-7K3M9Q"}');
});
