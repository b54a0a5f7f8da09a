import { atom } from 'nanostores';
import { ApiError } from '../../lib/api.ts';
import type { TextStorage } from '../../lib/page-storage.ts';
import { saveToast } from '../../lib/saved-toast.ts';
import type { showToast } from '../../lib/toasts.ts';
import type { CheckoutOpened, CheckoutSubmitted, OrderCall } from '../../shared/checkout/checkout.ts';
import { findOrderNumber } from '../../shared/orders/order-number.ts';
import { type CheckoutCalls, retryWhileBusy } from './checkout-calls.ts';
import { checkFields, createCheckoutForm } from './checkout-form.ts';
import { createNotices } from './checkout-notices.ts';
import { createCheckoutState, type StateDependencies } from './checkout-state.ts';
import { checkoutTexts, errorText, priceChangeText, unpaidText } from './checkout-texts.ts';
import { forgetDraft } from './draft.ts';
import { type CheckoutFields, formText } from './form-fields.ts';
import { type Attempt, confirmWithServer, outcomeOf, type PaymentForm } from './payment-form.ts';
import {
  checkingPath,
  freeToast,
  hasThanked,
  hasUnacknowledgedOrder,
  isSentAs,
  paidToast,
  rememberOrderId,
  rememberSent,
  rememberThanks,
  thankYouPath,
} from './sent-order.ts';

interface CheckoutDependencies<Provider> extends StateDependencies<Provider> {
  calls: CheckoutCalls;
  shownDay(): string | undefined;
  showDay(day: string): void;
  toast: typeof showToast;
  navigate(path: string): void;
  storage: TextStorage;
  device: Pick<Storage, 'removeItem'>;
  origin(): string;
}

export type Checkout<Provider> = ReturnType<typeof createCheckout<Provider>>;

class PaymentFailed extends Error {}

/** A press of the button: the form as it was, and the payment form; null when the reading is free. */
interface Press {
  fields: CheckoutFields;
  payment: PaymentForm | null;
  isAnother: boolean;
}

const triesOfAPress = 4;

