import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anApiError, flushPromises } from '../../lib/store-testing.ts';
import type { AttemptOutcome } from './checkout-calls.ts';
import { rememberThanks } from './checkout-memory.ts';
import { fakePaymentForm, fill, openCheckout, readyCheckout } from './checkout-testing.ts';

/* No customer pays twice for one reading, none is kept from ordering two, and nothing waits without a word. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const paidElsewhere = 'CT-2B4D6F';
const question = { kind: 'question', orderNumber: paidElsewhere };
const thankYou = '/thank-you?order=CT-7K3M9Q';
const endless = () => new Promise<never>(() => undefined);

const anotherConflict = () =>
  anApiError(
    409,
    'another_order_conflict',
    `Your order ${paidElsewhere} is paid. You can order another one.`,
  );

describe('an order that was paid in another tab', () => {
  test.each(['is only begun', 'is sent before the question can stand there'])(
    'is asked about when the form %s, which is neither sent nor lost',
    async (when) => {
      const { checkout, page } = openCheckout();
      page.opened = { clientSecret: 'secret-2', completedOrderNumber: paidElsewhere };
      await checkout.form.start();
      fill(checkout.form);
      await (when === 'is only begun' ? flushPromises() : checkout.submit(fakePaymentForm().payment));
      expect(checkout.$notice.get()).toMatchObject(question);
      expect([page.submits, page.paths, checkout.$isProcessing.get()]).toEqual([[], [], false]);
      expect(checkout.form.$fields.get().customerName).toBe('Anna Berg');
    },
  );

  /** This tab has sent an order, of which it did not hear more before it was loaded again. */
  async function sendAndReload(change = '') {
    const { checkout, create, page } = await readyCheckout();
    void checkout.submit(fakePaymentForm({ confirm: endless }).payment);
    await flushPromises();
    if (change) checkout.form.change('backgroundContext', change);
    page.opened = { clientSecret: 'secret-2', completedOrderNumber: 'CT-7K3M9Q' };
    const reloaded = create();
    reloaded.form.adopt(checkout.form.$fields.get());
    await reloaded.form.start();
    await flushPromises();
    return { page, reloaded };
  }

  test('that this tab had sent is thanked for', async () => {
    expect((await sendAndReload()).page.paths).toEqual([thankYou]);
  });

  test('that this tab had sent, with words that were changed since, is asked about', async () => {
    const { page, reloaded } = await sendAndReload('Nine years.');
    expect(reloaded.$notice.get()).toMatchObject({ kind: 'question', orderNumber: 'CT-7K3M9Q' });
    expect(page.paths).toEqual([]);
  });

  test('that was thanked for already does not stand in the way of the next', async () => {
    const { checkout, page, storage } = openCheckout();
    rememberThanks(storage, paidElsewhere);
    page.opened = { clientSecret: 'secret-2', completedOrderNumber: paidElsewhere };
    await checkout.form.start();
    fill(checkout.form);
    await flushPromises();
    expect([checkout.$notice.get(), page.paths]).toEqual([null, []]);
  });
});

describe('another form than the paid one', () => {
  async function payAnother() {
    const opened = await readyCheckout();
    const { checkout, calls } = opened;
    const accept = calls.submit;
    calls.submit = () => Promise.reject(anotherConflict());
    const { payment, done } = fakePaymentForm();
    await checkout.submit(payment);
    return { ...opened, accept, payment, done };
  }

  test('is asked about when Pay is pressed, nothing is charged, and the paid one is shown on request', async () => {
    const { checkout, page, done } = await payAnother();
    expect(checkout.$notice.get()).toEqual({ ...question, isAnswer: true });
    expect([done, page.toasts, page.reports, page.paths]).toEqual([[], [], [], []]);
    expect(checkout.$isProcessing.get()).toBe(false);
    checkout.showOrder();
    expect(page.paths).toEqual([`/thank-you?order=${paidElsewhere}`]);
    expect(page.forgotten).toEqual([]);
    checkout.showOrder();
    expect(page.paths, 'of a second click').toHaveLength(2);
  });

  test.each(['at once', 'after the way to the paid one was stopped'])(
    'is ordered as another reading %s',
    async (when) => {
      const { checkout, calls, page, accept, payment, done } = await payAnother();
      if (when !== 'at once') checkout.showOrder();
      page.paths = [];
      calls.submit = accept;
      page.opened = { clientSecret: 'secret-2', completedOrderNumber: paidElsewhere };
      page.submitted = { ...page.submitted, clientSecret: 'secret-2' };
      await checkout.orderAnother(payment);
      expect(page.opens).toBe(2);
      expect(page.submits).toMatchObject([{ customerName: 'Anna Berg' }]);
      expect(done).toEqual([expect.stringContaining('confirmed secret-2')]);
      expect(page.paths).toEqual([thankYou]);
    },
  );
});

