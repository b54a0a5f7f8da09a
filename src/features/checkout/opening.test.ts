import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/answers.ts';
import { anApiError, flushPromises } from '../../lib/store-testing.ts';
import type { CheckoutCalls } from './checkout-calls.ts';
import { rememberThanks } from './checkout-memory.ts';
import { fakePaymentForm, fill, hideLog, openCheckout, readyCheckout } from './checkout-testing.ts';

/* When our server hears of a customer, and what happens while it asks them to wait or fails. */

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const busy = (seconds: number | null) =>
  anApiError(429, 'too_many_requests', 'Too many checkouts were started.', { retryAfterSeconds: seconds });
const unreachable = () => Promise.reject(anApiError(0, 'unreachable', 'We couldn’t reach the server.'));

/** A customer has begun to write, on a page whose server answers so to the opening. */
async function begin(open?: CheckoutCalls['open']) {
  const opened = openCheckout();
  const { checkout, calls } = opened;
  const { open: works } = calls;
  if (open) calls.open = open;
  await checkout.form.start();
  checkout.form.change('customerName', 'Anna');
  await flushPromises();
  return { ...opened, works };
}

test('opens one payment when the page is shown and none while typing', async () => {
  const { checkout, page } = openCheckout();
  await checkout.form.start();
  expect(page.opens).toBe(0);
  checkout.openOnLoad();
  await flushPromises();
  checkout.form.change('readingType', 'progress');
  checkout.form.change('customerName', 'A');
  checkout.form.change('customerName', 'An');
  await flushPromises();
  expect(page.opens).toBe(1);
});

test.each([
  ['over the limit', busy(600)],
  ['while payments are paused', anApiError(503, 'unavailable', 'Paused.', { retryAfterSeconds: 60 })],
  ['over the limit, without a wait time', busy(null)],
])('shows a visitor %s no error and retries on the first keystroke', async (_, refusal) => {
  const { checkout, calls, page, noticeText } = openCheckout();
  const { open } = calls;
  calls.open = () => Promise.reject(refusal);
  await checkout.form.start();
  checkout.openOnLoad();
  await vi.advanceTimersByTimeAsync(600_000);
  expect([checkout.$missing.get(), noticeText(), page.toasts]).toEqual([null, '', []]);
  calls.open = open;
  checkout.form.change('customerName', 'A');
  await flushPromises();
  expect(page.opens).toBe(1);
});

/** A page whose form was filled in before, and stands there again. */
async function returnedTo({ hasOrdered = false } = {}) {
  const { checkout: before, create, page } = await readyCheckout();
  if (hasOrdered) await before.submit(fakePaymentForm().payment);
  if (hasOrdered) rememberThanks(page.stored, 'CT-7K3M9Q');
  await flushPromises();
  const opensBefore = page.opens;
  const checkout = create();
  checkout.form.adopt({ ...before.form.$fields.get(), backgroundContext: 'Nine years.' });
  await checkout.form.start();
  await flushPromises();
  return { page, checkout, opens: () => page.opens - opensBefore };
}

test.each([
  ['a restored form', {}],
  ['another form of a tab that has already ordered', { hasOrdered: true }],
])('opens no payment for %s until it is edited', async (_, given) => {
  const { checkout, opens } = await returnedTo(given);
  expect(checkout.form.$fields.get().customerName).toBe('Anna Berg');
  expect(opens()).toBe(0);
  checkout.form.change('backgroundContext', 'N');
  await flushPromises();
  expect(opens()).toBe(1);
});

test('pays for a restored form that was not edited', async () => {
  const { checkout, page, opens } = await returnedTo();
  const { payment, done } = fakePaymentForm();
  await checkout.submit(payment);
  expect([opens(), page.submits.length, done.length, page.paths.length]).toEqual([0, 1, 1, 1]);
});

test.each([
  [null, 10, '10 seconds'],
  [0, 1, 'a second'],
  [30, 30, '30 seconds'],
  [86_400, 60, '60 seconds'],
])('when asked to wait %s seconds, shows it and retries after %s', async (...row) => {
  const [asked, waits, said] = row;
  const paused = () =>
    Promise.reject(anApiError(503, 'unavailable', 'Card payments are paused.', { retryAfterSeconds: asked }));
  const { checkout, calls, works, page, noticeText } = await begin(paused);
  expect(noticeText()).toBe(
    `Card payments are paused. If you keep this page open, we’ll try again automatically in ${said}.`,
  );
  expect([checkout.$missing.get(), page.toasts]).toEqual([null, []]);
  calls.open = works;
  await vi.advanceTimersByTimeAsync(waits * 1000 - 1);
  expect(page.opens).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect([page.opens, checkout.$notice.get()]).toEqual([1, null]);
});

