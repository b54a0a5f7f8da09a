import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFlaws } from '../../../../tests/kit/components/flaws.ts';
import { aPayment, aRefund } from '../../../../tests/kit/components/money.ts';
import { openOrder, orderDialog } from '../../../../tests/kit/components/open-order.ts';
import { expectDone, expectRefused } from '../../../../tests/kit/components/toasts.ts';
import { anApiError } from '../../../lib/store-testing.ts';
import { anOrder } from '../../desk/desk-testing.ts';
import type { StaffApi } from '../../desk/staff-api.ts';

const dialog = page.getByRole('dialog', { name: 'Refund order CT-7K3M9Q' });
const amount = dialog.getByRole('textbox', { name: 'How much ($)' });
// It names the sum, as soon as there is one that can be refunded.
const refund = dialog.getByRole('button', { name: /^Refund( \$\d+\.\d\d)?$/ });
const opener = orderDialog.getByRole('button', { name: 'Refund…' });

const paymentAfter = (refunded: number) =>
  aPayment({
    refunded,
    refundable: 60 - refunded,
    refunds: refunded > 0 ? [aRefund({ amount: refunded })] : [],
  });

async function expectSums(...dollars: string[]) {
  await expect
    .poll(() =>
      dialog
        .getByRole('definition')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(dollars);
}

async function openRefund(calls: Partial<StaffApi> = {}, order = anOrder) {
  await openOrder({ orderPayment: async () => paymentAfter(0), ...calls }, () => order());
  await opener.click();
}

test('offers Try again when Stripe cannot be reached', async () => {
  let isDown = true;
  await openRefund({
    orderPayment: () =>
      isDown ? Promise.reject(anApiError(500, 'internal', '')) : Promise.resolve(paymentAfter(0)),
  });
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('The payment could not be loaded from Stripe.');
  isDown = false;
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expectSums('$60.00', '$0.00', '$0.00', '$60.00');
  await expect.element(dialog).toMatchTextContent('the card of Ana Lima');
  await expect.element(amount).toHaveValue('60.00');
  await expect.element(amount).toHaveFocus();
});

test('moves from an unchanged amount to the refund button on Enter', async () => {
  await openRefund();
  await expect.element(amount).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(refund).toHaveFocus();
  await expect.element(refund).toHaveTextContent('Refund $60.00');
  await expectNoFlaws();
  await userEvent.keyboard('{Escape}');
  await expect.element(opener).toHaveFocus();
});

test('refuses an invalid amount at its field until it is changed', async () => {
  await openRefund();
  for (const [typed, reason] of [
    ['ten', /^Please enter how much to refund: more than 0/],
    ['60.01', /^At most \$60\.00 can be refunded\.$/],
  ] as const) {
    await amount.fill(typed);
    await refund.click();
    await expect.element(dialog.getByText(reason)).toBeVisible();
    await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
    await amount.fill('10,50');
    await expect.element(dialog.getByText(reason)).not.toBeInTheDocument();
    await expect.element(refund).toHaveTextContent('Refund $10.50');
  }
});

test('refunds in part, then in full, and shows another admin’s refund first', async () => {
  let back = 0;
  const order = () =>
    anOrder({
      refundedAmount: back,
      paymentStatus: back === 60 ? 'refunded' : back > 0 ? 'partially_refunded' : 'paid',
    });
  await openRefund(
    {
      orderPayment: async () => paymentAfter(back),
      async refundOrder(_, { amount: dollars, refundedBefore }) {
        if (refundedBefore !== back)
          throw anApiError(409, 'payment_conflict', '$50.00 has already been refunded.');
        back += dollars;
        return { order: order(), amount: dollars, refundId: 're_1', refundStatus: 'succeeded' };
      },
    },
    order,
  );
  const facts = orderDialog.getByRole('region', { name: 'Facts' });
  await amount.fill('20');
  await refund.click();
  await expectDone('Refund Made', 'CT-7K3M9Q: $20.00 refunded to the card. At Stripe: re_1.');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await expect.element(facts).toMatchTextContent('Amount$60.00, $20.00 refunded');
  await expect.element(facts).toMatchTextContent('Partly refunded');

  await opener.click();
  await expectSums('$60.00', '$20.00', '$0.00', '$40.00');
  // What becomes of a refund is announced.
  await expect.element(dialog.getByRole('list', { name: 'Refunds' })).toHaveAttribute('aria-live', 'polite');
  await amount.fill('25');
  back = 50;
  await refund.click();
  await expectRefused('Refund Failed', '$50.00 has already been refunded.');
  await expectSums('$60.00', '$50.00', '$0.00', '$10.00');
  await expect.element(amount).toHaveValue('25');

  await amount.fill('10');
  await refund.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(facts).toMatchTextContent('Payment statusRefunded');
  await expect.element(orderDialog.getByRole('button', { name: 'Upload Reading' })).not.toBeInTheDocument();
  await expect.poll(() => orderDialog.element().contains(document.activeElement)).toBe(true);
});

test('repeats an unanswered refund unchanged', async () => {
  const sent: unknown[] = [];
  const unknown = anApiError(502, 'payment_provider_failed', 'Stripe did not answer.');
  let isDown = false;
  await openRefund({
    orderPayment: () => (isDown ? Promise.reject(unknown) : Promise.resolve(paymentAfter(sent.length * 10))),
    refundOrder(_, { amount: dollars, refundedBefore }) {
      sent.push({ dollars, refundedBefore });
      isDown = sent.length === 1;
      return Promise.reject(unknown);
    },
  });
  await amount.fill('10');
  await refund.click();
  await expect.element(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
  isDown = false;
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expectSums('$60.00', '$10.00', '$0.00', '$50.00');
  await expect.element(amount).toHaveValue('10');
  await refund.click();
  await expect
    .poll(() => sent)
    .toEqual([
      { dollars: 10, refundedBefore: 0 },
      { dollars: 10, refundedBefore: 0 },
    ]);
});
