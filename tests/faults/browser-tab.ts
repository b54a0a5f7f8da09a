import { ApiError } from '../../src/client/api.ts';
import { createCheckout } from '../../src/client/checkout/checkout.ts';
import { checkFields } from '../../src/client/checkout/checkout-form.ts';
import type { Checkout } from '../../src/client/checkout/checkout-types.ts';
import type { PaymentForm } from '../../src/client/checkout/payment-form.ts';
import type { CheckoutOpened, CheckoutSubmitted } from '../../src/shared/checkout/checkout.ts';
import type { PublicSettings } from '../../src/shared/checkout/settings.ts';
import { parseDollarsToCents } from '../../src/shared/money.ts';
import { checkoutPath } from '../../src/testing/builders.ts';
import type { Answer, TestApp } from '../../src/testing/test-app.ts';

type Browser = ReturnType<TestApp['visitor']>;

/** What a customer was charged, and what they had read on the button they pressed. */
export interface Charge {
  chargedCents: number;
  onButtonCents: number | null;
}

/**
 * One tab with the checkout page: the genuine code of the page, talking to the app under test; only the
 * provider's card form is played.
 *
 * @param meanwhile happens before and after everything that travels over the network
 */
export function openTab(app: TestApp, browser: Browser, charges: Charge[], meanwhile: () => Promise<void>) {
  const stored = new Map<string, string>();
  let isLeft = false;
  async function ask<T>(call: () => Promise<Answer<T>>): Promise<T> {
    await meanwhile();
    const { status, body } = await call();
    await meanwhile();
    if (status !== 200) throw new ApiError(status, JSON.stringify(body), '');
    return body;
  }
  const newPage = () =>
    createCheckout<object>({
      price: 60,
      calls: {
        settings: () => ask(() => browser.get<PublicSettings>('/api/settings')),
        open: () => ask(() => browser.post<CheckoutOpened>(checkoutPath)),
        submit: (request) => ask(() => browser.post<CheckoutSubmitted>(checkoutPath, request)),
        confirmPayment: (order) => ask(() => browser.post('/api/confirm-payment', order)),
        reportFailure: async () => {},
      },
      loadProvider: async () => ({}),
      checkFields,
      shownDay: () => undefined,
      sayDay: async () => {},
      toast: () => {},
      navigate: () => {
        isLeft = true;
      },
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => stored.set(key, value),
        removeItem: (key) => stored.delete(key),
      },
      device: { removeItem: () => {} },
      origin: () => app.config.publicUrl,
    });
  let checkout: Checkout<object> = newPage();
  let pressing: Promise<void> = Promise.resolve();

  /** The provider charges what the payment asks for when the confirmation reaches it. */
  function cardForm(onButtonCents: number | null): PaymentForm {
    const find = (clientSecret: string) =>
      [...app.payments.payments.values()].find((one) => one.clientSecret === clientSecret);
    return {
      check: async () => null,
      outcomeOf: async (clientSecret) => (find(clientSecret)?.status === 'succeeded' ? 'paid' : 'unpaid'),
      async confirm(clientSecret) {
        // 3-D Secure takes its time: long enough for the other tab to load and press meanwhile.
        for (let steps = 0; steps < 40; steps++) await meanwhile();
        const payment = find(clientSecret);
        if (payment?.status !== 'open') return { message: 'This payment is over.', isUncertain: false };
        charges.push({ chargedCents: app.payments.pay(payment.id).amountReceivedCents, onButtonCents });
        await meanwhile();
        return null;
      },
    };
  }

  return {
    /** Whether the page is on its way to the thank-you. */
    isLeft: () => isLeft,
    /** Loads the page afresh, once a press that is under way has ended. */
    async load() {
      await pressing;
      isLeft = false;
      checkout = newPage();
      await checkout.start();
      checkout.form.change('customerName', 'Maya Lindqvist');
      checkout.form.change('customerEmail', 'maya@customers.example');
      checkout.form.change('readingAddresseeName', 'Maya');
    },
    /** Presses the button, if there is one. */
    press(): Promise<void> {
      const state = checkout.$state.get();
      if (isLeft || (state.name !== 'ready' && state.name !== 'free')) return pressing;
      const onButtonCents = parseDollarsToCents(String(checkout.$price.get()));
      const form = state.name === 'ready' ? cardForm(onButtonCents) : null;
      pressing = Promise.all([pressing, checkout.submit(form)]).then(() => {});
      return pressing;
    },
  };
}
