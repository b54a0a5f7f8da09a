import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fill, openCheckout, paymentForm, readyCheckout, refusal, settle } from './checkout-testing.ts';
import type { PaymentOutcome } from './payment-form.ts';
import { rememberThanks } from './thank-you.ts';

/* Nobody pays twice for one reading, nobody is kept from ordering two, and nothing waits without a word. */

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const paidElsewhere = 'CT-2B4D6F';
const question = { kind: 'question', orderNumber: paidElsewhere };

const anotherConflict = () =>
  refusal(409, 'another_order_conflict', `Your order ${paidElsewhere} is paid. You can order another one.`);

describe('an order that was paid meanwhile', () => {
  test('is asked about when the form is begun, and the text stays', async () => {
    const { checkout, page } = openCheckout();
    page.opened = { clientSecret: 'secret-2', completedOrderNumber: paidElsewhere };
    await checkout.start();
    fill(checkout.form);
    await settle();
    expect(checkout.$notice.get()).toEqual({ ...question, isAnswer: false });
    expect(page.paths).toEqual([]);
    expect(checkout.form.$fields.get().customerName).toBe('Anna Berg');
  });

  test('that this tab had sent is thanked for', async () => {
    const { checkout, calls, create, page } = await readyCheckout();
    calls.confirmPayment = () => new Promise(() => undefined);
    void checkout.submit(paymentForm({ confirm: () => new Promise(() => undefined) }).payment);
    await settle();
    page.opened = { clientSecret: 'secret-2', completedOrderNumber: 'CT-7K3M9Q' };
    const reloaded = create();
    reloaded.form.adopt(JSON.parse(page.stored.get('checkout') ?? ''));
    await reloaded.start();
    await settle();
    expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q']);
  });

  test('that this tab had sent, with words that were changed since, is asked about', async () => {
    const { checkout, create, page } = await readyCheckout();
    void checkout.submit(paymentForm({ confirm: () => new Promise(() => undefined) }).payment);
    await settle();
    checkout.form.change('backgroundContext', 'Nine years.');
    page.opened = { clientSecret: 'secret-2', completedOrderNumber: 'CT-7K3M9Q' };
    const reloaded = create();
    reloaded.form.adopt(JSON.parse(page.stored.get('checkout') ?? ''));
    await reloaded.start();
    await settle();
    expect(reloaded.$notice.get()).toMatchObject({ kind: 'question', orderNumber: 'CT-7K3M9Q' });
    expect(page.paths).toEqual([]);
  });

  test('that was thanked for already does not stand in the way of the next', async () => {
    const { checkout, page, storage } = openCheckout();
    rememberThanks(storage, paidElsewhere);
    page.opened = { clientSecret: 'secret-2', completedOrderNumber: paidElsewhere };
    await checkout.start();
    fill(checkout.form);
    await settle();
    expect([checkout.$notice.get(), page.paths]).toEqual([null, []]);
  });

  test('is shown to whoever wants to see it', async () => {
    const { checkout, calls, page } = await readyCheckout();
    calls.submit = () => Promise.reject(anotherConflict());
    await checkout.submit(paymentForm().payment);
    checkout.showOrder();
    expect(page.paths).toEqual([`/thank-you?order=${paidElsewhere}`]);
    expect(page.stored.get('checkout')).toContain('Anna Berg');
  });
});

describe('another form than the paid one', () => {
  test('is asked about when Pay is pressed, and nothing is charged', async () => {
    const { checkout, calls, page } = await readyCheckout();
    calls.submit = () => Promise.reject(anotherConflict());
    const { payment, done } = paymentForm();
    await checkout.submit(payment);
    expect(checkout.$notice.get()).toEqual({ ...question, isAnswer: true });
    expect([done, page.toasts, page.reports, page.paths]).toEqual([[], [], [], []]);
    expect(checkout.$isProcessing.get()).toBe(false);
  });

  test('is asked about by the next press, when the question could not be shown', async () => {
    const { checkout, calls, noticeText } = await readyCheckout();
    calls.submit = () => Promise.reject(anotherConflict());
    const { payment, done } = paymentForm();
    await checkout.submit(payment);
    checkout.askLater();
    expect(noticeText()).toBe(
      `Your order ${paidElsewhere} is paid. To order another reading, please press the button again.`,
    );
    await checkout.submit(payment);
    expect(checkout.$notice.get()).toEqual({ ...question, isAnswer: true });
    expect(done).toEqual([]);
  });

  test('is ordered and paid as another reading when the customer says so', async () => {
    const { checkout, calls, page } = await readyCheckout();
    const accept = calls.submit;
    calls.submit = () => Promise.reject(anotherConflict());
    const { payment, done } = paymentForm();
    await checkout.submit(payment);
    calls.submit = accept;
    page.opened = { clientSecret: 'secret-2', completedOrderNumber: paidElsewhere };
    page.submitted = { ...page.submitted, clientSecret: 'secret-2' };
    await checkout.orderAnother(payment);
    expect(page.opens).toBe(2);
    expect(page.submits).toMatchObject([{ customerName: 'Anna Berg' }]);
    expect(done).toEqual([expect.stringContaining('confirmed secret-2')]);
    expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q']);
  });

  test('is not sent while the question is open', async () => {
    const { checkout, page } = openCheckout();
    page.opened = { clientSecret: 'secret-2', completedOrderNumber: paidElsewhere };
    await checkout.start();
    fill(checkout.form);
    await checkout.submit(paymentForm().payment);
    expect(page.submits).toEqual([]);
    expect(checkout.$notice.get()).toMatchObject(question);
    expect(checkout.$isProcessing.get()).toBe(false);
  });
});

