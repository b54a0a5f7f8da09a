import { atom } from 'nanostores';
import type { CheckoutOpened, CheckoutSubmitted, ReadingRequest } from '../../shared/checkout/checkout.ts';
import { findOrderNumber } from '../../shared/orders/order-number.ts';
import { ApiError, unreachable } from '../api.ts';
import { retriable } from '../retriable.ts';
import { leaveToast } from '../toast-handover.ts';
import {
  createQueue,
  createSilenceWatch,
  delayInBackground,
  triesOfAPress,
  whenAdmitted,
} from './admission.ts';
import type { FailureReport } from './checkout-calls.ts';
import { createCheckoutForm } from './checkout-form.ts';
import type { Checkout, CheckoutDependencies, CheckoutState, PaymentChecks } from './checkout-types.ts';
import { type CheckoutNotice, priceNews, questionAwaited, words, wordsOf } from './checkout-words.ts';
import { type CheckoutFields, formText } from './form-fields.ts';
import { type Attempt, outcomeOf, type PaymentForm, tellServer } from './payment-form.ts';
import { isSentAs, isUnthanked, rememberOrderId, rememberSent } from './sent-order.ts';
import { checkingPath, freeToast, hasThanked, paidToast, rememberThanks, thankYouPath } from './thank-you.ts';

const loadStillUnpaid = retriable(() => import('./still-unpaid.ts'), 'stillUnpaid');

