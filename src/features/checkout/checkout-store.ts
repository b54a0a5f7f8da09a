import { atom, computed } from 'nanostores';
import { ApiError } from '../../lib/answers.ts';
import { saveToast } from '../../lib/saved-toast.ts';
import { thankYouPath } from '../../shared/checkout/payment.ts';
import { findOrderNumber } from '../../shared/orders/order-number.ts';
import {
  type Attempt,
  confirmWithServer,
  createQueue,
  errorText,
  logFailure,
  outcomeOf,
  type PaymentForm,
  retrySeconds,
  retryWhileBusy,
} from './checkout-calls.ts';
import {
  forgetDraft,
  hasThanked,
  hasUnacknowledgedOrder,
  isSentAs,
  rememberOrderId,
  rememberSent,
  rememberThanks,
} from './checkout-memory.ts';
import {
  ask,
  type CheckoutEvent,
  checkoutTexts,
  declinedNotice,
  findMissing,
  finish,
  isBusy,
  leaveUndecided,
  newCheckout,
  nextCheckout,
  type Press,
  type ShownPrice,
  type Step,
  say,
  showThankYou,
  stillUnpaid,
  stop,
  stopForFields,
} from './checkout-state.ts';
import { type CheckoutFields, formText } from './form-fields.ts';
import { createOrderForm, type OrderFormDependencies, type ShownTerms } from './order-form-store.ts';

export type CheckoutStore<Provider> = ReturnType<typeof createCheckout<Provider>>;

const textOf = (error: unknown) => errorText(error) || checkoutTexts.error;
const triesPerPress = 4;
const slowAfterMs = 20_000;

