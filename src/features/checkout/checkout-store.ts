import { atom } from 'nanostores';
import { ApiError } from '../../lib/answers.ts';
import { saveToast } from '../../lib/saved-toast.ts';
import type { CheckoutOpened, CheckoutSubmitted, OrderInput } from '../../shared/checkout/checkout-schema.ts';
import { findOrderNumber } from '../../shared/orders/order-number.ts';
import { createQueue, logFailure, retrySeconds, retryWhileBusy } from './checkout-calls.ts';
import { checkFields, createCheckoutForm } from './checkout-form.ts';
import { createNotices } from './checkout-notices.ts';
import { createCheckoutState } from './checkout-state.ts';
import { checkoutTexts, errorText, unpaidText } from './checkout-texts.ts';
import { forgetDraft } from './draft.ts';
import { type CheckoutFields, formText } from './form-fields.ts';
import {
  type Attempt,
  confirmWithServer,
  outcomeOf,
  PaymentFailed,
  type PaymentForm,
  type Press,
} from './payment-form.ts';
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
import { type CheckoutDependencies, createShownTerms } from './shown-terms.ts';

export type Checkout<Provider> = ReturnType<typeof createCheckout<Provider>>;

const triesOfAPress = 4;

/** Creates the checkout's stores and actions. Failures end as notices and toasts, and paying as a change of page. */
export function createCheckout<Provider>(dependencies: CheckoutDependencies<Provider>) {
  const { calls, toast, storage, page, offer } = dependencies;
  const form = createCheckoutForm();
  const state = createCheckoutState(dependencies);
  const { $state, $missing, $hasSecret, $offer, $price, $discount, start } = state;
  const notices = createNotices(toast, () => attempt !== null);
  const { $notice, watchForSilence, endSilence, tellWaiting, tellNews } = notices;
  const { termsToSend, showNewPrice, showProblems } = createShownTerms(dependencies, state, form, notices);
  const $isProcessing = atom(false);
  /** Two calls at once would make two visitors of a customer without a cookie. */
  const inTurn = createQueue();
  /** Puts a typed code into the price; false when the button has to be pressed again. */
  let applyCode = async (): Promise<boolean> => true;
  let isBegun = false;
  let isSent = false;
  let isOver = false;
  /** The payment that was begun and whose outcome is not known. */
  let attempt: Attempt | null = null;
  let paymentIntentId: string | null = null;

  function fail(title: string, text: string, errorMessage = text): void {
    notices.tellFailure(title, text);
    const { customerName, customerEmail } = form.$fields.get();
    const report = { customerName, customerEmail, errorMessage, ...(paymentIntentId && { paymentIntentId }) };
    void calls.reportFailure(report).catch(() => undefined);
  }

  async function openPayment(): Promise<void> {
    const opening: CheckoutOpened = await calls.open(offer.slug === null ? {} : { offer: offer.slug });
    const { completedOrderNumber: paid, free, clientSecret } = opening;
    $hasSecret.set(free || paid ? null : Boolean(clientSecret));
    // A customer who was thanked already is here for another reading.
    if (paid && !hasThanked(storage, paid)) showPaid(paid, form.$fields.get());
    else if (free) await state.showAmounts({ amounts: [0], currency: $offer.get().currency });
    else if (!clientSecret && !paid) logFailure(opening);
  }

  /** Has our server create the payment. Skipped once the form was sent, whose answer includes it. */
  async function openInBackground(tries = Number.POSITIVE_INFINITY): Promise<void> {
    const open = () => inTurn(async () => (isSent ? undefined : openPayment()));
    await retryWhileBusy(open, tries, tellWaiting).catch((error: unknown) => {
      // A visitor beyond the limits may look: the call is made when the form is begun.
      isBegun = retrySeconds(error) === null;
      // A press of the button reports its own failure, and that the shop is closed.
      if (!isBegun || isSent || $isProcessing.get()) return;
      const isRefused = error instanceof ApiError && error.status === 409;
      if (isRefused && error.code !== 'amount_conflict') return;
      if (isRefused) return notices.tellFailure('Payment Error', error.serverMessage);
      logFailure(error);
      $hasSecret.set(false);
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

  function finish(order: CheckoutSubmitted): void {
    if (isOver) return;
    forgetDraft(page, storage, dependencies.device);
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
  async function checkInput({ fields, payment }: Press): Promise<OrderInput | null> {
    const checking = checkFields(fields, $offer.get());
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
    request: OrderInput,
    { fields, payment, shown }: Press,
  ): Promise<CheckoutSubmitted | null> {
    const send = () =>
      inTurn(async () => {
        // The opening may have found a paid order: the customer answers first.
        if (isOver || $notice.get()?.kind === 'question') return null;
        isSent = true;
        return calls.submit({ ...request, ...termsToSend(shown) });
      });
    const order = await retryWhileBusy(send, triesOfAPress, tellWaiting);
    if (!order) return null;
    ({ paymentIntentId } = order);
    rememberSent(storage, order.orderNumber, fields, page);
    rememberOrderId(storage, order);
    const isFree = order.clientSecret === null && order.amount === 0;
    const isShown = order.amount === shown.amount && order.currency === shown.currency;
    if (isFree || (payment && isShown)) return order;
    const { amount, currency } = order;
    const isPlain = offer.slug === null && !$discount.get();
    await showNewPrice(isPlain ? { amounts: [amount], currency } : await state.fetchTerms(), shown);
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
    if (!(await applyCode())) return;
    const request = await checkInput(press);
    if (!request || !(await settleAttempt(press))) return;
    if (press.isAnother) await retryWhileBusy(() => inTurn(openPayment), triesOfAPress, tellWaiting);
    const placed = await placeOrder(request, press);
    if (placed) await pay(placed, press);
  }

  /** Shows why the order was not placed or paid. @throws what the customer can do nothing about */
  async function explain(error: unknown, press: Press): Promise<void> {
    const { fields, shown } = press;
    if (error instanceof PaymentFailed) return fail('Payment Failed', error.message || checkoutTexts.failed);
    if (!(error instanceof ApiError)) throw error;
    const { code, serverMessage, fields: problems } = error;
    const paid = findOrderNumber(serverMessage);
    if (problems) {
      const other = showProblems(problems);
      if (code === 'rush_conflict') tellNews('Not available right now', serverMessage);
      else if (other) notices.tellFailure('Form Error', other);
      else toast({ title: 'Form Error', description: checkoutTexts.form, variant: 'destructive' });
    } else if (/^(price|day|closed)_/.test(code)) {
      const terms = await state.fetchTerms().catch((failed: unknown) => explain(failed, press));
      if (!terms) return;
      if (code === 'price_conflict') return showNewPrice(terms, shown);
      dependencies.showDay(terms.promisedDay);
      tellNews(code.startsWith('closed') ? 'Orders are closed' : 'New delivery date', serverMessage);
    } else if (paid && /^(another_)?order_conflict$/.test(code)) {
      if (code === 'order_conflict') rememberSent(storage, paid, fields, page);
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
    const shown = { amount: $price.get(), currency: $offer.get().currency };
    const pressed: Press = { fields, payment, isAnother, shown };
    await order(pressed)
      .catch((error: unknown) => explain(error, pressed))
      .catch((error: unknown) => {
        const known = errorText(error);
        fail('Payment Error', known || checkoutTexts.error, known || checkoutTexts.general);
      });
    endSilence();
    if (!isOver) $isProcessing.set(false);
  }

  function begin(tries?: number): void {
    if (isBegun) return;
    isBegun = true;
    void openInBackground(tries);
  }

  form.$fields.listen(() => void (hasUnacknowledgedOrder(storage) && begin()));

  return {
    form,
    $state,
    $missing,
    $offer,
    $price,
    state,
    calls,
    tellNews,
    /** Has a press of the button apply what was typed. */
    beforePress(apply: () => Promise<boolean>): void {
      applyCode = apply;
    },
    $isProcessing,
    $notice,
    start,
    /** Makes the specified call on page load. A tab that sent an order first waits until its draft is back. */
    openOnLoad: () => hasUnacknowledgedOrder(storage) || begin(1),
    begin,
    /** Tries again what the Payment System Error panel says is missing. */
    async retry(): Promise<void> {
      if ($state.get().name === 'error') await start();
      if ($hasSecret.get() === false) await openInBackground();
    },
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