/** The checkout from page load to thank-you (docs/product.md §4). */
export function createCheckout<Provider>(dependencies: CheckoutDependencies<Provider>): Checkout<Provider> {
  const { calls, toast, storage } = dependencies;
  const form = createCheckoutForm({ storage, device: dependencies.device });
  const $state = atom<CheckoutState<Provider>>({ name: 'loading' });
  const $missing = atom<PaymentChecks | null>(null);
  const $price = atom(dependencies.price);
  const $isProcessing = atom(false);
  const $notice = atom<CheckoutNotice | null>(null);
  /** One call after the other: two at once would make two visitors of a customer without a cookie. */
  const inTurn = createQueue();
  let isBegun = false;
  let isSent = false;
  let isOver = false;
  /** The payment that was begun and whose outcome is not known. */
  let attempt: Attempt | null = null;
  const silence = createSilenceWatch($notice, () => attempt !== null);

  async function load(): Promise<void> {
    const settings = calls.settings();
    const [settled, provider] = await Promise.allSettled([
      settings,
      settings.then((known) => (known.price === 0 ? null : dependencies.loadProvider(known))),
    ]);
    const known = settled.status === 'fulfilled' ? settled.value : null;
    const handle = provider.status === 'fulfilled' ? provider.value : null;
    if (known) $price.set(known.price);
    if (known?.price === 0) $state.set({ name: 'free' });
    else if (handle) $state.set({ name: 'ready', provider: handle });
    else {
      const keyPrefix = known?.publishableKey.startsWith('pk_') ?? false;
      $state.set({ name: 'error', checks: { clientSecret: false, provider: false, keyPrefix } });
    }
  }

  function tell(text: string | null): void {
    if (text !== null) $notice.set({ kind: 'waiting', text });
    else if ($notice.get()?.kind === 'waiting') $notice.set(null);
  }

  async function askForPayment(): Promise<void> {
    follow(await calls.open());
  }

  /** Has our server make the payment; asked to wait, it waits and tries again by itself. */
  async function openQuietly(): Promise<void> {
    // The answer to a sent form holds all that this one would.
    const ask = () => inTurn(async () => (isSent ? undefined : askForPayment()));
    const patience = { tries: Number.POSITIVE_INFINITY, tell, delayOf: delayInBackground() };
    await whenAdmitted(ask, patience).catch((error: unknown) => {
      // What is sold no longer is told of when the button is pressed.
      if (!isSent && !(error instanceof ApiError && error.status === 409)) refuseOpening();
    });
  }

  function refuseOpening(): void {
    $missing.set({ clientSecret: false, provider: true, keyPrefix: true });
  }

  /** Takes over what our server knows of this visitor. */
  function follow({ completedOrderNumber: paid, free, clientSecret }: CheckoutOpened): void {
    $missing.set(null);
    // Who was thanked already is here for another reading.
    if (paid && !hasThanked(storage, paid)) showPaid(paid, form.$fields.get());
    else if (free) becomeFree();
    else if (clientSecret === null && !paid) refuseOpening();
  }

  function becomeFree(): void {
    $state.set({ name: 'free' });
    $price.set(0);
  }

  /** An order is paid: the one this tab has sent is thanked for; beside any other the form may be a second. */
  function showPaid(orderNumber: string, fields: CheckoutFields): void {
    if (isSentAs(storage, orderNumber, formText(fields))) leaveFor(orderNumber);
    else $notice.set({ kind: 'question', orderNumber, isAnswer: $isProcessing.get() });
  }

  function leaveFor(orderNumber: string): void {
    isOver = true;
    dependencies.navigate(thankYouPath(orderNumber));
  }

  /** Shows what holds now instead of what was on the page; nothing is paid before the button is pressed again. */
  async function showPrice(price: number): Promise<void> {
    const state = $state.get();
    const isNewPrice = price !== $price.get();
    if (price === 0) becomeFree();
    else if (state.name === 'free') await load();
    if ($state.get().name === 'error') return;
    $price.set(price);
    const text = priceNews(price, isNewPrice, state.name === 'free' && price > 0);
    tellNews(isNewPrice ? 'The price has changed' : 'Please press Pay again', text);
  }

  function tellNews(title: string, text: string): void {
    $notice.set({ kind: 'news', text });
    toast({ title, description: text });
  }

  function fail(title: string, message: string, report: FailureReport): void {
    $notice.set({ kind: 'failure', text: message });
    toast({ title, description: message, variant: 'destructive' });
    void calls.reportFailure(report).catch(() => undefined);
  }

  function finish(order: CheckoutSubmitted): void {
    if (isOver) return;
    isOver = true;
    form.forget();
    const isFree = order.amount === 0;
    leaveToast(storage, isFree ? freeToast : paidToast);
    dependencies.navigate(thankYouPath(order.orderNumber, isFree));
  }

  /** Places the order. @returns it, when it may be paid at the price on the button; if not, the page says why */
  async function place(
    request: ReadingRequest,
    fields: CheckoutFields,
    payment: PaymentForm | null,
  ): Promise<CheckoutSubmitted | null> {
    const send = () =>
      inTurn(async () => {
        // The page has found out meanwhile that there is nothing to send before the customer has spoken.
        if (isOver || $notice.get()?.kind === 'question') return null;
        isSent = true;
        return calls.submit({ ...request, promisedDay: dependencies.shownDay() });
      });
    const order = await whenAdmitted(send, { tries: triesOfAPress, tell });
    if (!order) return null;
    rememberSent(storage, order.orderNumber, fields);
    rememberOrderId(storage, order);
    const isFree = order.clientSecret === null && order.amount === 0;
    if (isFree || (payment && order.amount === $price.get())) return order;
    await showPrice(order.amount);
    return null;
  }

  /** @returns whether the order is placed and the page is on its way to the thank-you */
  async function order(payment: PaymentForm | null, isAnother: boolean): Promise<boolean> {
    const fields = form.$fields.get();
    const { customerName, customerEmail } = fields;
    const report: FailureReport = { customerName, customerEmail, errorMessage: '' };
    const failed = (reason: string | undefined) => {
      const message = reason || words.failed;
      fail('Payment Failed', message, { ...report, errorMessage: message });
      return false;
    };
    try {
      const checking = dependencies.checkFields(fields);
      const [checked, card] = await Promise.all([
        checking,
        payment?.check(
          checking.then(
            (known) => 'request' in known,
            () => false,
          ),
        ),
      ]);
      form.showErrors('errors' in checked ? checked.errors : {});
      if ('errors' in checked || card?.isShown) {
        toast({ title: 'Form Error', description: words.form, variant: 'destructive' });
        return false;
      }
      if (card?.isWallet) {
        tell(words.walletClosed);
        return false;
      }
      if (card) return failed(card.message);

      if (attempt) {
        // Nothing new is sold before it is known what became of what was sold.
        const earlier = attempt;
        const outcome = await outcomeOf(earlier, payment, calls);
        if (outcome === 'processing') return await endUndecided(earlier.order);
        if (outcome === 'unknown') return failed(words.unknown);
        attempt = null;
        if (outcome === 'paid') return await endPaid(earlier.order, earlier.sentAs === formText(fields));
      }
      if (isAnother) await whenAdmitted(() => inTurn(askForPayment), { tries: triesOfAPress, tell });

      const placed = await place(checked.request, fields, payment);
      if (!placed) return isOver;
      if (placed.paymentIntentId) report.paymentIntentId = placed.paymentIntentId;
      if (!payment || placed.clientSecret === null) {
        // Nothing to pay: the server counts the order as paid at once.
        finish(placed);
        return true;
      }
      attempt = { order: placed, clientSecret: placed.clientSecret, sentAs: formText(fields) };
      silence.watch();
      const returnUrl = `${dependencies.origin()}${thankYouPath(placed.orderNumber)}`;
      const refused = await payment.confirm(placed.clientSecret, returnUrl);
      if (isOver) return true;
      if (refused === 'processing') return await endUndecided(placed);
      if (!refused?.isUncertain) attempt = null;
      if (refused) return failed(refused.message);
      return await endPaid(placed, true);
    } catch (error) {
      return await recover(error, fields, report);
    }
  }

  /** @param isAsSent whether the form still stands as it was paid; what was changed since is not in the order */
  async function endPaid(paid: CheckoutSubmitted, isAsSent: boolean): Promise<boolean> {
    await tellServer(paid, calls);
    if (isAsSent) finish(paid);
    else $notice.set({ kind: 'question', orderNumber: paid.orderNumber, isAnswer: true });
    return isAsSent;
  }

  /** The bank has not decided: the thank-you page follows the payment, and the form is kept for another try. */
  async function endUndecided(order: CheckoutSubmitted): Promise<true> {
    await tellServer(order, calls);
    isOver = true;
    dependencies.navigate(checkingPath(order.orderNumber));
    return true;
  }

  /** Something was thrown on the way: the server refused, did not answer, or the provider gave up. */
  async function recover(error: unknown, fields: CheckoutFields, report: FailureReport): Promise<boolean> {
    try {
      if (!(error instanceof ApiError)) throw error;
      const paid = findOrderNumber(error.serverMessage);
      if (error.code === 'price_conflict') await showPrice((await calls.settings()).price);
      else if (/^(day|closed)_/.test(error.code)) {
        const { promisedDay } = await calls.settings();
        await dependencies.sayDay(promisedDay).catch(() => {
          throw unreachable();
        });
        tellNews(
          error.code.startsWith('closed') ? 'Orders are closed' : 'New delivery date',
          error.serverMessage,
        );
      } else if (error.code === 'another_order_conflict' && paid) showPaid(paid, fields);
      else if (error.code === 'order_conflict' && paid) {
        rememberSent(storage, paid, fields);
        showPaid(paid, fields);
      } else throw error;
    } catch (problem) {
      const known = wordsOf(problem);
      fail('Payment Error', known || words.error, { ...report, errorMessage: known || words.general });
    }
    return isOver;
  }

  async function press(payment: PaymentForm | null, isAnother: boolean): Promise<void> {
    // Set before anything is awaited: the second click of a double click must find it.
    if ($isProcessing.get()) return;
    $isProcessing.set(true);
    $notice.set(null);
    silence.watch();
    const isDone = await order(payment, isAnother);
    silence.stop();
    // After success the button stays as it is until the next page is there.
    if (!isDone) $isProcessing.set(false);
  }

  function begin(): void {
    if (isBegun) return;
    isBegun = true;
    void openQuietly();
  }

  // Who has pressed Pay before the page was loaded again is told what became of it.
  form.$fields.listen(() => {
    if (isUnthanked(storage)) begin();
  });

  return {
    form,
    $state,
    $missing,
    $price,
    $isProcessing,
    $notice,
    async start() {
      $state.set({ name: 'loading' });
      await load();
    },
    begin,
    openAgain: openQuietly,
    submit: (payment) => press(payment, false),
    askLater() {
      const notice = $notice.get();
      if (notice?.kind === 'question') tell(questionAwaited(notice.orderNumber));
    },
    async orderAnother(payment) {
      const notice = $notice.get();
      if (notice?.kind !== 'question') return;
      rememberThanks(storage, notice.orderNumber);
      await press(payment, true);
    },
    showOrder() {
      const notice = $notice.get();
      if (notice?.kind === 'question') leaveFor(notice.orderNumber);
    },
    async lookAgain(payment) {
      const asked = attempt;
      if (!asked) return;
      const outcome = await outcomeOf(asked, payment, calls);
      if (attempt !== asked || isOver) return;
      if (outcome === 'paid') return finish(asked.order);
      if (outcome === 'processing') return void (await endUndecided(asked.order));
      const textOf = await loadStillUnpaid().catch(() => () => words.unknown);
      $notice.set({ kind: 'slow', text: textOf(outcome === 'unpaid'), canLook: true });
    },
  };
}
