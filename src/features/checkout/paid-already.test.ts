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

const another = anApiError(
  409,
  'another_order_conflict',
  `Your order ${paidElsewhere} is paid. Order another?`,
);
const paidNow = { clientSecret: 'secret-2', completedOrderNumber: paidElsewhere };

describe('an order that was paid in another tab', () => {
  test.each(['is only begun', 'is sent before the question can appear'])(
    'asks before it sends a form that %s, and keeps the form',
    async (when) => {
      const { checkout, page } = openCheckout();
      page.opened = paidNow;
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
    page.opened = { ...paidNow, completedOrderNumber: 'CT-7K3M9Q' };
    const reloaded = create();
    reloaded.form.adopt(checkout.form.$fields.get());
    await reloaded.form.start();
    await flushPromises();
    return { page, reloaded };
  }

  test('shows the thank-you page when this tab sent the order', async () => {
    expect((await sendAndReload()).page.paths).toEqual([thankYou]);
  });

  test('asks when the form has changed since this tab sent it', async () => {
    const { page, reloaded } = await sendAndReload('Nine years.');
    expect(reloaded.$notice.get()).toMatchObject({ kind: 'question', orderNumber: 'CT-7K3M9Q' });
    expect(page.paths).toEqual([]);
  });

  test('does not interrupt the next order after a thank-you page', async () => {
    const { checkout, page, storage } = openCheckout();
    rememberThanks(storage, paidElsewhere);
    page.opened = paidNow;
    await checkout.form.start();
    fill(checkout.form);
    await flushPromises();
    expect([checkout.$notice.get(), page.paths]).toEqual([null, []]);
  });
});

describe('another form after a paid one', () => {
  async function payAnother() {
    const opened = await readyCheckout();
    const accept = opened.calls.submit;
    opened.calls.submit = () => Promise.reject(another);
    const { payment, done } = fakePaymentForm();
    await opened.checkout.submit(payment);
    return { ...opened, accept, payment, done };
  }

  test('asks at Pay, charges nothing, and shows the paid order on request', async () => {
    const { checkout, page, done } = await payAnother();
    expect(checkout.$notice.get()).toEqual({ ...question, isAnswer: true });
    expect([done, page.toasts, page.reports, page.paths]).toEqual([[], [], [], []]);
    expect(checkout.$isProcessing.get()).toBe(false);
    checkout.showOrder();
    expect(page).toMatchObject({ paths: [`/thank-you?order=${paidElsewhere}`], forgotten: [] });
  });

  test('orders another reading, even after the paid order was opened', async () => {
    const { checkout, calls, page, accept, payment, done } = await payAnother();
    checkout.showOrder();
    calls.submit = accept;
    page.opened = paidNow;
    page.submitted = { ...page.submitted, clientSecret: 'secret-2' };
    await checkout.orderAnother(payment);
    expect(page.submits).toMatchObject([{ customerName: 'Anna Berg' }]);
    expect(done).toEqual([expect.stringContaining('confirmed secret-2')]);
    expect(page.paths.at(-1)).toBe(thankYou);
  });
});

test('shows the thank-you page when the same form is already paid', async () => {
  const { checkout, calls, page } = await readyCheckout();
  calls.submit = () =>
    Promise.reject(anApiError(409, 'order_conflict', `Your order ${paidElsewhere} is already paid.`));
  await checkout.submit(fakePaymentForm().payment);
  expect([page.paths, page.toasts]).toEqual([[`/thank-you?order=${paidElsewhere}`], []]);
});

describe('a payment whose answer was lost', () => {
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
    ['succeeded, it leads to the thank-you page', 'paid', [1, 1], thankYou],
    ['is being checked, it leads there, too', 'processing', [1, 1], `${thankYou}&redirect_status=pending`],
    ['failed, the next attempt may begin', 'unpaid', [2, 2], thankYou],
    ['is unknown to the provider, our server is asked', 'silence', [1, 1], thankYou],
  ])('when the payment %s', async (_, outcome, expected, path) => {
    const { page, tries } = await payTwice(outcome);
    expect([page.paths, tries]).toEqual([[path], expected]);
    expect(page.confirmed).toContain('CT-7K3M9Q');
  });

  test('asks before it sells an edited form whose payment succeeded', async () => {
    const { checkout, page, tries } = await payTwice('paid', ({ checkout: { form } }) =>
      form.change('backgroundContext', 'Nine years.'),
    );
    const asked = { kind: 'question', orderNumber: 'CT-7K3M9Q', isAnswer: true };
    expect(checkout.$notice.get()).toEqual(asked);
    expect([tries, page.paths, page.confirmed]).toEqual([[1, 1], [], ['CT-7K3M9Q']]);
  });

  test('starts nothing new while the outcome is unknown', async () => {
    const { page, tries } = await payTwice('silence', ({ calls }) => {
      calls.confirmPayment = () => Promise.reject(new Error('offline'));
    });
    expect(page.toasts.at(-1)).toContain('We don’t know yet whether your payment went through');
    expect(tries).toEqual([1, 1]);
  });
});

describe('a slow payment', () => {
  async function payForLong(outcome: 'paid' | 'unpaid') {
    const opened = await readyCheckout();
    const { payment } = fakePaymentForm({ confirm: endless, outcomeOf: async () => outcome });
    void opened.checkout.submit(payment);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(opened.checkout.$notice.get()).toBeNull();
    await vi.advanceTimersByTimeAsync(2_000);
    return { ...opened, lookAgain: () => opened.checkout.lookAgain(payment) };
  }

  test('tells the customer it is slow and checks again on request', async () => {
    const { checkout, lookAgain, noticeText } = await payForLong('unpaid');
    expect(checkout.$notice.get()).toMatchObject({ kind: 'slow', canLook: true });
    expect(noticeText()).toContain('You won’t be charged twice.');
    await lookAgain();
    expect(noticeText()).toContain('your payment hasn’t gone through yet');
    expect(checkout.$isProcessing.get()).toBe(true);
  });

  test('leads to the thank-you page once it is paid', async () => {
    const { page, lookAgain } = await payForLong('paid');
    await lookAgain();
    expect(page.paths).toEqual([thankYou]);
    expect(page.stored.getItem('toast')).toContain('Payment Successful');
  });
});

test('says that nothing was charged when our own server is slow', async () => {
  const { checkout, calls, noticeText } = await readyCheckout();
  await flushPromises();
  calls.submit = endless;
  void checkout.submit(fakePaymentForm().payment);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(checkout.$notice.get()).toMatchObject({ kind: 'slow', canLook: false });
  expect(noticeText()).toContain('You haven’t been charged yet');
});
