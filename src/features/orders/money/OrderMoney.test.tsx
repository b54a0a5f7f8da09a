import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFlaws } from '../../../../tests/kit/components/flaws.ts';
import { aDispute, aPayment, aRefund, openMoney } from '../../../../tests/kit/components/money.ts';
import { openOrder, orderDialog } from '../../../../tests/kit/components/open-order.ts';
import { broken, failOnce } from '../../../../tests/kit/components/people.ts';
import { expectRefused } from '../../../../tests/kit/components/toasts.ts';
import type { Order } from '../../../shared/orders/order-schema.ts';
import type { OrderPayment } from '../../../shared/orders/refund-schema.ts';
import { anEvent, anOrder } from '../../desk/desk-testing.ts';

const toDo = orderDialog.getByRole('region', { name: 'What needs doing' });
const payment = toDo.getByRole('region', { name: 'The payment' });
const question = page.getByRole('alertdialog');
const refundDialog = page.getByRole('dialog', { name: 'Refund order CT-7K3M9Q' });
const hasFocusIn = () => orderDialog.element().contains(document.activeElement);

const warning = (kind: 'early_fraud_warning' | 'review', reason: string): Partial<OrderPayment> => ({
  warnings: [{ id: 'w1', kind, reason, isOpen: true, createdAt: '2026-11-17T09:00:00.000Z' }],
});
const chargeback = { dispute: 'open', paymentStatus: 'disputed' } as const;
const failure = [anEvent('refund_changed', 'stripe', { amountMinor: 2_000, refundStatus: 'failed' })];

const evidence = 'Evidence for the bank';
const stripe = 'Open in Stripe';
test.each<[string, Partial<Order>, Partial<OrderPayment>, says: string[], offers: string[]]>([
  [
    'a chargeback',
    chargeback,
    { disputes: [aDispute()] },
    [
      'Chargeback: response needed',
      'Respond by Wednesday, Nov 25',
      'days left',
      '$60.00 withdrawn',
      'Work has stopped',
    ],
    [evidence, stripe],
  ],
  [
    'a chargeback in another currency',
    chargeback,
    { disputes: [aDispute({ currency: 'jpy', withdrawn: 9100 })] },
    ['¥9,100 withdrawn'],
    [evidence, stripe],
  ],
  [
    'a lost dispute',
    { dispute: 'lost', paymentStatus: 'disputed' },
    { disputes: [aDispute({ status: 'lost' })] },
    ['the money is gone for good'],
    [stripe],
  ],
  [
    'a bank inquiry',
    { dispute: 'inquiry' },
    { disputes: [aDispute({ status: 'warning_needs_response' })] },
    ['Bank inquiry', 'Work may continue.'],
    ['Refund…', evidence, stripe],
  ],
  [
    'a fraud warning',
    { hold: 'early_fraud_warning' },
    warning('early_fraud_warning', 'made_with_stolen_card'),
    ['reported this payment as fraud: the card had been stolen'],
    ['Refund everything', 'Resume order', stripe],
  ],
  [
    'Stripe’s own review',
    { hold: 'review' },
    warning('review', 'rule'),
    ['under review: a Stripe Radar rule requested it'],
    ['Resume order', stripe],
  ],
  [
    'a refund on its way',
    { refundingAmount: 20 },
    { refunds: [aRefund({ status: 'pending' })] },
    ['$20.00On its wayby admin', 're_1It can still fail.'],
    [stripe],
  ],
  [
    'a refund that failed',
    {},
    { refunds: [aRefund({ status: 'failed' })] },
    ['$20.00Failedby admin', 'The money was returned to you.'],
    ['Refund again…', 'Dismiss', stripe],
  ],
])('explains %s and offers its actions', async (_what, order, known, says, offers) => {
  const events = known.refunds?.[0]?.status === 'failed' ? failure : [];
  await openMoney(order, () => ({
    orderPayment: async () => aPayment(known),
    orderEvents: async () => events,
  }));
  for (const text of says) await expect.element(payment).toMatchTextContent(text);
  const pressed = payment.element().querySelectorAll('button, a');
  expect([...pressed].map(({ textContent }) => textContent)).toEqual(offers);
});