test('the same form as the paid one shows its thank-you', async () => {
  const { checkout, calls, page } = await readyCheckout();
  calls.submit = () =>
    Promise.reject(anApiError(409, 'order_conflict', `Your order ${paidElsewhere} is already paid.`));
  await checkout.submit(fakePaymentForm().payment);
  expect([page.paths, page.toasts]).toEqual([[`/thank-you?order=${paidElsewhere}`], []]);
});

describe('an answer to a payment that was lost', () => {
  /** Pays without hearing of it, and presses Pay again. @param before what is done between the two */
  async function payTwice(
    outcome: AttemptOutcome | 'silence',
    before: (opened: Awaited<ReturnType<typeof readyCheckout>>) => void = () => {},
  ) {
    const opened = await readyCheckout();
    const { checkout, page } = opened;
    const unheard = { message: 'We could not reach the payment service.', isUncertain: true };
    const confirm = vi.fn(async () => (confirm.mock.calls.length === 1 ? unheard : null));
    const { payment } = fakePaymentForm({
      confirm,
      outcomeOf: async () => (outcome === 'silence' ? Promise.reject(new Error('offline')) : outcome),
    });
    await checkout.submit(payment);
    expect(page.toasts).toEqual(['Payment Failed: We could not reach the payment service.']);
    before(opened);
    await checkout.submit(payment);
    return { ...opened, tries: [page.submits.length, confirm.mock.calls.length] };
  }

  test.each<[string, AttemptOutcome | 'silence', tries: number[], path: string]>([
    ['that went through leads to the thank-you', 'paid', [1, 1], thankYou],
    ['that the bank checks leads there as well', 'processing', [1, 1], `${thankYou}&redirect_status=pending`],
    ['that did not go through lets the next one begin', 'unpaid', [2, 2], thankYou],
    ['is asked of our server when the provider is silent', 'silence', [1, 1], thankYou],
  ])('of a payment %s', async (_what, outcome, expected, path) => {
    const { page, tries } = await payTwice(outcome);
    expect([page.paths, tries]).toEqual([[path], expected]);
    expect(page.confirmed).toContain('CT-7K3M9Q');
  });

  test('is found out before an edited form is sold: what was changed is not in the paid order', async () => {
    const { checkout, page, tries } = await payTwice('paid', ({ checkout: { form } }) =>
      form.change('backgroundContext', 'Nine years.'),
    );
    const asked = { kind: 'question', orderNumber: 'CT-7K3M9Q', isAnswer: true };
    expect(checkout.$notice.get()).toEqual(asked);
    expect([tries, page.paths, page.confirmed]).toEqual([[1, 1], [], ['CT-7K3M9Q']]);
  });

  test('that neither the provider nor our server can tell starts nothing new', async () => {
    const { page, tries } = await payTwice('silence', ({ calls }) => {
      calls.confirmPayment = () => Promise.reject(new Error('offline'));
    });
    expect(page.toasts.at(-1)).toContain('We don’t know yet whether your payment went through');
    expect(tries).toEqual([1, 1]);
  });
});

describe('a payment that takes long', () => {
  async function payForLong(outcome: 'paid' | 'unpaid') {
    const opened = await readyCheckout();
    const { payment } = fakePaymentForm({ confirm: endless, outcomeOf: async () => outcome });
    void opened.checkout.submit(payment);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(opened.checkout.$notice.get()).toBeNull();
    await vi.advanceTimersByTimeAsync(2_000);
    return { ...opened, lookAgain: () => opened.checkout.lookAgain(payment) };
  }

  test('says what is going on, and looks again when it is told to', async () => {
    const { checkout, lookAgain, noticeText } = await payForLong('unpaid');
    expect(checkout.$notice.get()).toMatchObject({ kind: 'slow', canLook: true });
    expect(noticeText()).toContain('You won’t be charged twice.');
    await lookAgain();
    expect(noticeText()).toContain('your payment hasn’t gone through yet');
    expect(checkout.$isProcessing.get()).toBe(true);
  });

  test('and turns out to be paid leads to the thank-you', async () => {
    const { page, lookAgain } = await payForLong('paid');
    await lookAgain();
    expect(page.paths).toEqual([thankYou]);
    expect(page.stored.getItem('toast')).toContain('Payment Successful');
  });
});

test('our own server, when it takes long, has charged nothing', async () => {
  const { checkout, calls, noticeText } = await readyCheckout();
  await flushPromises();
  calls.submit = endless;
  void checkout.submit(fakePaymentForm().payment);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(checkout.$notice.get()).toMatchObject({ kind: 'slow', canLook: false });
  expect(noticeText()).toContain('You haven’t been charged yet');
});
