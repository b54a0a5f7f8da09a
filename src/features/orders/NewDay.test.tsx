import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openMoney } from '../../../tests/kit/components/money.ts';
import { orderDialog } from '../../../tests/kit/components/open-order.ts';
import { failOnce } from '../../../tests/kit/components/people.ts';
import { expectDone, expectRefused } from '../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../lib/store-testing.ts';
import type { NewDayOffer, Order } from '../../shared/orders/order-schema.ts';
import { aNewDay } from './orders-testing.ts';

const form = orderDialog.getByRole('form', { name: 'New date' });
const day = form.getByLabelText('New date');
const fold = orderDialog.getByText('Promise a later date');
const said = page.getByText(/^We’re emailing the customer the new date: /);

async function openOrder(changes: Partial<Order> = {}, known: Partial<NewDayOffer> = {}) {
  const sent: string[] = [];
  let now = aNewDay(known);
  await openMoney(changes, (order) => ({
    newDay: async () => now,
    sendNewDay: failOnce(async (_, chosen) => {
      sent.push(chosen);
      now = { ...now, dueDay: chosen, isLate: false };
      return order;
    }),
  }));
  return sent;
}

test('offers a new day for a late order and refuses invalid ones', async () => {
  const sent = await openOrder();
  await expect.element(form).toMatchTextContent('This reading is late');
  await expect.element(day).toHaveValue('2026-11-23');
  await day.fill('2026-11-21');
  await expect.element(day).toHaveAccessibleDescription(/Saturday, November 21 isn’t a business day\./);
  await day.fill('2026-11-19');
  await form.getByRole('button', { name: 'Promise the new date' }).click();
  await expect.element(day).toHaveAccessibleDescription(/ or later/);
  await expect.element(day).toHaveFocus();
  expect(sent).toEqual([]);
});

test('keeps a day that failed to send, then focuses the confirmation', async () => {
  const sent = await openOrder();
  const send = form.getByRole('button', { name: 'Promise Tuesday, November 24' });
  await day.fill('2026-11-24');
  await send.click();
  await expectRefused('Not Sent', 'Failed to send the new date');
  await expect.element(day).toHaveValue('2026-11-24');
  await send.click();
  await expectDone('New Date Sent', 'CT-7K3M9Q is now due by Tuesday, November 24.');
  await expect.element(said).toMatchTextContent(/: Tuesday, November 24\.$/);
  await expect.element(said).toHaveFocus();
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(fold).toBeVisible();
  expect(sent).toEqual(['2026-11-24']);
});

test.each<[string, Partial<Order>]>([
  ['well before the due date', {}],
  ['during review', { status: 'reading_uploaded' }],
])('lets an admin promise a later day %s', async (_when, changes) => {
  const sent = await openOrder(changes, { isLate: false });
  await expect.element(fold).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
  (fold.element().closest('summary, button') as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(form).toMatchTextContent('The customer gets an email with the new date');
  await expect.element(day).toHaveValue('2026-11-23');
  await day.fill('2026-11-24');
  await userEvent.keyboard('{Enter}');
  await expectRefused('Not Sent', 'Failed to send the new date');
  await userEvent.keyboard('{Enter}');
  await expect.element(said).toHaveFocus();
  expect(sent).toEqual(['2026-11-24']);
});

test.each<[string, Partial<Order>]>([
  ['waits for its customer', { dueAt: null, waitsSince: '2026-11-17T09:00:00.000Z' }],
  ['has been delivered', { status: 'approved', deliveredAt: '2026-11-18T09:00:00.000Z' }],
])('offers no new day for an order that %s', async (_what, changes) => {
  await openMoney(changes, () => ({ newDay: () => Promise.reject(anApiError(404, 'not_found', 'No.')) }));
  await expect.element(orderDialog.getByRole('region', { name: 'Facts' })).toBeVisible();
  await expect.element(fold).not.toBeInTheDocument();
});
