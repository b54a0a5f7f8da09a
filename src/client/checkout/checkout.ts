import { atom, type ReadableAtom } from 'nanostores';
import type { CheckoutOpened, CheckoutSubmitted } from '../../shared/checkout.ts';
import { formatPrice, parseDollarsToCents } from '../../shared/money.ts';
import type { PublicSettings } from '../../shared/settings.ts';
import { ApiError } from '../api.ts';
import { leaveToast, type TextStorage } from '../toast-handover.ts';
import type { showToast } from '../toasts.ts';
import type { CheckoutCalls, FailureReport } from './checkout-calls.ts';
import {
  type CheckedForm,
  type CheckoutFields,
  type CheckoutForm,
  createCheckoutForm,
} from './checkout-form.ts';
import { hasThanked, paidToast } from './thank-you.ts';
import { thankYouPath } from './thank-you-path.ts';

/** The payment form on the page, as far as the checkout needs it. */
export interface PaymentForm {
  /** @returns what is wrong with what was typed into it, or null */
  check(): Promise<{ message: string | undefined } | null>;
  /** Makes it know the amount that the server has set meanwhile. */
  refreshAmount(): Promise<unknown>;
  /** Pays. @returns why it did not work, or null */
  confirm(returnUrl: string): Promise<{ message: string | undefined } | null>;
}

export interface CheckoutDependencies<Provider> {
  calls: CheckoutCalls;
  /** Loads the payment provider's library; null when it is not available. */
  loadProvider(settings: PublicSettings): Promise<Provider | null>;
  checkFields(fields: CheckoutFields): Promise<CheckedForm>;
  toast: typeof showToast;
  navigate(path: string): void;
  storage: TextStorage;
  /** The page's origin, for the address the provider returns to. */
  origin(): string;
}

/** What the payment needs and whether it is there (spec/product.md §2, "Payment System Error"). */
export interface PaymentChecks {
  clientSecret: boolean;
  provider: boolean;
  keyPrefix: boolean;
}

export type CheckoutState<Provider> =
  | { name: 'loading' }
  | { name: 'error'; checks: PaymentChecks }
  | { name: 'free' }
  | { name: 'ready'; provider: Provider; clientSecret: string };

/** A toast goes after five seconds; this stays until the next attempt. */
export interface CheckoutNotice {
  text: string;
  /** Whether something failed; otherwise the button has to be pressed once more. */
  isFailure: boolean;
}

export interface Checkout<Provider> {
  readonly form: CheckoutForm;
  readonly $state: ReadableAtom<CheckoutState<Provider>>;
  /** Dollars: what the button says, and all that may be charged. */
  readonly $price: ReadableAtom<number>;
  readonly $isProcessing: ReadableAtom<boolean>;
  /** What stands above the button after an attempt that did not end at the thank-you. */
  readonly $notice: ReadableAtom<CheckoutNotice | null>;
  start(): Promise<void>;
  /** @param payment the form on the page; null when the reading is free */
  submit(payment: PaymentForm | null): Promise<void>;
}

/** Shown until settings have loaded (spec/product.md §9). */
const priceUntilLoaded = 60;

/** How long a paid customer waits for our server's word before the page moves on, in milliseconds. */
const confirmationPatience = 5_000;

const texts = {
  form: 'Please fill out all required fields correctly.',
  failed: 'Payment could not be processed. Please try again.',
  error: 'Please check your information and try again.',
  general: 'General checkout error occurred',
};

/** @returns a price in dollars as the button says it: `$60`, `$49.50` */
export function priceText(dollars: number): string {
  const cents = parseDollarsToCents(String(dollars));
  return cents === null ? `$${dollars}` : formatPrice(cents);
}

