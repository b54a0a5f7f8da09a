import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api.ts';
import { openCheckout, paymentForm, provider, readyCheckout, refusal } from './checkout-testing.ts';

const conflict = () => refusal(409, 'price_conflict', 'The price changed.');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('opening the checkout', () => {
  test('it is ready when settings and provider are there', async () => {
    const { checkout } = await readyCheckout();
    expect(checkout.$state.get()).toEqual({ name: 'ready', provider });
  });

  test('the price is what the page says until settings have loaded', () => {
    expect(openCheckout().checkout.$price.get()).toBe(60);
  });

  test('a price of 0 leaves the payment step and the provider out', async () => {
    const { checkout, page } = openCheckout();
    page.settings = { ...page.settings, price: 0 };
    page.provider = null;
    await checkout.start();
    expect(checkout.$state.get()).toEqual({ name: 'free' });
    expect(checkout.$price.get()).toBe(0);
  });

  test.each([
    ['no provider', {}, true],
    ['a wrong key', { settings: { price: 60, publishableKey: 'sk_1', sandbox: false } }, false],
  ])('with %s the panel says what is missing', async (_, given, keyPrefix) => {
    const { checkout, page } = openCheckout();
    Object.assign(page, { provider: null, ...given });
    await checkout.start();
    const checks = { clientSecret: false, provider: false, keyPrefix };
    expect(checkout.$state.get()).toEqual({ name: 'error', checks });
  });

  test('without settings the panel says that nothing is there', async () => {
    const { checkout, calls } = openCheckout();
    calls.settings = () => Promise.reject(new ApiError(500, '', ''));
    await checkout.start();
    const checks = { clientSecret: false, provider: false, keyPrefix: false };
    expect(checkout.$state.get()).toEqual({ name: 'error', checks });
  });

  test('it can be tried again after a failure', async () => {
    const { checkout, page } = openCheckout();
    page.provider = null;
    await checkout.start();
    page.provider = provider;
    await checkout.start();
    expect(checkout.$state.get().name).toBe('ready');
  });

  test('what was typed survives a reload', async () => {
    const { create, page } = await readyCheckout();
    const reloaded = create();
    reloaded.form.adopt(JSON.parse(page.stored.get('checkout') ?? ''));
    await reloaded.start();
    expect(reloaded.form.$fields.get().customerEmail).toBe('anna@example.com');
  });
});

describe('placing an order', () => {
  test('it is paid, confirmed, and shown on the thank-you page with its toast', async () => {
    const { checkout, page } = await readyCheckout();
    const { payment, done } = paymentForm();
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
    expect(page.stored.get('toast')).toContain('Thank you for your purchase!');
    expect(page.stored.has('checkout')).toBe(false);
  });

  test('a second click in the same moment starts nothing', async () => {
    const { checkout, page } = await readyCheckout();
    const { payment, done } = paymentForm();
    await Promise.all([checkout.submit(payment), checkout.submit(payment)]);
    expect(page.submits).toHaveLength(1);
    expect(done).toHaveLength(1);
  });

  test('the button stays busy while the next page is on its way', async () => {
    const { checkout } = await readyCheckout();
    await checkout.submit(paymentForm().payment);
    expect(checkout.$isProcessing.get()).toBe(true);
  });

  test('a confirmation call that fails does not hold the customer up', async () => {
    const { checkout, calls, page } = await readyCheckout();
    calls.confirmPayment = () => Promise.reject(new Error('offline'));
    await checkout.submit(paymentForm().payment);
    expect(page.paths).toHaveLength(1);
  });

  test('nor does one that never ends', async () => {
    const { checkout, calls, page } = await readyCheckout();
    calls.confirmPayment = () => new Promise(() => undefined);
    const submitting = checkout.submit(paymentForm().payment);
    await vi.advanceTimersByTimeAsync(5_000);
    await submitting;
    expect(page.paths).toHaveLength(1);
  });

  test('a free reading is ordered without a payment', async () => {
    const { checkout, page } = await readyCheckout();
    page.settings = { ...page.settings, price: 0 };
    page.submitted = { ...page.submitted, paymentIntentId: null, clientSecret: null, amount: 0 };
    await checkout.start();
    await checkout.submit(null);
    expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q&free=true']);
    expect(page.stored.get('toast')).toContain('Order Confirmed');
    expect(page.stored.get('toast')).not.toContain('purchase');
  });

  test.each([
    ['customerName', '  '],
    ['customerEmail', 'anna@example'],
    ['readingAddresseeName', ''],
  ] as const)('with %s as %j nothing is sent', async (name, value) => {
    const { checkout, page } = await readyCheckout();
    checkout.form.change(name, value);
    await checkout.submit(paymentForm().payment);
    expect(page.toasts).toEqual(['Form Error: Please fill out all required fields correctly.']);
    expect(Object.keys(checkout.form.$errors.get())).toEqual([name]);
    expect(page.submits).toEqual([]);
    expect(page.reports).toEqual([]);
    expect(checkout.$isProcessing.get()).toBe(false);
  });

  test('a card that is not complete is told of together with the fields, and nothing is sent', async () => {
    const { checkout, page } = await readyCheckout();
    const looked: string[] = [];
    const { payment, done } = paymentForm({
      check: async () => {
        looked.push('card');
        return { message: 'Your card number is incomplete.', isShown: true };
      },
    });
    checkout.form.change('customerName', '');
    await checkout.submit(payment);
    expect([looked, Object.keys(checkout.form.$errors.get())]).toEqual([['card'], ['customerName']]);
    checkout.form.change('customerName', 'Anna Berg');
    await checkout.submit(payment);
    const toast = 'Form Error: Please fill out all required fields correctly.';
    expect(page.toasts).toEqual([toast, toast]);
    expect([page.submits, page.reports, done]).toEqual([[], [], []]);
    expect(checkout.$notice.get()).toBeNull();
  });

  test('an own question needs 8 characters', async () => {
    const { checkout } = await readyCheckout();
    checkout.form.change('readingType', 'other');
    checkout.form.change('customQuestion', ' short ');
    await checkout.submit(paymentForm().payment);
    expect(checkout.form.$errors.get().customQuestion).toContain('at least 8 characters');
  });

  test('an error goes as soon as its field changes', async () => {
    const { checkout } = await readyCheckout();
    checkout.form.change('customerName', '');
    await checkout.submit(paymentForm().payment);
    checkout.form.change('customerName', 'A');
    expect(checkout.form.$errors.get()).toEqual({});
  });
});

