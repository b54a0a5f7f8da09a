import { onTestFinished, vi } from 'vitest';
import { fakeStorage } from '../../lib/store-testing.ts';
import type { CheckoutOpened, CheckoutSubmitted, OrderInput } from '../../shared/checkout/checkout-schema.ts';
import { type OrderedOffer, plainOffer } from '../../shared/checkout/offer.ts';
import { defaultMoneyStyle } from '../../shared/money.ts';
import type { CheckoutCalls, FailureReport, PaymentForm } from './checkout-calls.ts';
import { createCheckout } from './checkout-store.ts';

export const provider = { name: 'provider' };

/** Creates a checkout with fake calls. `page` has their answers, which tests may change, and records the calls. */
export function openCheckout(offer: OrderedOffer = plainOffer(6_000, defaultMoneyStyle)) {
  const submitted: CheckoutSubmitted = {
    ...{ orderId: 'order-1', orderNumber: 'CT-7K3M9Q', paymentIntentId: 'pi_1' },
    ...{ clientSecret: 'secret-1', amount: 60, currency: 'usd' },
  };
  const page = {
    settings: {
      ...{ price: 60, currency: 'usd', publishableKey: 'pk_test_1', sandbox: true },
      ...{ promisedDay: '2026-11-25', closed: null },
    },
    opened: { clientSecret: 'secret-1' } as CheckoutOpened,
    submitted,
    day: '2026-11-25',
    days: 0,
    provider: provider as typeof provider | null,
    /** The amounts of a quote, in dollars. */
    quoted: [] as number[],
    quotedDay: '2026-11-25',
    asked: [] as object[],
    after: null as string | null,
    opens: 0,
    submits: [] as OrderInput[],
    confirmed: [] as string[],
    reports: [] as FailureReport[],
    toasts: [] as string[],
    paths: [] as string[],
    stored: fakeStorage(),
    forgotten: [] as string[],
  };
  const calls: CheckoutCalls = {
    settings: async () => page.settings,
    quote: async (asked) => {
      page.asked.push(asked);
      const lines = page.quoted.map((amount) => ({ label: '', amount }));
      const amount = page.quoted.reduce((sum, part) => sum + part, 0);
      return { amount, amountText: `$${amount} USD`, currency: 'usd', lines, promisedDay: page.quotedDay };
    },
    open: async () => {
      page.opens += 1;
      return page.opened;
    },
    submit: async (request) => {
      page.submits.push(request);
      return page.submitted;
    },
    confirmPayment: async ({ orderNumber }) => {
      page.confirmed.push(orderNumber);
      return { status: 'paid' };
    },
    reportFailure: async (report) => page.reports.push(report),
  };
  const create = () => {
    const created = createCheckout({
      offer,
      calls,
      loadProvider: async () => page.provider,
      shownDay: () => page.day,
      showDay: (day) => {
        page.day = day;
      },
      showDays: (days) => {
        page.days = days;
      },
      toast: ({ title, description }) => page.toasts.push(`${title}: ${description}`),
      navigate: (path) => page.paths.push(path),
      page: offer.slug === null ? '' : `/readings/${offer.slug}`,
      after: () => page.after,
      storage: page.stored,
      device: { removeItem: (key) => page.forgotten.push(key) },
      origin: () => 'https://shop.example',
    });
    const { form } = created;
    // Does what the page's script does when the customer types (features/checkout/directives/order.ts).
    const change: typeof form.change = (name, value) => {
      created.begin();
      form.change(name, value);
    };
    return { ...created, form: { ...form, change } };
  };
  const checkout = create();
  const noticeText = () => {
    const notice = checkout.$notice.get();
    return notice && 'text' in notice ? notice.text : '';
  };
  return { page, calls, storage: page.stored, create, checkout, noticeText };
}

export function fakePaymentForm(overrides: Partial<PaymentForm> = {}) {
  const done: string[] = [];
  const payment: PaymentForm = {
    check: async () => null,
    confirm: async (clientSecret, returnUrl) => {
      done.push(`confirmed ${clientSecret}, back to ${returnUrl}`);
      return null;
    },
    outcomeOf: async () => 'unpaid',
    ...overrides,
  };
  return { payment, done };
}

export async function readyCheckout(offer?: OrderedOffer) {
  const opened = openCheckout(offer);
  await opened.checkout.form.start();
  fill(opened.checkout.form);
  return opened;
}

export function fill(form: ReturnType<typeof openCheckout>['checkout']['form']): void {
  form.change('customerName', 'Anna Berg');
  form.change('customerEmail', 'anna@example.com');
  form.change('readingAddresseeName', 'Anna');
}

export const isFree = { paymentIntentId: null, clientSecret: null, amount: 0 };

/** Hides the page's console errors from the test's output. */
export function hideLog(): void {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => logged.mockRestore());
}