test('retries Pay automatically when the server is busy', async () => {
  const { checkout, calls, page, noticeText } = await readyCheckout();
  const submit = calls.submit;
  calls.submit = () => Promise.reject(busy(20));
  const { payment, done } = fakePaymentForm();
  const pressing = checkout.submit(payment);
  await flushPromises();
  expect(noticeText()).toContain('try again automatically in 20 seconds');
  expect(checkout.$isProcessing.get()).toBe(true);
  calls.submit = submit;
  await vi.advanceTimersByTimeAsync(20_000);
  await pressing;
  expect([done.length, page.paths.length, page.toasts]).toEqual([1, 1, []]);
});

test('gives up on Pay after three minutes with the server’s message', async () => {
  const { checkout, calls, page } = await readyCheckout();
  calls.submit = () => Promise.reject(busy(600));
  void checkout.submit(fakePaymentForm().payment);
  await vi.advanceTimersByTimeAsync(180_000);
  expect(page.toasts).toEqual(['Payment Error: Too many checkouts were started.']);
  expect(checkout.$isProcessing.get()).toBe(false);
  expect(checkout.form.$fields.get().customerName).toBe('Anna Berg');
});

test('opens no second payment after the form was sent', async () => {
  const { checkout, calls, works, page } = await begin(() => Promise.reject(busy(30)));
  fill(checkout.form);
  calls.open = works;
  const declined = { message: 'Declined.', isUncertain: false };
  await checkout.submit(fakePaymentForm({ confirm: async () => declined }).payment);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.opens).toBe(0);
});

test('reports a lost connection once, for the sent form', async () => {
  const { checkout, calls, page } = openCheckout();
  await checkout.form.start();
  Object.assign(calls, { open: unreachable, submit: unreachable });
  fill(checkout.form);
  await checkout.submit(fakePaymentForm().payment);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(page.toasts).toEqual(['Payment Error: We couldn’t reach the server.']);
  expect(checkout.$missing.get()).toBeNull();
});

test.each([
  ['fails to open', () => Promise.reject(new ApiError(502, '', 'Bad Gateway'))],
  ['is unreachable', unreachable],
  ['is too busy to give a reason', () => Promise.reject(new ApiError(503, '', ''))],
  ['returns no secret', async () => ({ clientSecret: null })],
])('shows the error panel instead of payment when our server %s', async (_, open) => {
  hideLog();
  const { checkout, calls, page } = openCheckout();
  const { open: works } = calls;
  calls.open = open;
  await checkout.form.start();
  checkout.openOnLoad();
  await flushPromises();
  checkout.form.change('customerName', 'Anna');
  expect(checkout.$missing.get()).toMatchObject({ clientSecret: false });
  calls.open = works;
  await checkout.retry();
  expect(checkout.$missing.get()).toBeNull();
  expect([page.opens, checkout.form.$fields.get().customerName]).toEqual([1, 'Anna']);
});

test('sends the form only after the payment request was answered', async () => {
  const { checkout, calls, page } = openCheckout();
  const answer = Promise.withResolvers<typeof page.opened>();
  calls.open = () => answer.promise;
  await checkout.form.start();
  fill(checkout.form);
  const pressing = checkout.submit(fakePaymentForm().payment);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(page.submits).toEqual([]);
  answer.resolve(page.opened);
  await pressing;
  expect(page.submits).toHaveLength(1);
});

test('switches to free when the opening reports a free price', async () => {
  const { checkout } = await begin(async () => ({ clientSecret: null, free: true }));
  expect(checkout.form.$provider.get()).toEqual({ name: 'free' });
});

test('explains why a sum cannot be charged instead of reporting an outage', async () => {
  const sentence = 'This total is too small for a card payment.';
  const { checkout } = await begin(() => Promise.reject(anApiError(409, 'amount_conflict', sentence)));
  expect(checkout.$notice.get()).toEqual({ kind: 'failure', text: sentence });
  expect(checkout.$missing.get()).toBeNull();
});
