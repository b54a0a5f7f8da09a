import type { Page } from '@playwright/test';
import type { OrderPayment } from '../../../src/shared/orders/refunds.ts';
import { colleague, expectDone, openDesk, type SoldOrder, sell } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, mailsTo, orderLink } from '../steps/steps.ts';

/* What a customer is told when their bank has decided. */

async function switchDisputeMails(page: Page, url: string, isOn: boolean): Promise<void> {
  await openDesk(page, url, '?tab=settings');
  const told = page
    .getByRole('region', { name: 'Mail when something happens' })
    .getByRole('checkbox', { name: 'A dispute is closed' });
  // Until it is known it looks as it is at first, and cannot be pressed.
  await expect(told).toBeEnabled();
  await told.setChecked(isOn);
  await expectDone(
    page,
    'Setting Updated',
    isOn ? 'This is sent from now on.' : 'This is not sent any more.',
  );
}

test('a dispute that is closed is told as it ended, and not while that is switched off', async ({
  page,
  service: { url },
}) => {
  const admin = await colleague(url);

  /** The customer's bank disputes the payment and decides, each by a button on the sandbox's page. */
  async function dispute({ id }: SoldOrder, outcome: 'Won' | 'Lost'): Promise<void> {
    const { paymentIntentId } = await admin.ask<OrderPayment>('GET', `/api/orders/${id}/payment`);
    await page.goto('/sandbox/payments');
    const payment = page.locator(`#${paymentIntentId}`);
    await payment.getByText('What can happen next').click();
    await payment.getByRole('button', { name: 'Chargeback: fraud', exact: true }).click();
    await expect.poll(async () => (await admin.order(id)).dispute).toBe('open');
    await payment.getByRole('button', { name: outcome, exact: true }).click();
    await expect
      .poll(async () => (await admin.order(id)).dispute)
      .toBe(outcome === 'Won' ? 'closed' : 'lost');
  }

  await test.step('won: the payment stands, and the reading comes by its day', async () => {
    const order = await sell(url);
    await dispute(order, 'Won');
    const [, mail] = await mailsTo(page.request, order.email, 2);
    expect(mail?.subject).toBe(`About the payment for your order ${order.orderNumber}`);
    expect(mail?.text).toContain(
      `The bank of the card that paid for your order ${order.orderNumber} has reviewed the payment and decided that it stands.`,
    );
    expect(mail?.text).toMatch(/We’re continuing with your reading, and you’ll get it by \w+day, \w+ \d+/);
    await page.goto(orderLink(mail));
    await expect(page.getByRole('heading', { name: 'We’re working on your reading' })).toBeVisible();
  });

  await test.step('switched off, a lost one is not told; the next one is', async () => {
    await switchDisputeMails(page, url, false);
    const untold = await sell(url);
    await dispute(untold, 'Lost');
    await switchDisputeMails(page, url, true);
    const told = await sell(url, { customerEmail: untold.email });
    await dispute(told, 'Lost');
    // Both were confirmed; the one that was told last would come after the one that was not.
    const mails = await mailsTo(page.request, told.email, 3);
    expect(mails.map(({ subject }) => subject).filter((subject) => subject.startsWith('About'))).toEqual([
      `About the payment for your order ${told.orderNumber}`,
    ]);
    const text = mails.at(-1)?.text;
    expect(text).toContain('has decided to return the money to you. The bank takes care of that');
    expect(text).toContain('Your order is now closed, and we won’t write a reading for it.');
    expect(text).not.toContain('We’re continuing');
  });
});