describe('when a payment fails', () => {
  test.each([
    [
      'the card is declined',
      { confirm: async () => ({ message: 'Your card was declined.', isUncertain: false }) },
      'Your card was declined.',
      'pi_1',
    ],
    [
      'no reason is given',
      { confirm: async () => ({ message: undefined, isUncertain: false }) },
      'Payment could not be processed. Please try again.',
      'pi_1',
    ],
    [
      'the card fields do not answer',
      { check: async () => ({ message: 'The card form is gone.', isShown: false }) },
      'The card form is gone.',
      undefined,
    ],
  ])(
    'and %s, the customer stays, is told, and it is reported',
    async (_, overrides, message, paymentIntentId) => {
      const { checkout, page } = await readyCheckout();
      await checkout.submit(paymentForm(overrides).payment);
      expect(page.toasts).toEqual([`Payment Failed: ${message}`]);
      expect(checkout.$notice.get()).toEqual({ kind: 'failure', text: message });
      expect(page.reports).toEqual([
        {
          customerName: 'Anna Berg',
          customerEmail: 'anna@example.com',
          errorMessage: message,
          paymentIntentId,
        },
      ]);
      expect(page.paths).toEqual([]);
      expect(checkout.$isProcessing.get()).toBe(false);
      expect(checkout.form.$fields.get().customerName).toBe('Anna Berg');
    },
  );

  test.each<[string, Error, string, string]>([
    [
      'the server says why',
      new ApiError(502, '{"error":{"code":"payment_provider_failed","message":"Try later."}}', ''),
      'Try later.',
      'Try later.',
    ],
    [
      'the server says nothing',
      new ApiError(400, '', 'Bad Request'),
      'Please check your information and try again.',
      'General checkout error occurred',
    ],
    ...[500, 502, 504].map((status): [string, Error, string, string] => [
      `of trouble on our side (${status})`,
      new ApiError(status, '<html>Bad Gateway</html>', 'Bad Gateway'),
      'Something went wrong on our end. You haven’t been charged. Please try again in a moment.',
      'Something went wrong on our end. You haven’t been charged. Please try again in a moment.',
    ]),
    ['something else broke', new Error('Broken.'), 'Broken.', 'Broken.'],
  ])('because %s, the toast is a Payment Error', async (_, error, shown, reported) => {
    const { checkout, calls, page } = await readyCheckout();
    calls.submit = () => Promise.reject(error);
    await checkout.submit(paymentForm().payment);
    expect(page.toasts).toEqual([`Payment Error: ${shown}`]);
    expect(page.reports[0]?.errorMessage).toBe(reported);
  });

  test('a report that fails changes nothing', async () => {
    const { checkout, calls } = await readyCheckout();
    calls.reportFailure = () => Promise.reject(new Error('offline'));
    const refused = async () => ({ message: 'No.', isUncertain: false });
    await checkout.submit(paymentForm({ confirm: refused }).payment);
    expect(checkout.$isProcessing.get()).toBe(false);
  });
});

