import type { Page } from '@playwright/test';
import { openDesk, openOrderDialog, sell, sellAndWrite } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, fillCheckout, mailsTo, openPlain, orderLink, pay, payButton } from '../steps/steps.ts';

/*
 * A shop that sells into the EU: the consent at the checkout, and the withdrawal in two steps without scripts. What a
 * withdrawal allows and forbids: src/server/payments.
 */

// Begun in a shop that does not offer it yet.
test.describe.configure({ mode: 'default' });
test.use({ environment: { APPROVAL_UNDO_SECONDS: '0' } });

const consent = /I expressly ask you to start my reading right away/;
const number = (page: Page) => page.getByLabel('Order number', { exact: true });
const address = (page: Page) => page.getByLabel('Email address', { exact: true });

test('requires consent once the admin enables withdrawal, and repeats it by mail', async ({
  page,
  service: { url },
}) => {
  await test.step('withdrawal is off by default', async () => {
    await page.goto('/');
    await expect(page.getByRole('checkbox', { name: consent })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Withdraw from contract' })).toHaveCount(0);
  });

  await test.step('the admin enables withdrawal', async () => {
    await openDesk(page, url, '?tab=settings&section=aftercare');
    const card = page.getByRole('region', { name: 'Withdrawal and feedback' });
    await card.getByRole('checkbox', { name: 'Customers can withdraw from the contract' }).check();
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Settings Updated', { exact: true })).toBeVisible();
  });

  await test.step('the checkbox is above the button and required', async () => {
    await expect.poll(async () => (await page.request.get('/')).text()).toMatch(consent);
    const customer = await fillCheckout(page);
    const box = page.getByRole('checkbox', { name: consent });
    await expect(box).not.toBeChecked();
    const button = await payButton(page).elementHandle();
    // In one look: the page may still be scrolling.
    expect(
      await box.evaluate(
        (node, pay) => node.getBoundingClientRect().bottom <= (pay as Element).getBoundingClientRect().top,
        button,
      ),
    ).toBe(true);
    await payButton(page).click();
    await expect(box).toBeFocused();
    await expect(box).toHaveAccessibleDescription(/Please check this box/);
    await box.check();
    await expect(page.getByText(/Please check this box/)).toHaveCount(0);
    await pay(page);
    const [confirmation] = await mailsTo(page.request, customer.email, 1);
    expect(confirmation?.text).toMatch(consent);
  });
});

test('withdraws an order in two steps, and the admin refunds it', async ({
  page,
  browser,
  service: { url },
  admin,
}) => {
  await admin.ask('PUT', '/api/settings/aftercare', { feedbackMailDays: 0, hasWithdrawal: true });
  await expect.poll(async () => (await page.request.get('/withdraw')).text()).toContain('Order number');
  const order = await sell(url, { consent: true });
  const { order: late, reading } = await sellAndWrite(url, admin, 'The Star.', { consent: true });
  const [confirmation] = await mailsTo(page.request, order.email, 1);
  await admin.ask('PUT', `/api/readings/${reading.id}/approve`, {});
  await mailsTo(page.request, late.email, 2);
  const customer = await openPlain(browser, `${url}/terms`);
  const send = () => customer.getByRole('button', { name: 'Continue' }).click();
  const isWrong = async (field: typeof number, typed: string, why: RegExp) => {
    await expect(field(customer)).toHaveValue(typed);
    await expect(field(customer)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(customer)).toHaveAccessibleDescription(why);
  };

  await test.step('every page links to the form, which shows errors at its fields', async () => {
    await customer.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract' }).click();
    await address(customer).fill('maya@customers');
    await send();
    await isWrong(number, '', /^Enter your order number\.$/);
    await isWrong(address, 'maya@customers', /^Your email address doesn’t look right/);
    await expect(number(customer)).toBeFocused();
  });

  await test.step('withdrawal is refused after delivery, with a contact link', async () => {
    await number(customer).fill(late.orderNumber);
    await address(customer).fill(late.email);
    await send();
    const refused = customer.getByRole('heading', { name: 'You can’t withdraw from this order online' });
    await expect(refused).toBeVisible();
    await expect(customer.getByRole('main').getByRole('link')).toHaveAttribute('href', /^mailto:/);
  });

  await test.step('the second step confirms and shows when it was received', async () => {
    await customer.goto(orderLink(confirmation));
    await customer.getByRole('button', { name: 'Withdraw from contract' }).click();
    await expect(customer.getByRole('main')).toContainText(`order ${order.orderNumber}`);
    await customer.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await expect(customer.getByRole('heading', { name: 'We’ve received your withdrawal' })).toBeVisible();
    await expect(customer.getByRole('main')).toContainText(/Received on \w+day, \w+ \d+, \d{4} at /);
    const [, receipt] = await mailsTo(page.request, order.email, 2);
    expect(receipt?.subject).toContain('We’ve received your withdrawal');
    await customer.goto(orderLink(receipt));
    await expect(customer.getByRole('heading', { name: 'You’ve withdrawn from the contract' })).toBeVisible();
  });

  await test.step('the admin refunds a part and settles the rest', async () => {
    await admin.ask('POST', `/api/orders/${order.id}/refund`, { amount: 40, refundedBefore: 0 });
    const dialog = await openOrderDialog(page, url, order);
    const said = dialog.getByRole('region', { name: 'From the customer' });
    await expect(dialog.getByRole('region', { name: 'What needs doing' })).toContainText('withdrew');
    await expect(dialog.getByRole('button', { name: 'Refund the customer…' })).toBeVisible();
    // The mail about it comes into the dialog while the admin looks, and moves what is to be pressed.
    await expect(dialog.getByRole('button', { name: /^Resend: Refund made/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'Mark settled…' }).click();
    const question = page.getByRole('alertdialog', { name: /settled\?$/ });
    await expect(question).toContainText('$40.00 of $60.00 was refunded to the card.');
    await question.getByRole('button', { name: 'Mark settled' }).click();
    await expect(said).toContainText(/Settled .* by admin/);
    await expect(dialog.getByRole('button', { name: 'Refund the customer…' })).toHaveCount(0);
    await customer.reload();
    await expect(customer.getByText('no further refund is due')).toBeVisible();
  });
});
