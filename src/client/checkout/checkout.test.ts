import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CheckoutOpened, CheckoutSubmitted, ReadingRequest } from '../../shared/checkout.ts';
import { ApiError } from '../api.ts';
import type { TextStorage } from '../toast-handover.ts';
import { createCheckout, type PaymentForm } from './checkout.ts';
import type { CheckoutCalls, FailureReport } from './checkout-calls.ts';
import { checkFields } from './checkout-form.ts';
import { rememberThanks } from './thank-you.ts';

const provider = { name: 'provider' };

/** A checkout on a pretended page; every answer can be replaced, and everything it does is recorded. */
function openCheckout() {
  const submitted: CheckoutSubmitted = {
    orderId: 'order-1',
    orderNumber: 'CT-7K3M9Q',
    paymentIntentId: 'pi_1',
    clientSecret: 'secret-1',
    amount: 60,
  };
  const page = {
    settings: { price: 60, publishableKey: 'pk_test_1', sandbox: true },
    opened: { clientSecret: 'secret-1' } as CheckoutOpened,
    submitted,
    provider: provider as typeof provider | null,
    submits: [] as ReadingRequest[],
    confirmed: [] as string[],
    reports: [] as FailureReport[],
    toasts: [] as string[],
    paths: [] as string[],
    stored: new Map<string, string>(),
  };
  const storage: TextStorage = {
    getItem: (key) => page.stored.get(key) ?? null,
    setItem: (key, value) => page.stored.set(key, value),
    removeItem: (key) => page.stored.delete(key),
  };
  const calls: CheckoutCalls = {
    settings: async () => page.settings,
    open: async () => page.opened,
    submit: async (request) => {
      page.submits.push(request);
      return page.submitted;
    },
    confirmPayment: async ({ orderNumber }) => page.confirmed.push(orderNumber),
    reportFailure: async (report) => page.reports.push(report),
  };
  const create = () =>
    createCheckout({
      calls,
      loadProvider: async () => page.provider,
      checkFields,
      toast: ({ title, description }) => page.toasts.push(`${title}: ${description}`),
      navigate: (path) => page.paths.push(path),
      storage,
      origin: () => 'https://shop.example',
    });
  return { page, calls, storage, create, checkout: create() };
}

function paymentForm(overrides: Partial<PaymentForm> = {}) {
  const done: string[] = [];
  const payment: PaymentForm = {
    check: async () => null,
    refreshAmount: async () => done.push('refreshed'),
    confirm: async (returnUrl) => {
      done.push(`confirmed, back to ${returnUrl}`);
      return null;
    },
    ...overrides,
  };
  return { payment, done };
}

async function readyCheckout() {
  const opened = openCheckout();
  await opened.checkout.start();
  opened.checkout.form.change('customerName', 'Anna Berg');
  opened.checkout.form.change('customerEmail', 'anna@example.com');
  opened.checkout.form.change('readingAddresseeName', 'Anna');
  return opened;
}

const conflict = () =>
  new ApiError(
    409,
    JSON.stringify({ error: { code: 'price_conflict', message: 'The price changed.' } }),
    'Conflict',
  );

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('opening the checkout', () => {
  test('it is ready when client secret and provider are there', async () => {
    const { checkout } = await readyCheckout();
    expect(checkout.$state.get()).toEqual({ name: 'ready', provider, clientSecret: 'secret-1' });
  });

  test('the price is $60 until settings have loaded', () => {
    expect(openCheckout().checkout.$price.get()).toBe(60);
  });

  test('a price of 0 leaves the payment step out', async () => {
    const { checkout, page } = openCheckout();
    page.opened = { clientSecret: null, free: true };
    await checkout.start();
    expect(checkout.$state.get()).toEqual({ name: 'free' });
    expect(checkout.$price.get()).toBe(0);
  });

  test('an order that was paid meanwhile shows its thank-you', async () => {
    const { checkout, page } = openCheckout();
    page.opened = { clientSecret: null, completedOrderNumber: 'CT-7K3M9Q' };
    await checkout.start();
    expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q']);
  });

  test('an order that was thanked for already does not stand in the way of the next', async () => {
    const { checkout, page, storage } = openCheckout();
    rememberThanks(storage, 'CT-7K3M9Q');
    page.opened = { clientSecret: 'pi_2_secret', completedOrderNumber: 'CT-7K3M9Q' };
    await checkout.start();
    expect(page.paths).toEqual([]);
    expect(checkout.$state.get()).toMatchObject({ name: 'ready', clientSecret: 'pi_2_secret' });
  });

  test.each([
    ['no client secret', { opened: { clientSecret: null } }, { clientSecret: false }],
    ['no provider', { provider: null }, { provider: false }],
    [
      'a wrong key',
      { provider: null, settings: { price: 60, publishableKey: 'sk_1', sandbox: false } },
      { provider: false, keyPrefix: false },
    ],
  ])('with %s the panel says what is missing', async (_, given, missing) => {
    const { checkout, page } = openCheckout();
    Object.assign(page, given);
    await checkout.start();
    const all = { clientSecret: true, provider: true, keyPrefix: true };
    expect(checkout.$state.get()).toEqual({ name: 'error', checks: { ...all, ...missing } });
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
    const { create } = await readyCheckout();
    const reloaded = create();
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
      },
    ]);
    expect(done).toEqual(['confirmed, back to https://shop.example/thank-you?order=CT-7K3M9Q']);
    expect(page.confirmed).toEqual(['CT-7K3M9Q']);
    expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q']);
    expect([...page.stored]).toEqual([['toast', expect.stringContaining('Payment Successful')]]);
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
    page.opened = { clientSecret: null, free: true };
    page.submitted = { ...page.submitted, paymentIntentId: null, clientSecret: null, amount: 0 };
    await checkout.start();
    await checkout.submit(null);
    expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q&free=true']);
    expect(page.stored.get('toast')).toContain('Order Confirmed');
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
      { confirm: async () => ({ message: 'Your card was declined.' }) },
      'Your card was declined.',
      'pi_1',
    ],
    [
      'no reason is given',
      { confirm: async () => ({ message: undefined }) },
      'Payment could not be processed. Please try again.',
      'pi_1',
    ],
    [
      'the card is incomplete',
      { check: async () => ({ message: 'Your card number is incomplete.' }) },
      'Your card number is incomplete.',
      undefined,
    ],
  ])(
    'and %s, the customer stays, is told, and it is reported',
    async (_, overrides, message, paymentIntentId) => {
      const { checkout, page } = await readyCheckout();
      await checkout.submit(paymentForm(overrides).payment);
      expect(page.toasts).toEqual([`Payment Failed: ${message}`]);
      expect(checkout.$notice.get()).toEqual({ text: message, isFailure: true });
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

  test.each([
    [
      'the server says why',
      new ApiError(502, '{"error":{"code":"payment_provider_failed","message":"Try later."}}', ''),
      'Try later.',
      'Try later.',
    ],
    [
      'the server says nothing',
      new ApiError(500, '', 'Internal Server Error'),
      'Please check your information and try again.',
      'General checkout error occurred',
    ],
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
    await checkout.submit(paymentForm({ confirm: async () => ({ message: 'No.' }) }).payment);
    expect(checkout.$isProcessing.get()).toBe(false);
  });
});

