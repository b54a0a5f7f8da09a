import { vi } from 'vitest';
import type { CheckoutOpened, CheckoutSubmitted, ReadingRequest } from '../../shared/checkout/checkout.ts';
import { ApiError } from '../api.ts';
import type { TextStorage } from '../page-storage.ts';
import { createCheckout } from './checkout.ts';
import type { CheckoutCalls, FailureReport } from './checkout-calls.ts';
import type { PaymentForm } from './payment-form.ts';

export const provider = { name: 'provider' };

export function openCheckout() {
  const submitted: CheckoutSubmitted = {
    orderId: 'order-1',
    orderNumber: 'CT-7K3M9Q',
    paymentIntentId: 'pi_1',
    clientSecret: 'secret-1',
    amount: 60,
  };
  const page = {
    settings: {
      price: 60,
      publishableKey: 'pk_test_1',
      sandbox: true,
      promisedDay: '2026-11-25',
      closed: null,
    },
    opened: { clientSecret: 'secret-1' } as CheckoutOpened,
    submitted,
    day: '2026-11-25',
    provider: provider as typeof provider | null,
    opens: 0,
    submits: [] as ReadingRequest[],
    confirmed: [] as string[],
    reports: [] as FailureReport[],
    toasts: [] as string[],
    paths: [] as string[],
    stored: new Map<string, string>(),
    forgotten: [] as string[],
  };
  const storage: TextStorage = {
    getItem: (key) => page.stored.get(key) ?? null,
    setItem: (key, value) => page.stored.set(key, value),
    removeItem: (key) => page.stored.delete(key),
  };
  const calls: CheckoutCalls = {
    settings: async () => page.settings,
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
      price: 60,
      calls,
      loadProvider: async () => page.provider,
      shownDay: () => page.day,
      showDay: (day) => {
        page.day = day;
      },
      toast: ({ title, description }) => page.toasts.push(`${title}: ${description}`),
      navigate: (path) => page.paths.push(path),
      storage,
      device: { removeItem: (key) => page.forgotten.push(key) },
      origin: () => 'https://shop.example',
    });
    const { form } = created;
    // As the page's script does when the customer types (client/directives/order.ts).
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
  return { page, calls, storage, create, checkout, noticeText };
}

export function paymentForm(overrides: Partial<PaymentForm> = {}) {
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

export async function readyCheckout() {
  const opened = openCheckout();
  await opened.checkout.start();
  fill(opened.checkout.form);
  return opened;
}

export function fill(form: ReturnType<typeof openCheckout>['checkout']['form']): void {
  form.change('customerName', 'Anna Berg');
  form.change('customerEmail', 'anna@example.com');
  form.change('readingAddresseeName', 'Anna');
}

export function refusal(
  status: number,
  code: string,
  message: string,
  retryAfterSeconds: number | null = null,
): ApiError {
  return new ApiError(status, JSON.stringify({ error: { code, message } }), '', retryAfterSeconds);
}

/** Lets everything happen that waits for nothing but its turn, or for the rules of the form. */
export async function settle(): Promise<void> {
  await vi.dynamicImportSettled();
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
