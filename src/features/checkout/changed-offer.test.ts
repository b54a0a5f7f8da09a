import { expect, test } from 'vitest';
import { anApiError, flushPromises } from '../../lib/store-testing.ts';
import { fakePaymentForm, fill, openCheckout, readyCheckout } from './checkout-testing.ts';

const later = 'Your reading would now arrive by Thursday, November 26. You haven’t been charged.';
const closed = 'We’re closed. You can order again starting Monday, November 30. You haven’t been charged.';

test('shows a later delivery date and charges nothing until the next press', async () => {
  const { page, calls, checkout, noticeText } = await readyCheckout();
  const { payment, done } = fakePaymentForm();
  const { submit } = calls;
  calls.submit = () => Promise.reject(anApiError(409, 'day_conflict', later));
  page.settings = { ...page.settings, promisedDay: '2026-11-26' };
  await checkout.submit(payment);
  expect([noticeText(), page.toasts]).toEqual([later, [`New delivery date: ${later}`]]);
  expect([page.day, done, page.reports, checkout.$isProcessing.get()]).toEqual(['2026-11-26', [], [], false]);
  calls.submit = submit;
  await checkout.submit(payment);
  expect(page.submits).toMatchObject([{ promisedDay: '2026-11-26' }]);
  expect(done).toHaveLength(1);
});

test('tells the customer when sales are paused, and reports no failure', async () => {
  const { page, calls, checkout, noticeText } = openCheckout();
  calls.open = () => Promise.reject(anApiError(409, 'closed_conflict', closed));
  await checkout.form.start();
  checkout.openOnLoad();
  await flushPromises();
  fill(checkout.form);
  expect([noticeText(), checkout.$missing.get()]).toEqual(['', null]);
  calls.submit = () => Promise.reject(anApiError(409, 'closed_conflict', closed));
  await checkout.submit(fakePaymentForm().payment);
  expect([noticeText(), page.reports]).toEqual([closed, []]);
});
