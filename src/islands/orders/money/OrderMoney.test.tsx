import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '../../../client/api.ts';
import type { Order, OrderEvent } from '../../../shared/orders/orders.ts';
import type { OrderPayment } from '../../../shared/orders/refunds.ts';
import {
  aDispute,
  anEvent,
  aPayment,
  aRefund,
  openMoney,
  orderDialog,
} from '../../../testing/components/money.ts';
import { broken } from '../../../testing/components/people.ts';
import { expectDone, expectRefused } from '../../../testing/components/toasts.ts';

const payment = orderDialog.getByRole('region', { name: 'The payment' });
const facts = orderDialog.getByRole('region', { name: 'Facts' });
const question = page.getByRole('alertdialog');
const refundDialog = page.getByRole('dialog', { name: 'Refund order CT-7K3M9Q' });
const hasFocusIn = () => orderDialog.element().contains(document.activeElement);

const warning = (kind: 'early_fraud_warning' | 'review', reason: string): Partial<OrderPayment> => ({
  warnings: [{ id: 'w1', kind, reason, isOpen: true, createdAt: '2026-11-17T09:00:00.000Z' }],
});
const chargeback = { dispute: 'open', paymentStatus: 'disputed' } as const;
const failure = [
  anEvent('refund_changed', 'stripe', { amountCents: 2_000, refundStatus: 'failed', failure: null }),
];

interface Case {
  order: Partial<Order>;
  payment?: Partial<OrderPayment>;
  events?: OrderEvent[];
  says: string[];
  offers: string[];
}

const evidence = 'Evidence for the bank';
const stripe = 'Look at it at Stripe';
test.each<[string, Case]>([
  [
    'a chargeback to be answered',
    {
      order: chargeback,
      payment: { isDisputed: true, refundable: 0, disputes: [aDispute()] },
      says: [
        'Chargeback to answer',
        'customer did not make this payment',
        'Withdrawn by the bank$60.00',
        'The work is stopped: no reading is written or sent.',
        'days left',
      ],
      offers: [evidence, stripe],
    },
  ],
  [
    'a dispute that was lost',
    {
      order: { dispute: 'lost', paymentStatus: 'disputed' },
      payment: { isDisputed: true, refundable: 0, disputes: [aDispute({ status: 'lost' })] },
      says: ['the money is gone for good'],
      offers: [stripe],
    },
  ],
  [
    'a bank that asks',
    {
      order: { dispute: 'inquiry' },
      payment: { disputes: [aDispute({ status: 'warning_needs_response', withdrawn: 0 })] },
      says: ['Inquiry of the bank', 'The work may go on. A refund now avoids a chargeback.'],
      offers: ['Refund…', evidence, stripe],
    },
  ],
  [
    'a warning of fraud',
    {
      order: { hold: 'early_fraud_warning' },
      payment: warning('early_fraud_warning', 'made_with_stolen_card'),
      says: ['Early fraud warning', 'No reading leaves until you have decided.'],
      offers: ['Refund everything', 'Let the order go on', stripe],
    },
  ],
  [
    'Stripe’s own review',
    {
      order: { hold: 'review' },
      payment: warning('review', 'rule'),
      says: ['Under review at Stripe', 'a rule of Stripe Radar asked for it'],
      offers: ['Let the order go on', stripe],
    },
  ],
  [
    'a refund on its way',
    {
      order: { refundingAmount: 20 },
      payment: { onItsWay: 20, refunded: 20, refundable: 40, refunds: [aRefund({ status: 'pending' })] },
      says: ['$20.00On its wayby admin', 're_1It can still fail.'],
      offers: [stripe],
    },
  ],
  [
    'a refund that failed',
    {
      order: {},
      payment: { refunds: [aRefund({ status: 'failed' })] },
      events: failure,
      says: ['$20.00Failedby admin', 'the money is with you again.'],
      offers: ['Refund again…', 'Take note', stripe],
    },
  ],
])(
  '%s says what it means, and what can be done',
  async (_what, { order, events = [], says, offers, ...known }) => {
    await openMoney(order, () => ({
      orderPayment: async () => aPayment(known.payment),
      orderEvents: async () => events,
    }));
    for (const text of says) await expect.element(payment).toMatchTextContent(text);
    await expect
      .poll(() => [...payment.element().querySelectorAll('button, a')].map(({ textContent }) => textContent))
      .toEqual(offers);
  },
);

test('what leads out of the shop opens beside it', async () => {
  await openMoney(chargeback, () => ({ orderPayment: async () => aPayment({ disputes: [aDispute()] }) }));
  const out = payment.getByRole('link', { name: stripe });
  await expect.element(out).toHaveAttribute('target', '_blank');
  await expect.element(out).toHaveAttribute('rel', 'noopener');
  await expect
    .element(payment.getByRole('link', { name: evidence }))
    .toHaveAttribute('href', '/admin/orders/o1/evidence');
  await expect.element(payment.getByRole('time')).toHaveAttribute('datetime', aDispute().dueAt);
  await expect.element(orderDialog.getByRole('button', { name: 'Refund…' })).not.toBeInTheDocument();
});

