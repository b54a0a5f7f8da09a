import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { anOrder } from '../../../client/desk/desk-testing.ts';
import type { StaffApi } from '../../../client/desk/staff-api.ts';
import { expectNoFlaws } from '../../../testing/components/flaws.ts';
import { anEvent, openOrder, orderDialog } from '../../../testing/components/open-order.ts';
import { broken } from '../../../testing/components/people.ts';
import { expectRefused } from '../../../testing/components/toasts.ts';

const review = orderDialog.getByRole('region', { name: 'Payment to check' });
const accept = review.getByRole('button', { name: 'Accept payment' });
const question = page.getByRole('alertdialog', { name: 'Accept the payment of order CT-7K3M9Q?' });
const doubtful = anOrder({ paymentStatus: 'review', amount: 75 });

test('a payment in another currency cannot be accepted', async () => {
  const data = { problem: 'currency', amountCents: 5_000, currency: 'eur' };
  await openOrder({ orderEvents: async () => [anEvent('payment_review', 'stripe', data)] }, doubtful);
  await expect.element(review).toMatchTextContent('A payment in another currency cannot be accepted.');
  await expect.element(accept).not.toBeInTheDocument();
});

test('a payment that does not fit is accepted once that was asked', async () => {
  let order = doubtful;
  let answer: StaffApi['acceptPayment'] = broken;
  const data = { problem: 'amount', amountCents: 6_000, currency: 'usd' };
  await openOrder(
    {
      orderEvents: async () => [anEvent('payment_review', 'stripe', data)],
      acceptPayment: (id) => answer(id),
    },
    () => order,
  );
  await expect
    .element(review)
    .toMatchTextContent('$60.00 came for this order, which costs $75.00. The amount that was paid is not');
  await accept.click();
  await expect.element(question).toMatchTextContent('The order counts as paid with the $60.00 that came');
  await expectNoFlaws();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(accept).toHaveFocus();

  const acceptIt = async () => {
    await accept.click();
    await question.getByRole('button', { name: 'Accept payment' }).click();
  };
  await acceptIt();
  await expectRefused('Update Failed', 'Failed to accept the payment');
  answer = async () => {
    order = anOrder();
    return order;
  };
  await acceptIt();
  await expect.element(orderDialog.getByRole('button', { name: 'Upload Reading' })).toBeVisible();
  await expect.poll(() => orderDialog.element().contains(document.activeElement)).toBe(true);
});