describe('when the price changes meanwhile', () => {
  test('a conflict shows the new price and charges nothing until Pay is pressed again', async () => {
    const { checkout, calls, page } = await readyCheckout();
    const { payment, done } = paymentForm();
    const accept = calls.submit;
    calls.submit = () => Promise.reject(conflict());
    page.settings = { ...page.settings, price: 75 };
    await checkout.submit(payment);
    expect(checkout.$price.get()).toBe(75);
    expect(done).toEqual(['refreshed']);
    expect(checkout.$notice.get()?.text).toContain('The price is now $75. Nothing was charged for it.');
    expect(page.reports).toEqual([]);

    calls.submit = accept;
    page.submitted = { ...page.submitted, amount: 75 };
    await checkout.submit(payment);
    expect(done).toHaveLength(2);
    expect(page.paths).toHaveLength(1);
  });

  test('a conflict that cost the payment form its client secret starts it afresh at once', async () => {
    const { checkout, calls, page } = await readyCheckout();
    calls.submit = () => Promise.reject(conflict());
    page.settings = { ...page.settings, price: 75 };
    page.opened = { clientSecret: 'secret-2' };
    await checkout.submit(paymentForm().payment);
    expect(checkout.$state.get()).toMatchObject({ name: 'ready', clientSecret: 'secret-2' });
    expect(checkout.$price.get()).toBe(75);
  });

  test('a conflict after which there is nothing to pay leaves the payment step out', async () => {
    const { checkout, calls, page } = await readyCheckout();
    calls.submit = () => Promise.reject(conflict());
    page.settings = { ...page.settings, price: 0 };
    page.opened = { clientSecret: null, free: true };
    await checkout.submit(paymentForm().payment);
    expect(checkout.$state.get()).toEqual({ name: 'free' });
    expect(checkout.$price.get()).toBe(0);
  });

  test('an amount that is not on the button is not paid', async () => {
    const { checkout, page } = await readyCheckout();
    page.submitted = { ...page.submitted, amount: 49.5 };
    const { payment, done } = paymentForm();
    await checkout.submit(payment);
    expect(done).toEqual(['refreshed']);
    expect(checkout.$price.get()).toBe(49.5);
    expect(checkout.$isProcessing.get()).toBe(false);
  });

  test('another client secret starts the payment form afresh', async () => {
    const { checkout, page } = await readyCheckout();
    page.submitted = { ...page.submitted, clientSecret: 'secret-2' };
    const { payment, done } = paymentForm();
    await checkout.submit(payment);
    expect(checkout.$state.get()).toMatchObject({ name: 'ready', clientSecret: 'secret-2' });
    expect(done).toEqual([]);
    expect(checkout.$notice.get()?.text).toContain('enter your card');
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
    const { checkout, page } = await readyCheckout();
    page.opened = { clientSecret: null, free: true };
    await checkout.start();
    await checkout.submit(null);
    expect(checkout.$state.get()).toMatchObject({ name: 'ready', clientSecret: 'secret-1' });
    expect(checkout.$price.get()).toBe(60);
    expect(page.paths).toEqual([]);
  });
});
