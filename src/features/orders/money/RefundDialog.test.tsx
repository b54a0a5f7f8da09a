import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoFlaws } from '../../../../tests/kit/components/flaws.ts';
import { textsOf } from '../../../../tests/kit/components/lists.ts';
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
const facts = orderDialog.getByRole('region', { name: 'Facts' });
const opener = orderDialog.getByRole('button', { name: 'Refund…' });

const paymentAfter = (refunded: number) =>
  aPayment({
    refunded,
    refundable: 60 - refunded,
    refunds: refunded > 0 ? [aRefund({ amount: refunded })] : [],
  });

async function expectSums(...dollars: string[]) {
  await expect.poll(() => textsOf(dialog.getByRole('definition'))).toEqual(dollars);
}

async function openRefund(calls: Partial<StaffApi> = {}, order = anOrder) {
  await openOrder({ orderPayment: async () => paymentAfter(0), ...calls }, () => order());
  await opener.click();
}

test('moves from an unchanged amount to the refund button on Enter', async () => {
  await openRefund();
  await expect.element(amount).toHaveFocus();
  await expect.element(dialog).toMatchTextContent('Ana Lima’s card');
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

/** Opens the refund of an order of which `back` may have been refunded meanwhile. */
async function openRefundable(back = 0) {
  const shop = { back };
  const order = () => {
    const paymentStatus = shop.back === 60 ? 'refunded' : shop.back > 0 ? 'partially_refunded' : 'paid';
    return anOrder({ refundedAmount: shop.back, paymentStatus });
  };
  const refundOrder: StaffApi['refundOrder'] = async (_, { amount: dollars, refundedBefore }) => {
    if (refundedBefore !== shop.back)
      throw anApiError(409, 'payment_conflict', '$50.00 has already been refunded.');
    shop.back += dollars;
    return { order: order(), amount: dollars, refundId: 're_1', refundStatus: 'succeeded' };
  };
  await openRefund({ orderPayment: async () => paymentAfter(shop.back), refundOrder }, order);
  return shop;
}

test('refunds a part and shows it in the order', async () => {
  await openRefundable();
  await amount.fill('20');
  await refund.click();
  await expectDone('Refund Made', 'CT-7K3M9Q: $20.00 refunded to the card. In Stripe: re_1.');
  await expect.element(opener).toHaveFocus();
  await expect.element(facts).toMatchTextContent(/Partly refunded.*Amount\$60\.00, \$20\.00 refunded/);
});

test('shows another admin’s refund before the rest can be refunded', async () => {
  const shop = await openRefundable(20);
  await expectSums('$60.00', '$20.00', '$0.00', '$40.00');
  // What becomes of a refund is announced.
  await expect.element(dialog.getByRole('list', { name: 'Refunds' })).toHaveAttribute('aria-live', 'polite');
  await amount.fill('25');
  shop.back = 50;
  await refund.click();
  await expectRefused('Refund Failed', '$50.00 has already been refunded.');
  await expectSums('$60.00', '$50.00', '$0.00', '$10.00');
  await expect.element(amount).toHaveValue('25');

  await amount.fill('10');
  await refund.click();
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
  const once = { dollars: 10, refundedBefore: 0 };
  await expect.poll(() => sent).toEqual([once, once]);
});