describe('when the price changes meanwhile', () => {
  test('a conflict shows the new price and charges nothing until Pay is pressed again', async () => {
    const { checkout, calls, page, noticeText } = await readyCheckout();
    const { payment, done } = paymentForm();
    const accept = calls.submit;
    calls.submit = () => Promise.reject(conflict());
    page.settings = { ...page.settings, price: 75 };
    await checkout.submit(payment);
    expect(checkout.$price.get()).toBe(75);
    expect(done).toEqual([]);
    expect(noticeText()).toBe(
      'The price is now $75. You haven’t been charged. If that’s okay, press the button again.',
    );
    expect(page.reports).toEqual([]);

    calls.submit = accept;
    page.submitted = { ...page.submitted, amount: 75 };
    await checkout.submit(payment);
    expect(done).toHaveLength(1);
    expect(page.paths).toHaveLength(1);
  });

  test('a conflict after which there is nothing to pay leaves the payment step out', async () => {
    const { checkout, calls, page } = await readyCheckout();
    calls.submit = () => Promise.reject(conflict());
    page.settings = { ...page.settings, price: 0 };
    await checkout.submit(paymentForm().payment);
    expect(checkout.$state.get()).toEqual({ name: 'free' });
    expect(checkout.$price.get()).toBe(0);
  });

  test('an amount that is not on the button is not paid', async () => {
    const { checkout, page } = await readyCheckout();
    page.submitted = { ...page.submitted, amount: 49.5 };
    const { payment, done } = paymentForm();
    await checkout.submit(payment);
    expect(done).toEqual([]);
    expect(checkout.$price.get()).toBe(49.5);
    expect(checkout.$isProcessing.get()).toBe(false);
  });

  test('another payment at the same price is paid with the card that is typed in', async () => {
    const { checkout, page } = await readyCheckout();
    page.submitted = { ...page.submitted, clientSecret: 'secret-2' };
    const { payment, done } = paymentForm();
    await checkout.submit(payment);
    expect(done).toEqual([expect.stringContaining('confirmed secret-2')]);
    expect(page.paths).toHaveLength(1);
  });

  test('a reading that became free is not charged', async () => {
    const { checkout, page } = await readyCheckout();
    page.submitted = { ...page.submitted, paymentIntentId: null, clientSecret: null, amount: 0 };
    const { payment, done } = paymentForm();
    await checkout.submit(payment);
    expect(done).toEqual([]);
    expect(page.paths).toHaveLength(1);
  });

  test('a reading that is no longer free asks for a payment', async () => {
    const { checkout, page, noticeText } = await readyCheckout();
    page.settings = { ...page.settings, price: 0 };
    await checkout.start();
    page.settings = { ...page.settings, price: 60 };
    await checkout.submit(null);
    expect(checkout.$state.get()).toEqual({ name: 'ready', provider });
    expect(checkout.$price.get()).toBe(60);
    expect(noticeText()).toContain('The price is now $60.');
    expect(noticeText()).toContain('enter your card');
    expect(page.paths).toEqual([]);
  });
});

test('what was bought is forgotten on the device as well', async () => {
  const { checkout, page } = await readyCheckout();
  page.stored.set('checkout-draft', 'd1');
  await checkout.submit(paymentForm().payment);
  expect(page.forgotten).toEqual(['checkout d1']);
});

test('a payment that the bank is checking is no success: nothing is thanked for, and the form is kept', async () => {
  const { checkout, page } = await readyCheckout();
  await checkout.submit(paymentForm({ confirm: async () => 'processing' }).payment);
  expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q&redirect_status=pending']);
  expect([page.toasts, page.stored.get('toast')]).toEqual([[], undefined]);
  expect(page.stored.get('checkout')).toContain('Anna Berg');
  expect(page.stored.get('checkout-order')).toBe('{"orderId":"order-1","orderNumber":"CT-7K3M9Q"}');
});