/** The checkout from page load to thank-you (spec/product.md §4). */
export function createCheckout<Provider>(dependencies: CheckoutDependencies<Provider>): Checkout<Provider> {
  const { calls, toast, storage } = dependencies;
  const form = createCheckoutForm({ storage });
  const $state = atom<CheckoutState<Provider>>({ name: 'loading' });
  const $price = atom(priceUntilLoaded);
  const $isProcessing = atom(false);
  const $notice = atom<CheckoutNotice | null>(null);

  /** Loads what a payment needs; `opened` is at hand when the server has just answered. */
  async function prepare(opened: Promise<CheckoutOpened>): Promise<void> {
    const settings = calls.settings();
    const [settled, checkout, provider] = await Promise.allSettled([
      settings,
      opened,
      settings.then((answer) => dependencies.loadProvider(answer)),
    ]);
    const answer = checkout.status === 'fulfilled' ? checkout.value : null;
    // Paid, and our server has just heard of it. Who was thanked already is here for another reading.
    if (answer?.completedOrderNumber && !hasThanked(storage, answer.completedOrderNumber)) {
      dependencies.navigate(thankYouPath(answer.completedOrderNumber));
      return;
    }
    const known = settled.status === 'fulfilled' ? settled.value : null;
    if (known) $price.set(known.price);
    if (answer?.free) {
      $price.set(0);
      $state.set({ name: 'free' });
      return;
    }
    const clientSecret = answer?.clientSecret ?? null;
    const handle = provider.status === 'fulfilled' ? provider.value : null;
    if (clientSecret && handle) {
      $state.set({ name: 'ready', provider: handle, clientSecret });
      return;
    }
    $state.set({
      name: 'error',
      checks: {
        clientSecret: clientSecret !== null,
        provider: handle !== null,
        keyPrefix: known?.publishableKey.startsWith('pk_') ?? false,
      },
    });
  }

  /** Shows what holds now instead of what was on the page; nothing is paid before the button is pressed again. */
  async function showInstead(
    opened: CheckoutOpened,
    price: number,
    payment: PaymentForm | null,
  ): Promise<void> {
    const state = $state.get();
    const isNewPrice = price !== $price.get();
    const isNewForm = state.name !== 'ready' || state.clientSecret !== opened.clientSecret;
    if (!isNewForm) await payment?.refreshAmount();
    else if (state.name === 'ready' && opened.clientSecret && !opened.completedOrderNumber) {
      $state.set({ ...state, clientSecret: opened.clientSecret });
    } else await prepare(Promise.resolve(opened));
    if (opened.completedOrderNumber || $state.get().name === 'error') return;
    $price.set(price);
    const notice = [
      isNewPrice ? `The price is now ${priceText(price)}.` : 'Your payment had to be started afresh.',
      'Nothing was charged for it.',
      isNewForm && opened.clientSecret
        ? 'Please enter your card and press the button again.'
        : 'If that is fine with you, press the button again.',
    ].join(' ');
    $notice.set({ text: notice, isFailure: false });
    toast({ title: isNewPrice ? 'The price has changed' : 'Please press Pay again', description: notice });
  }

  /** The server refused the order: its price is not the one on the button, or it is paid already. */
  async function showNewPrice(payment: PaymentForm | null): Promise<void> {
    const opened = await calls.open();
    const { price } = await calls.settings();
    await showInstead(opened, price, payment);
  }

  /** @returns whether the payment and its amount are those on the page, so that it may be confirmed */
  function isAsShown({ clientSecret, amount }: CheckoutSubmitted): boolean {
    const state = $state.get();
    return state.name === 'ready' && state.clientSecret === clientSecret && amount === $price.get();
  }

  function fail(title: string, message: string, report: FailureReport): void {
    $notice.set({ text: message, isFailure: true });
    toast({ title, description: message, variant: 'destructive' });
    void calls.reportFailure(report).catch(() => undefined);
  }

  /** Something was thrown on the way: the server refused, did not answer, or the provider gave up. */
  function failUnexpectedly(error: unknown, report: FailureReport): void {
    const known =
      error instanceof ApiError ? error.serverMessage : error instanceof Error ? error.message : '';
    fail('Payment Error', known || texts.error, { ...report, errorMessage: known || texts.general });
  }

  function finish(order: CheckoutSubmitted): void {
    form.forget();
    leaveToast(storage, {
      ...paidToast,
      ...(order.amount === 0 && { title: 'Order Confirmed' }),
    });
    dependencies.navigate(thankYouPath(order.orderNumber, order.amount === 0));
  }

  /** @returns whether the order is placed and the page is on its way to the thank-you */
  async function placeOrder(payment: PaymentForm | null): Promise<boolean> {
    const fields = form.$fields.get();
    const report: FailureReport = {
      customerName: fields.customerName,
      customerEmail: fields.customerEmail,
      errorMessage: '',
    };
    const failed = (message: string | undefined) => {
      const shown = message || texts.failed;
      fail('Payment Failed', shown, { ...report, errorMessage: shown });
      return false;
    };
    try {
      const checked = await dependencies.checkFields(fields);
      if ('errors' in checked) {
        form.showErrors(checked.errors);
        toast({ title: 'Form Error', description: texts.form, variant: 'destructive' });
        return false;
      }
      form.showErrors({});
      const incomplete = await payment?.check();
      if (incomplete) return failed(incomplete.message);

      const order = await calls.submit(checked.request);
      if (order.paymentIntentId) report.paymentIntentId = order.paymentIntentId;
      // Nothing to pay: the server counts the order as paid at once.
      const isFree = order.clientSecret === null && order.amount === 0;
      if (isFree) {
        finish(order);
        return true;
      }
      if (!payment || !isAsShown(order)) {
        await showInstead({ clientSecret: order.clientSecret }, order.amount, payment);
        return false;
      }

      const refused = await payment.confirm(`${dependencies.origin()}${thankYouPath(order.orderNumber)}`);
      if (refused) return failed(refused.message);
      await patiently(calls.confirmPayment({ orderId: order.orderId, orderNumber: order.orderNumber }));
      finish(order);
      return true;
    } catch (error) {
      // The price has changed, or this order is paid already: see what the server has instead.
      const isOvertaken = error instanceof ApiError && /^(price|order)_conflict$/.test(error.code);
      if (isOvertaken) await showNewPrice(payment).catch((problem) => failUnexpectedly(problem, report));
      else failUnexpectedly(error, report);
      return false;
    }
  }

  return {
    form,
    $state,
    $price,
    $isProcessing,
    $notice,
    async start() {
      $state.set({ name: 'loading' });
      form.restore();
      await prepare(calls.open());
    },
    async submit(payment) {
      // Set before anything is awaited: the second click of a double click must find it.
      if ($isProcessing.get()) return;
      $isProcessing.set(true);
      $notice.set(null);
      // After success the button stays as it is until the next page is there.
      if (!(await placeOrder(payment))) $isProcessing.set(false);
    },
  };
}

/** Waits for a call that may fail or take long without consequence: the webhook tells the server, too. */
async function patiently(answer: Promise<unknown>): Promise<void> {
  const enough = new Promise((resolve) => setTimeout(resolve, confirmationPatience));
  await Promise.race([answer.catch(() => undefined), enough]);
}