/** Creates the checkout's store and actions; `nextCheckout` decides the steps. Failures become notices and toasts. */
export function createCheckout<Provider>(dependencies: OrderFormDependencies<Provider>) {
  const { calls, toast, storage, page, offer } = dependencies;
  const form = createOrderForm(dependencies);
  const $state = atom(newCheckout);
  /** Runs calls one by one: two at once would make two visitors of a customer without a cookie. */
  const inTurn = createQueue();
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;

  /** Applies an event, and leaves the page if the new state says so. @returns whether the state changed */
  function send(event: CheckoutEvent): boolean {
    const before = $state.get();
    const state = nextCheckout(before, event);
    $state.set(state);
    if (state.toast && state.toast !== before.toast) toast(state.toast);
    const { exit } = state;
    if (!exit || before.exit) return state !== before;
    if (exit.toast) {
      forgetDraft(page, storage, dependencies.device);
      saveToast(storage, exit.toast);
    }
    dependencies.navigate(exit.path);
    return true;
  }

  /** Applies an event of the press and runs the following steps until one waits for the customer. */
  async function move(event: CheckoutEvent): Promise<void> {
    if (!send(event)) return;
    const { step, press, attempt } = $state.get();
    if (!press) return;
    const next = await work(step, press, attempt).catch((error: unknown) => explain(error, press));
    if (next) await move(next);
  }

  async function work(step: Step, press: Press, attempt: Attempt | null): Promise<CheckoutEvent | null> {
    if (step === 'submitting') return press.request ? placeOrder(press) : checkInput(press, attempt);
    if (!attempt) return null;
    return step === 'confirming' ? confirm(attempt, press) : settle(attempt, press);
  }

  /** Makes a call after the earlier ones. Repeats it while the server is busy, which the notice shows. */
  function callInTurn<T>(makeCall: () => Promise<T>, tries = triesPerPress): Promise<T> {
    const tell = (text: string | null) =>
      send({ name: 'tell', notice: text === null ? null : { kind: 'waiting', text } });
    return retryWhileBusy(() => inTurn(makeCall), tries, tell);
  }

  function watchForSilence(): void {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => send({ name: 'silence' }), slowAfterMs);
  }

  /** Checks code, form, and card, which show their own errors. */
  async function checkInput(press: Press, attempt: Attempt | null): Promise<CheckoutEvent> {
    watchForSilence();
    const { fields, payment, shown } = press;
    if (!(await form.$applyCode.get()())) return { name: 'stop' };
    if (form.$price.get() !== shown.amount) return stop('news', ...form.priceNews(shown));
    const [checked, card] = await form.check(fields, (isFormRight) => payment?.check(isFormRight));
    if ('errors' in checked || card?.isShown) return stopForFields();
    if (card?.isWallet)
      return { name: 'stop', notice: { kind: 'waiting', text: checkoutTexts.walletClosed } };
    if (card) return failPayment(card.message);
    return { name: attempt ? 'settle' : 'check', press: { ...press, request: checked.request } };
  }

  /** Finds out how a payment ended before another may begin, so that nothing is sold twice. */
  async function settle(attempt: Attempt, { fields, payment }: Press): Promise<CheckoutEvent> {
    const { order, sentAs } = attempt;
    const outcome = attempt.outcome ?? (await outcomeOf(attempt, payment, calls));
    if (outcome === 'unknown') return failPayment(checkoutTexts.unknown);
    if (outcome === 'unpaid') return { name: 'retry', attempt: null };
    await confirmWithServer(order, calls);
    if (outcome === 'processing') return leaveUndecided(order);
    // Changes made to the form since then are not part of the order.
    if (sentAs === formText(fields)) return finish(order);
    return { ...ask($state.get(), 'stop', order.orderNumber), attempt: null };
  }

  async function placeOrder({ fields, payment, isAnother, shown, request }: Press): Promise<CheckoutEvent> {
    if (isAnother) await callInTurn(openPayment);
    const order = await callInTurn(async () => {
      const { exit, notice } = $state.get();
      // The opening may have found a paid order: the customer has to answer first.
      if (!request || exit || notice?.kind === 'question') return null;
      send({ name: 'send' });
      return calls.submit({ ...request, ...form.termsToSend(shown) });
    });
    if (!order) return { name: 'stop' };
    const { paymentIntentId, clientSecret, amount, currency } = order;
    send({ name: 'place', paymentIntentId });
    rememberSent(storage, order.orderNumber, fields, page);
    rememberOrderId(storage, order);
    const isFree = clientSecret === null && amount === 0;
    const isShown = amount === shown.amount && currency === shown.currency;
    if (!isFree && !(payment && isShown)) {
      const isPlain = offer.slug === null && !form.$discount.get();
      return showNewPrice(isPlain ? { amounts: [amount], currency } : await form.fetchTerms(), shown);
    }
    // The server counts a free order as paid at once.
    if (clientSecret === null) return finish(order);
    return { name: 'confirm', attempt: { order, clientSecret, sentAs: formText(fields) } };
  }

  async function confirm(attempt: Attempt, { payment }: Press): Promise<CheckoutEvent | null> {
    watchForSilence();
    const { order, clientSecret } = attempt;
    const returnUrl = `${dependencies.origin()}${thankYouPath(order.orderNumber)}`;
    const refused = payment && (await payment.confirm(clientSecret, returnUrl));
    if ($state.get().exit) return null;
    if (!refused || refused === 'processing')
      return { name: 'answer', attempt: { ...attempt, outcome: refused ?? 'paid' } };
    const failed = { ...failPayment(refused.message), ...(refused.isDeclined && { notice: declinedNotice }) };
    return refused.isUncertain ? failed : { ...failed, attempt: null };
  }

  /** Opens the thank-you page if this tab sent the order; else asks whether the form is another reading. */
  function foundPaid(name: 'find' | 'stop', orderNumber: string, fields: CheckoutFields): CheckoutEvent {
    if (isSentAs(storage, orderNumber, formText(fields))) return showThankYou(orderNumber);
    return ask($state.get(), name, orderNumber);
  }

  function fail(title: string, text: string, errorMessage = text) {
    const { customerName, customerEmail } = form.$fields.get();
    const { paymentIntentId } = $state.get();
    const report = { customerName, customerEmail, errorMessage, ...(paymentIntentId && { paymentIntentId }) };
    if (!$state.get().exit) void calls.reportFailure(report).catch(() => undefined);
    return stop('failure', title, text);
  }

  const failPayment = (message?: string) => fail('Payment Failed', message || checkoutTexts.failed);

  /** Shows the current price and asks for another press of the button. */
  async function showNewPrice(terms: ShownTerms, shown: ShownPrice): Promise<CheckoutEvent> {
    await form.showAmounts(terms);
    if (form.$provider.get().name === 'error') return { name: 'stop' };
    return stop('news', ...form.priceNews(shown));
  }

  /** Shows why the order was not placed or paid. */
  async function explain(error: unknown, press: Press): Promise<CheckoutEvent> {
    const failed = () => fail('Payment Error', textOf(error), errorText(error) || checkoutTexts.general);
    if (!(error instanceof ApiError)) return failed();
    const { code, serverMessage, fields: problems } = error;
    const paid = findOrderNumber(serverMessage);
    if (problems) {
      const other = form.showProblems(problems);
      if (code === 'rush_conflict') return stop('news', 'Not available right now', serverMessage);
      return other ? stop('failure', 'Form Error', other) : stopForFields();
    }
    if (/^(price|day|closed)_/.test(code)) {
      try {
        const terms = await form.fetchTerms();
        if (code === 'price_conflict') return await showNewPrice(terms, press.shown);
        dependencies.showDay(terms.promisedDay);
      } catch (failed) {
        return explain(failed, press);
      }
      const title = code === 'day_conflict' ? 'New delivery date' : 'Orders are closed';
      return stop('news', title, serverMessage);
    }
    if (paid && /^(another_)?order_conflict$/.test(code)) {
      if (code === 'order_conflict') rememberSent(storage, paid, press.fields, page);
      return foundPaid('stop', paid, press.fields);
    }
    return failed();
  }

  async function openPayment(): Promise<void> {
    const opening = await calls.open(offer.slug === null ? {} : { offer: offer.slug });
    const { completedOrderNumber: paid, free, clientSecret } = opening;
    send({ name: free || paid ? 'unneeded' : clientSecret ? 'secret' : 'missing' });
    // A customer who has already seen the thank-you is here for another reading.
    if (paid && !hasThanked(storage, paid)) send(foundPaid('find', paid, form.$fields.get()));
    else if (free) await form.showAmounts({ amounts: [0], currency: form.$offer.get().currency });
    else if (!clientSecret && !paid) logFailure(opening);
  }

  /** Has our server create the payment. Skipped once the form was sent: that answer includes the payment. */
  async function openInBackground(tries = Number.POSITIVE_INFINITY): Promise<void> {
    const open = async () => ($state.get().opening === 'over' ? undefined : openPayment());
    await callInTurn(open, tries).catch((error: unknown) => {
      // A press of the button reports its own failure, and a closed shop.
      const isUnasked = $state.get().opening === 'over' || isBusy($state.get());
      const isRefused = error instanceof ApiError && error.status === 409;
      // A visitor over the limit may look around: the call is made again when typing starts.
      if (retrySeconds(error) !== null) send({ name: 'postpone' });
      else send({ name: isUnasked || isRefused ? 'end' : 'fail' });
      if (isRefused && !isUnasked && error.code === 'amount_conflict')
        send({ name: 'tell', ...say('failure', 'Payment Error', error.serverMessage) });
      if (!isRefused && $state.get().opening === 'failed') logFailure(error);
    });
  }

  function begin(tries?: number): void {
    if (send({ name: 'begin' })) void openInBackground(tries);
  }

  function press(payment: PaymentForm | null, isAnother: boolean): Promise<void> {
    const [fields, shown] = [form.$fields.get(), form.shownPrice()];
    return move({ name: 'press', press: { fields, payment, isAnother, shown, request: null } });
  }

  form.$fields.listen(() => void (hasUnacknowledgedOrder(storage) && begin()));

  return {
    form,
    calls,
    $state,
    textOf,
    $missing: computed([form.$provider, $state, form.$hasKey], findMissing),
    $isProcessing: computed($state, isBusy),
    $notice: computed($state, ({ notice }) => notice),
    /** Makes the specified call on page load. A tab that sent an order waits until its draft is restored. */
    openOnLoad: () => hasUnacknowledgedOrder(storage) || begin(1),
    begin,
    /** Retries what the Payment System Error panel lists as missing. */
    async retry(): Promise<void> {
      if (form.$provider.get().name === 'error') await form.start();
      if ($state.get().opening === 'failed') await openInBackground();
    },
    submit: (payment: PaymentForm | null) => press(payment, false),
    async orderAnother(payment: PaymentForm | null): Promise<void> {
      const { notice } = $state.get();
      if (notice?.kind !== 'question') return;
      rememberThanks(storage, notice.orderNumber);
      await press(payment, true);
    },
    showOrder(): void {
      const { notice } = $state.get();
      // The question stays, because the customer may stop the page load and answer differently.
      if (notice?.kind === 'question') dependencies.navigate(thankYouPath(notice.orderNumber));
    },
    async lookAgain(payment: PaymentForm | null): Promise<void> {
      const { attempt } = $state.get();
      if (!attempt) return;
      const outcome = await outcomeOf(attempt, payment, calls);
      if ($state.get().attempt !== attempt) return;
      const { order } = attempt;
      if (outcome === 'processing') await confirmWithServer(order, calls);
      if (outcome === 'paid') send(finish(order));
      else if (outcome === 'processing') send(leaveUndecided(order));
      else send({ name: 'tell', notice: stillUnpaid(outcome === 'unpaid') });
    },
  };
}