test('the same form as the paid one shows its thank-you', async () => {
  const { checkout, calls, page } = await readyCheckout();
  calls.submit = () =>
    Promise.reject(refusal(409, 'order_conflict', `Your order ${paidElsewhere} is already paid.`));
  await checkout.submit(paymentForm().payment);
  expect(page.paths).toEqual([`/thank-you?order=${paidElsewhere}`]);
  expect(page.toasts).toEqual([]);
});

describe('an answer to a payment that was lost', () => {
  /** Confirms, and is not heard. */
  const unheard = async () => ({ message: 'We could not reach the payment service.', isUncertain: true });

  async function payUnheard(outcome: PaymentOutcome | 'silence') {
    const opened = await readyCheckout();
    const confirmed: string[] = [];
    const { payment } = paymentForm({
      confirm: async (clientSecret) => {
        confirmed.push(clientSecret);
        return confirmed.length === 1 ? unheard() : null;
      },
      outcomeOf: () =>
        outcome === 'silence' ? Promise.reject(new Error('offline')) : Promise.resolve(outcome),
    });
    await opened.checkout.submit(payment);
    expect(opened.page.toasts).toEqual(['Payment Failed: We could not reach the payment service.']);
    return { ...opened, payment, confirmed };
  }

  test('of a payment that went through leads to the thank-you, and nothing is charged again', async () => {
    const { checkout, page, payment, confirmed } = await payUnheard('paid');
    await checkout.submit(payment);
    expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q']);
    expect([page.submits.length, confirmed.length]).toEqual([1, 1]);
    expect(page.confirmed).toEqual(['CT-7K3M9Q']);
  });

  test('is found out before an edited form is sold: what was changed is not in the paid order', async () => {
    const { checkout, page, payment, confirmed } = await payUnheard('paid');
    checkout.form.change('backgroundContext', 'Nine years.');
    await checkout.submit(payment);
    expect(checkout.$notice.get()).toEqual({
      kind: 'question',
      orderNumber: 'CT-7K3M9Q',
      isAnswer: true,
    });
    expect([page.submits.length, confirmed.length, page.paths.length]).toEqual([1, 1, 0]);
    expect(page.confirmed).toEqual(['CT-7K3M9Q']);
  });

  test('of a payment that the bank is checking leads to the page that follows it', async () => {
    const { checkout, page, payment, confirmed } = await payUnheard('processing');
    await checkout.submit(payment);
    expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q&redirect_status=pending']);
    expect([page.submits.length, confirmed.length]).toEqual([1, 1]);
  });

  test('of a payment that did not go through lets the next one begin', async () => {
    const { checkout, page, payment, confirmed } = await payUnheard('unpaid');
    await checkout.submit(payment);
    expect([page.submits.length, confirmed.length]).toEqual([2, 2]);
    expect(page.paths).toHaveLength(1);
  });

  test('is asked of our server when the provider cannot be heard', async () => {
    const { checkout, page, payment, confirmed } = await payUnheard('silence');
    await checkout.submit(payment);
    expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q']);
    expect(confirmed).toHaveLength(1);
  });

  test('that nobody can tell of starts nothing new', async () => {
    const { checkout, page, calls, payment, confirmed } = await payUnheard('silence');
    calls.confirmPayment = () => Promise.reject(new Error('offline'));
    await checkout.submit(payment);
    expect(page.toasts.at(-1)).toContain('We don’t know yet whether your payment went through');
    expect([page.submits.length, confirmed.length]).toEqual([1, 1]);
  });
});

describe('a payment that takes long', () => {
  async function payForLong(outcome: 'paid' | 'unpaid') {
    const opened = await readyCheckout();
    const { payment } = paymentForm({
      confirm: () => new Promise(() => undefined),
      outcomeOf: async () => outcome,
    });
    void opened.checkout.submit(payment);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(opened.checkout.$notice.get()).toBeNull();
    await vi.advanceTimersByTimeAsync(2_000);
    return { ...opened, payment };
  }

  test('says what is going on, and looks again when it is told to', async () => {
    const { checkout, payment, noticeText } = await payForLong('unpaid');
    expect(checkout.$notice.get()).toMatchObject({ kind: 'slow', canLook: true });
    expect(noticeText()).toContain('You won’t be charged twice.');
    await checkout.lookAgain(payment);
    expect(noticeText()).toContain('your payment hasn’t gone through yet');
    expect(checkout.$isProcessing.get()).toBe(true);
  });

  test('and cannot be told of in full is told of in short', async () => {
    const { checkout, payment, noticeText } = await payForLong('unpaid');
    vi.stubGlobal('navigator', { onLine: false });
    await checkout.lookAgain(payment);
    expect(noticeText()).toContain('We don’t know yet whether your payment went through');
    vi.unstubAllGlobals();
    await checkout.lookAgain(payment);
    expect(noticeText()).toContain('your payment hasn’t gone through yet');
  });

  test('and turns out to be paid leads to the thank-you', async () => {
    const { checkout, page, payment } = await payForLong('paid');
    await checkout.lookAgain(payment);
    expect(page.paths).toEqual(['/thank-you?order=CT-7K3M9Q']);
    expect(page.stored.get('toast')).toContain('Payment Successful');
  });
});

test('our own server, when it takes long, has charged nothing', async () => {
  const { checkout, calls, noticeText } = await readyCheckout();
  await settle();
  calls.submit = () => new Promise(() => undefined);
  void checkout.submit(paymentForm().payment);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(checkout.$notice.get()).toMatchObject({ kind: 'slow', canLook: false });
  expect(noticeText()).toContain('You haven’t been charged yet');
});