/** Creates the checkout's stores and actions. Failures end as notices and toasts, and paying as a change of page. */
export function createCheckout<Provider>(dependencies: CheckoutDependencies<Provider>) {
  const { calls, toast, storage } = dependencies;
  const form = createCheckoutForm();
  const { $state, $missing, $price, start, becomeFree, showMissingPayment } =
    createCheckoutState(dependencies);
  const notices = createNotices(toast, () => attempt !== null);
  const { $notice, watchForSilence, endSilence, tellWaiting, tellNews } = notices;
  const $isProcessing = atom(false);
  let lastCall: Promise<unknown> = Promise.resolve();
  let isBegun = false;
  let isSent = false;
  let isOver = false;
  /** The payment that was begun and whose outcome is not known. */
  let attempt: Attempt | null = null;
  let paymentIntentId: string | null = null;

  /** Runs one call after the other: two at once would make two visitors of a customer without a cookie. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const next = lastCall.then(run);
    lastCall = next.catch(() => undefined);
    return next;
  }

  function fail(title: string, text: string, errorMessage = text): void {
    notices.tellFailure(title, text);
    const { customerName, customerEmail } = form.$fields.get();
    const payment = paymentIntentId ? { paymentIntentId } : {};
    void calls
      .reportFailure({ customerName, customerEmail, errorMessage, ...payment })
      .catch(() => undefined);
  }

  async function openPayment(): Promise<void> {
    const { completedOrderNumber: paid, free, clientSecret }: CheckoutOpened = await calls.open();
    $missing.set(null);
    // A customer who was thanked already is here for another reading.
    if (paid && !hasThanked(storage, paid)) showPaid(paid, form.$fields.get());
    else if (free) becomeFree();
    else if (clientSecret === null && !paid) showMissingPayment();
  }

  /** Has our server create the payment. Skipped once the form was sent, whose answer includes it. */
  async function openInBackground(): Promise<void> {
    const open = () => inTurn(async () => (isSent ? undefined : openPayment()));
    await retryWhileBusy(open, Number.POSITIVE_INFINITY, tellWaiting).catch((error: unknown) => {
      // A press of the button reports its own failure, and that the shop is closed.
      const isClosed = error instanceof ApiError && error.status === 409;
      if (!isSent && !$isProcessing.get() && !isClosed) showMissingPayment();
    });
  }

  /** Leads to the thank-you of an order that this tab has sent; asks whether the form is another reading otherwise. */
  function showPaid(orderNumber: string, fields: CheckoutFields): void {
    if (isSentAs(storage, orderNumber, formText(fields))) leaveFor(thankYouPath(orderNumber));
    else $notice.set({ kind: 'question', orderNumber, isAnswer: $isProcessing.get() });
  }

  function leaveFor(path: string): void {
    isOver = true;
    dependencies.navigate(path);
  }

  async function showPrice(price: number): Promise<void> {
    const state = $state.get();
    const isNewPrice = price !== $price.get();
    if (price === 0) becomeFree();
    else if (state.name === 'free') await start();
    if ($state.get().name === 'error') return;
    $price.set(price);
    const text = priceChangeText(price, isNewPrice, state.name === 'free' && price > 0);
    tellNews(isNewPrice ? 'The price has changed' : 'Please press Pay again', text);
  }

  function finish(order: CheckoutSubmitted): void {
    if (isOver) return;
    forgetDraft(storage, dependencies.device);
    const isFree = order.amount === 0;
    saveToast(storage, isFree ? freeToast : paidToast);
    leaveFor(thankYouPath(order.orderNumber, isFree));
  }

  /** @param isAsSent whether the form is still what was paid; later changes are not in the order */
  async function finishPaid(order: CheckoutSubmitted, isAsSent: boolean): Promise<void> {
    await confirmWithServer(order, calls);
    if (isAsSent) finish(order);
    else $notice.set({ kind: 'question', orderNumber: order.orderNumber, isAnswer: true });
  }

  /** The thank-you page follows a payment that the bank is checking; the draft is kept for another try. */
  async function leaveUndecided(order: CheckoutSubmitted): Promise<void> {
    await confirmWithServer(order, calls);
    leaveFor(checkingPath(order.orderNumber));
  }

  /** @returns null when form or card are wrong, which the page then shows */
  async function checkInput({ fields, payment }: Press): Promise<OrderCall | null> {
    const checking = checkFields(fields);
    const isFormRight = checking.then(
      (checked) => 'request' in checked,
      () => false,
    );
    const [checked, card] = await Promise.all([checking, payment?.check(isFormRight)]);
    form.showErrors('errors' in checked ? checked.errors : {});
    if ('errors' in checked || card?.isShown) {
      toast({ title: 'Form Error', description: checkoutTexts.form, variant: 'destructive' });
      return null;
    }
    if (card?.isWallet) tellWaiting(checkoutTexts.walletClosed);
    else if (card) throw new PaymentFailed(card.message);
    return card ? null : checked.request;
  }

  /** Finds out how an earlier attempt ended. @returns whether another may begin: nothing is sold twice */
  async function settleAttempt({ fields, payment }: Press): Promise<boolean> {
    if (!attempt) return true;
    const { order, sentAs } = attempt;
    const outcome = await outcomeOf(attempt, payment, calls);
    if (outcome === 'unknown') throw new PaymentFailed(checkoutTexts.unknown);
    if (outcome === 'processing') await leaveUndecided(order);
    else attempt = null;
    if (outcome === 'paid') await finishPaid(order, sentAs === formText(fields));
    return outcome === 'unpaid';
  }

  async function placeOrder(
    request: OrderCall,
    { fields, payment }: Press,
  ): Promise<CheckoutSubmitted | null> {
    const send = () =>
      inTurn(async () => {
        // The opening may have found a paid order: the customer answers first.
        if (isOver || $notice.get()?.kind === 'question') return null;
        isSent = true;
        return calls.submit({ ...request, promisedDay: dependencies.shownDay() });
      });
    const order = await retryWhileBusy(send, triesOfAPress, tellWaiting);
    if (!order) return null;
    ({ paymentIntentId } = order);
    rememberSent(storage, order.orderNumber, fields);
    rememberOrderId(storage, order);
    const isFree = order.clientSecret === null && order.amount === 0;
    if (isFree || (payment && order.amount === $price.get())) return order;
    await showPrice(order.amount);
    return null;
  }

  async function pay(order: CheckoutSubmitted, { fields, payment }: Press): Promise<void> {
    // The server counts a free order as paid at once.
    if (!payment || order.clientSecret === null) return finish(order);
    attempt = { order, clientSecret: order.clientSecret, sentAs: formText(fields) };
    watchForSilence();
    const returnUrl = `${dependencies.origin()}${thankYouPath(order.orderNumber)}`;
    const refused = await payment.confirm(order.clientSecret, returnUrl);
    if (isOver) return;
    if (refused === 'processing') return leaveUndecided(order);
    if (!refused?.isUncertain) attempt = null;
    if (refused) throw new PaymentFailed(refused.message);
    await finishPaid(order, true);
  }

  async function order(press: Press): Promise<void> {
    const request = await checkInput(press);
    if (!request || !(await settleAttempt(press))) return;
    if (press.isAnother) await retryWhileBusy(() => inTurn(openPayment), triesOfAPress, tellWaiting);
    const placed = await placeOrder(request, press);
    if (placed) await pay(placed, press);
  }

  /** Shows why the order was not placed or paid. @throws what the customer can do nothing about */
  async function explain(error: unknown, fields: CheckoutFields): Promise<void> {
    if (error instanceof PaymentFailed) return fail('Payment Failed', error.message || checkoutTexts.failed);
    if (!(error instanceof ApiError)) throw error;
    const { code, serverMessage } = error;
    const paid = findOrderNumber(serverMessage);
    if (code === 'price_conflict') await showPrice((await calls.settings()).price);
    else if (/^(day|closed)_/.test(code)) {
      dependencies.showDay((await calls.settings()).promisedDay);
      tellNews(code.startsWith('closed') ? 'Orders are closed' : 'New delivery date', serverMessage);
    } else if (paid && /^(another_)?order_conflict$/.test(code)) {
      if (code === 'order_conflict') rememberSent(storage, paid, fields);
      showPaid(paid, fields);
    } else throw error;
  }

  async function press(payment: PaymentForm | null, isAnother: boolean): Promise<void> {
    // Set before anything is awaited: the second click of a double click must find it.
    if ($isProcessing.get()) return;
    $isProcessing.set(true);
    $notice.set(null);
    paymentIntentId = null;
    watchForSilence();
    const fields = form.$fields.get();
    await order({ fields, payment, isAnother })
      .catch((error: unknown) => explain(error, fields))
      .catch((error: unknown) => {
        const known = errorText(error);
        fail('Payment Error', known || checkoutTexts.error, known || checkoutTexts.general);
      });
    endSilence();
    if (!isOver) $isProcessing.set(false);
  }

  /** Called when the customer begins to fill in the form, not when a draft does: our server makes the payment. */
  function begin(): void {
    if (isBegun) return;
    isBegun = true;
    void openInBackground();
  }

  form.$fields.listen(() => {
    if (hasUnacknowledgedOrder(storage)) begin();
  });

  return {
    form,
    $state,
    $missing,
    $price,
    $isProcessing,
    $notice,
    start,
    begin,
    openAgain: openInBackground,
    submit: (payment: PaymentForm | null) => press(payment, false),
    async orderAnother(payment: PaymentForm | null): Promise<void> {
      const notice = $notice.get();
      if (notice?.kind !== 'question') return;
      rememberThanks(storage, notice.orderNumber);
      await press(payment, true);
    },
    showOrder(): void {
      const notice = $notice.get();
      if (notice?.kind === 'question') leaveFor(thankYouPath(notice.orderNumber));
    },
    async lookAgain(payment: PaymentForm | null): Promise<void> {
      const asked = attempt;
      if (!asked) return;
      const outcome = await outcomeOf(asked, payment, calls);
      if (attempt !== asked || isOver) return;
      if (outcome === 'paid') return finish(asked.order);
      if (outcome === 'processing') return leaveUndecided(asked.order);
      $notice.set({ kind: 'slow', text: unpaidText(outcome === 'unpaid'), canLook: true });
    },
  };
}