test('without Stripe there is what the order itself knows', async () => {
  await openMoney(chargeback, () => ({ orderPayment: broken }));
  await expect.element(payment.getByRole('alert')).toMatchTextContent('Stripe could not be asked.');
  await expect.element(payment).toMatchTextContent('The customer’s bank has taken this payment back for now');
  await expect.element(payment).toMatchTextContent('The work is stopped');
});

test.each([
  ['Let the order go on', 'Let order CT-7K3M9Q go on?', 'CT-7K3M9Q goes on.', { hold: 'review' }],
  [
    'Take note',
    'Take note that a refund of order CT-7K3M9Q failed?',
    'CT-7K3M9Q: you have taken note of it.',
    {},
  ],
] as const)('“%s” is asked about, takes the doubt away, and keeps the focus in the order', async (...row) => {
  const [name, asked, said, changes] = row;
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
  await expectDone('Payment Looked At', said);
  await expect.element(payment).not.toBeInTheDocument();
  await expect.poll(hasFocusIn).toBe(true);
});

test('with a warning of fraud all goes back after one question', async () => {
  const sent: unknown[] = [];
  await openMoney({ hold: 'early_fraud_warning' }, (order) => ({
    orderPayment: async () => aPayment(order.hold ? warning('early_fraud_warning', 'fraudulent') : {}),
    async refundOrder(_, asked) {
      sent.push(asked);
      Object.assign(order, { hold: null, paymentStatus: 'refunded', refundedAmount: 60 });
      return { order, amount: 60, refundId: 're_1', refundStatus: 'succeeded' };
    },
  }));
  await payment.getByRole('button', { name: 'Refund everything' }).click();
  await expect.element(question).toHaveAccessibleName('Refund all of order CT-7K3M9Q?');
  await expect.element(question).toMatchTextContent('$60.00 goes back to the card of Ana Lima');
  await question.getByRole('button', { name: 'Refund $60.00' }).click();
  await expectDone('Refund Made', 'CT-7K3M9Q: $60.00 given back to the card. At Stripe: re_1.');
  await expect.element(facts).toMatchTextContent('Refunded');
  await expect.element(payment).not.toBeInTheDocument();
  expect(sent).toEqual([{ amount: 60, refundedBefore: 0 }]);
});

test('a bank that asks is answered by a refund; Cancel leads back to its button', async () => {
  await openMoney({ dispute: 'inquiry' }, (order) => ({
    orderPayment: async () => aPayment({ disputes: [aDispute({ status: 'warning_needs_response' })] }),
    async refundOrder() {
      Object.assign(order, { paymentStatus: 'refunded', refundedAmount: 60 });
      return { order, amount: 60, refundId: 're_1', refundStatus: 'succeeded' };
    },
  }));
  const refund = payment.getByRole('button', { name: 'Refund…' });
  await refund.click();
  await expect.element(refundDialog).toMatchTextContent('A refund of all of it now avoids a chargeback.');
  await refundDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(refund).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await refundDialog.getByRole('button', { name: 'Refund $60.00' }).click();
  await expect.element(payment).toMatchTextContent('The money went back: nothing more is written or sent.');
  await expect.element(refund).not.toBeInTheDocument();
});

test('a refund of which nobody knows yet is seen to wait, in its dialog and when that is closed', async () => {
  let refunds: OrderPayment['refunds'] = [];
  const words = 'Stripe did not answer, so nobody knows yet whether this refund was made.';
  await openMoney({}, () => ({
    orderPayment: async () => aPayment({ refunds }),
    async refundOrder() {
      refunds = [aRefund({ refundId: null, status: 'asked' })];
      const error = { code: 'payment_provider_failed', message: words, outcome: 'unknown' };
      throw new ApiError(502, JSON.stringify({ error }), '');
    },
  }));
  await orderDialog.getByRole('button', { name: 'Refund…' }).click();
  await refundDialog.getByLabelText('How much ($)').fill('20');
  await refundDialog.getByRole('button', { name: 'Refund $20.00' }).click();
  await expectRefused('Refund Not Known Yet', words);
  await expect
    .element(refundDialog.getByRole('list', { name: 'Refunds' }))
    .toMatchTextContent(/Waits for Stripe’s answer.*asked again every minute/);
  await expect.element(refundDialog.getByLabelText('How much ($)')).toHaveValue('20');
  await userEvent.keyboard('{Escape}');
  await expect.element(refundDialog).not.toBeInTheDocument();
  await expect.element(payment).toMatchTextContent('$20.00Waits for Stripe’s answer');
});