test('opens Stripe in a new tab and links the evidence page', async () => {
  await openMoney(chargeback, () => ({ orderPayment: async () => aPayment({ disputes: [aDispute()] }) }));
  const out = payment.getByRole('link', { name: stripe });
  await expect.element(out).toHaveAttribute('target', '_blank');
  await expect.element(out).toHaveAttribute('rel', 'noopener');
  const toEvidence = payment.getByRole('link', { name: evidence });
  await expect.element(toEvidence).toHaveAttribute('href', '/admin/orders/o1/evidence');
  await expect.element(payment.getByRole('time')).toHaveAttribute('datetime', aDispute().dueAt);
  await expect.element(orderDialog.getByRole('button', { name: 'Refund…' })).not.toBeInTheDocument();
});

test('shows the stored payment state when Stripe cannot be reached', async () => {
  await openMoney(chargeback, () => ({ orderPayment: broken }));
  await expect.element(payment.getByRole('alert')).toMatchTextContent('could not be loaded from Stripe.');
  await expect.element(payment).toMatchTextContent('The customer’s bank has taken this payment back for now');
});

test.each<[string, string, Partial<Order>]>([
  ['Resume order', 'Resume order CT-7K3M9Q?', { hold: 'review' }],
  ['Dismiss', 'Dismiss the failed refund of order CT-7K3M9Q?', {}],
])('asks before “%s”, clears the alert, and keeps the focus', async (name, asked, changes) => {
  let events = 'hold' in changes ? [] : failure;
  await openMoney(changes, (order) => ({
    orderPayment: async () =>
      aPayment({ ...warning('review', 'rule'), refunds: [aRefund({ status: 'failed' })] }),
    orderEvents: async () => events,
    async clearPayment() {
      order.hold = null;
      events = [...failure, { ...anEvent('payment_cleared', 'admin'), id: 2 }];
      return order;
    },
  }));
  const press = payment.getByRole('button', { name });
  await press.click();
  await expect.element(question).toHaveAccessibleName(asked);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(press).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await question.getByRole('button', { name }).click();
  await expect.element(payment).not.toBeInTheDocument();
  await expect.poll(hasFocusIn).toBe(true);
});

test('answers a bank inquiry with a full refund, and Cancel returns', async () => {
  await openMoney({ dispute: 'inquiry' }, () => ({}));
  const refund = payment.getByRole('button', { name: 'Refund…' });
  await refund.click();
  await expect.element(refundDialog).toMatchTextContent('A full refund now avoids a chargeback.');
  await refundDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(refund).toHaveFocus();
});

const review = toDo.getByRole('region', { name: 'Payment to check' });
const accept = review.getByRole('button', { name: 'Accept payment' });
const acceptQuestion = page.getByRole('alertdialog', { name: 'Accept the payment of order CT-7K3M9Q?' });
const toReview = anOrder({ paymentStatus: 'review', amount: 75 });

test('does not accept a payment in another currency', async () => {
  const data = { problem: 'currency', amountMinor: 5_000, currency: 'eur' };
  await openOrder({ orderEvents: async () => [anEvent('payment_review', 'stripe', data)] }, toReview);
  await expect.element(review).toMatchTextContent('A payment in another currency cannot be accepted.');
  await expect.element(accept).not.toBeInTheDocument();
});

test('accepts a mismatched payment after a confirmation', async () => {
  let order = toReview;
  const data = { problem: 'amount', amountMinor: 6_000, currency: 'usd' };
  await openOrder(
    {
      orderEvents: async () => [anEvent('payment_review', 'stripe', data)],
      acceptPayment: failOnce(async () => {
        order = anOrder();
        return order;
      }),
    },
    () => order,
  );
  await expect.element(review).toMatchTextContent('$60.00 was paid for this order, which costs $75.00.');
  await accept.click();
  await expect.element(acceptQuestion).toMatchTextContent('The $60.00 will count as payment in full');
  await expectNoFlaws();
  await acceptQuestion.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(accept).toHaveFocus();

  const acceptIt = async () => {
    await accept.click();
    await acceptQuestion.getByRole('button', { name: 'Accept payment' }).click();
  };
  await acceptIt();
  await expectRefused('Update Failed', 'Failed to accept the payment');
  await acceptIt();
  await expect.element(orderDialog.getByRole('button', { name: 'Upload Reading' })).toBeVisible();
  await expect.poll(hasFocusIn).toBe(true);
});
