import type { Page } from '@playwright/test';
import { readingRequest } from '../../../src/testing/test-app.ts';
import { expectOk, openBrowser } from '../../faults/attacks-support/browser.ts';
import {
  colleague,
  newTag,
  openDesk,
  openOrderDialog,
  orderDialog,
  type SoldOrder,
  sell,
  sellAndWrite,
} from '../steps/desk-steps.ts';
import { setPrice, testAlone as test } from '../steps/own-service.ts';
import {
  cards,
  expect,
  fillCard,
  fillDetails,
  mailsTo,
  newCustomer,
  openCheckout,
  orderLink,
  payButton,
  readOrderNumber,
} from '../steps/steps.ts';

/** A phone's. */
const width = 360;

/* A shop that sells into the EU: the consent at the checkout, and the withdrawal in two steps without scripts. */

const refundsSlowly = '4000000000007726';
const refundFailsLater = '4000000000005126';

/** What takes a bank its time is decided now. */
async function banksDecide(page: Page, url: string): Promise<void> {
  const headers = { origin: url };
  const answer = await page.request.post(`${url}/sandbox/payments/settle`, { headers, maxRedirects: 0 });
  expect(answer.status()).toBeLessThan(400);
}

const consent = /I expressly ask you to begin with my reading at once/;

test('the admin switches it on; then nobody orders without the consent, and the mail repeats it', async ({
  page,
  service,
}) => {
  const { url } = service;
  await test.step('it is off until somebody wants it', async () => {
    await page.goto('/');
    await expect(page.getByRole('checkbox', { name: consent })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Withdraw from contract' })).toHaveCount(0);
  });

  await test.step('the admin switches it on', async () => {
    await openDesk(page, url, '?tab=settings');
    const card = page.getByRole('region', { name: 'After the order' });
    await card.getByRole('checkbox', { name: 'Customers can withdraw from the contract' }).check();
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Settings Updated', { exact: true })).toBeVisible();
  });

  await test.step('the box stands above the button, and is needed', async () => {
    await expect(async () => {
      await openCheckout(page);
      await expect(page.getByRole('checkbox', { name: consent })).toBeVisible({ timeout: 1_000 });
    }).toPass();
    const customer = newCustomer();
    await fillDetails(page, customer);
    await fillCard(page, cards.succeeds);
    await payButton(page).click();
    const box = page.getByRole('checkbox', { name: consent });
    await expect(box).toBeFocused();
    await expect(box).toHaveAccessibleDescription(/Please tick this box/);
    await box.check();
    await expect(page.getByText(/Please tick this box/)).toHaveCount(0);
    await payButton(page).click();
    await readOrderNumber(page);
    const [confirmation] = await mailsTo(page.request, customer.email, 1);
    expect(confirmation?.text).toMatch(consent);
  });
});

test('a customer withdraws in two steps, and the admin gives the money back', async ({
  page,
  browser,
  service,
}) => {
  const { url } = service;
  const order = await sell(url);
  const late = await sell(url);
  const [confirmation] = await mailsTo(page.request, order.email, 1);
  const admin = await colleague(url);
  await admin.ask('PUT', '/api/settings/aftercare', { feedbackMailDays: 0, hasWithdrawal: true });
  const { id } = await admin.write(late.id, 'The Star speaks of patience.');
  await admin.ask('PUT', `/api/readings/${id}/approve`, {});
  await mailsTo(page.request, late.email, 2);
  const viewport = { width, height: 800 };
  const open = async (javaScriptEnabled: boolean) =>
    (await browser.newContext({ javaScriptEnabled, viewport, baseURL: url })).newPage();
  const customer = await open(false);
  const looking = await open(true);
  const look = async () => {
    await looking.goto(customer.url());
  };
  const state = async (orderNumber: string, email: string) => {
    await customer.getByLabel('Order number', { exact: true }).fill(orderNumber);
    await customer.getByLabel('Email address', { exact: true }).fill(email);
    await customer.getByRole('button', { name: 'Continue' }).click();
  };

  await test.step('the foot of each page leads there, and a wrong number is said kindly', async () => {
    await expect(async () => {
      await customer.goto('/terms');
      await customer
        .getByRole('contentinfo')
        .getByRole('link', { name: 'Withdraw from contract' })
        .click({ timeout: 1_000 });
    }).toPass();
    await look();
    await state('CT-000000', order.email);
    await expect(customer.getByRole('alert')).toContainText('We can’t find an order with this number');
    await look();
  });

  await test.step('after the delivery it is refused, with a way to a person', async () => {
    await state(late.orderNumber, late.email);
    await expect(
      customer.getByRole('heading', { name: 'You can’t withdraw from this order here' }),
    ).toBeVisible();
    await expect(customer.getByRole('main').getByRole('link')).toHaveAttribute('href', /^mailto:/);
    await look();
  });

  await test.step('the second step confirms, and says when it was received', async () => {
    await customer.goto(orderLink(confirmation));
    await look();
    await customer.getByRole('button', { name: 'Withdraw from contract' }).click();
    await expect(customer.getByRole('main')).toContainText(`order number ${order.orderNumber}`);
    await look();
    await customer.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await expect(customer.getByRole('heading', { name: 'We have received your withdrawal' })).toBeVisible();
    await expect(customer.getByRole('main')).toContainText(/Received on \w+day, \w+ \d+, \d{4} at /);
    await look();
    const [, receipt] = await mailsTo(page.request, order.email, 2);
    expect(receipt?.subject).toContain('Receipt of your withdrawal');
    await customer.goto(orderLink(receipt));
    await expect(customer.getByRole('heading', { name: 'You’ve withdrawn from the contract' })).toBeVisible();
    await look();
  });

  await test.step('the admin sees it and gives the money back', async () => {
    await openOrderDialog(page, url, order);
    const dialog = orderDialog(page, order);
    await expect(dialog.getByRole('region', { name: 'From the customer' })).toContainText('withdrew');
    await dialog.getByRole('button', { name: 'Give the money back…' }).click();
    await page
      .getByRole('dialog', { name: /^Refund order/ })
      .getByRole('button', { name: 'Refund $60.00' })
      .click();
    await expect(page.getByRole('dialog', { name: /^Refund order/ })).toBeHidden();
    await expect(dialog.getByRole('button', { name: 'Give the money back…' })).toHaveCount(0);
    await customer.reload();
    await expect(customer.getByRole('heading', { name: 'Your order was refunded' })).toBeVisible();
  });
  for (const somebody of [customer, looking]) await somebody.context().close();
});

test('nobody writes for what was withdrawn from, and a part that is kept is settled', async ({
  page,
  browser,
  service,
}) => {
  const { url } = service;
  await page.setViewportSize({ width, height: 800 });
  const customer = await (
    await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 800 }, baseURL: url })
  ).newPage();
  const admin = await colleague(url);
  await admin.ask('PUT', '/api/settings/aftercare', { feedbackMailDays: 0, hasWithdrawal: true });
  const withdraw = async ({ orderNumber, email }: Pick<SoldOrder, 'orderNumber' | 'email'>) => {
    // The pages for everybody are made anew once it is switched on.
    await expect(async () => {
      await customer.goto('/withdraw');
      await customer.getByLabel('Order number', { exact: true }).fill(orderNumber, { timeout: 1_000 });
    }).toPass();
    await customer.getByLabel('Email address', { exact: true }).fill(email);
    await customer.getByRole('button', { name: 'Continue' }).click();
    const said = await customer.getByRole('main').innerText();
    await customer.getByRole('button', { name: 'Confirm withdrawal' }).click();
    await expect(customer.getByRole('heading', { name: 'We have received your withdrawal' })).toBeVisible();
    return `${said} ${await customer.getByRole('main').innerText()}`;
  };
  const order = await sell(url, { consent: true });
  const { order: written } = await sellAndWrite(url, admin, 'The Star speaks of patience.', {
    consent: true,
  });

  await test.step('the desk offers nothing to write, to decide or to assign', async () => {
    expect(await withdraw(order)).toContain('refund what you paid to your card');
    await withdraw(written);
    for (const one of [order, written]) {
      const dialog = await openOrderDialog(page, url, one);
      await expect(
        dialog.getByText('The customer has withdrawn from this order, so its reading is not needed.'),
      ).toBeVisible();
      for (const name of [
        'Upload Reading',
        'Approve & Send',
        'Reject',
        'Edit Reading',
        'Assign',
        'Reassign',
      ]) {
        await expect(dialog.getByRole('button', { name, exact: true })).toHaveCount(0);
      }
      await expect(dialog.getByRole('combobox', { name: 'Assigned reader' })).toHaveCount(0);
    }
    await openDesk(page, url, '?tab=approvals');
    await expect(page.getByRole('main')).toContainText('No readings pending approval');
  });

  await test.step('nor once the money went back', async () => {
    await admin.ask('POST', `/api/orders/${written.id}/refund`, { amount: 60, refundedBefore: 0 });
    const dialog = await openOrderDialog(page, url, written);
    await expect(dialog.getByText('The money of this order went back to the customer, so')).toBeVisible();
    for (const name of ['Approve & Send', 'Reject', 'Edit Reading', 'Assign', 'Reassign']) {
      await expect(dialog.getByRole('button', { name, exact: true })).toHaveCount(0);
    }
  });

  await test.step('a part is given back, and the rest is said to be settled', async () => {
    await admin.ask('POST', `/api/orders/${order.id}/refund`, { amount: 40, refundedBefore: 0 });
    const dialog = await openOrderDialog(page, url, order);
    // The mail about it comes into the dialog while one looks, and moves what is to be pressed.
    await expect(dialog.getByRole('button', { name: /^Resend: Money given back/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'It is settled…' }).click();
    const question = page.getByRole('alertdialog', { name: /settled\?$/ });
    await expect(question).toContainText('$40.00 of $60.00 went back to the card.');
    await question.getByRole('button', { name: 'It is settled' }).click();
    await expect(dialog.getByRole('region', { name: 'From the customer' })).toContainText(
      /Settled .* by admin/,
    );
    await expect(dialog.getByRole('button', { name: 'Give the money back…' })).toHaveCount(0);
    const receipt = (await mailsTo(page.request, order.email, 3)).find(({ subject }) =>
      subject.includes('withdrawal'),
    );
    await customer.goto(orderLink(receipt));
    await expect(customer.getByText('Your refund has been settled.')).toBeVisible();
  });

  await test.step('while a refund is on its way nothing can be settled, and the desk says why', async () => {
    const slow = await sell(url, { consent: true }, refundsSlowly);
    await withdraw(slow);
    // The bank takes some seconds: who was slower to look than it looks at another refund.
    await expect(async () => {
      await admin.ask('POST', `/api/orders/${slow.id}/refund`, { amount: 5 });
      const dialog = await openOrderDialog(page, url, slow);
      const settle = dialog.getByRole('button', { name: 'It is settled…' });
      await expect(settle).toBeDisabled({ timeout: 2_000 });
      await expect(settle).toHaveAccessibleDescription(/A refund of this order is under way/, {
        timeout: 1_000,
      });
    }).toPass();
  });

  await test.step('what was settled is due again once the refund comes to nothing', async () => {
    const failing = await sell(url, { consent: true }, refundFailsLater);
    await withdraw(failing);
    await admin.ask('POST', `/api/orders/${failing.id}/refund`, { amount: 40, refundedBefore: 0 });
    await admin.ask('PUT', `/api/orders/${failing.id}/withdrawal/settle`, { refundedBefore: 40 });
    await banksDecide(page, url);
    await expect(async () => {
      const dialog = await openOrderDialog(page, url, failing);
      const said = dialog.getByRole('region', { name: 'From the customer' });
      await expect(said.getByRole('button', { name: 'Give the money back…' })).toBeVisible({
        timeout: 2_000,
      });
      await expect(said).not.toContainText('Settled');
    }).toPass();
  });

  await test.step('of a free order no page speaks of money', async () => {
    await setPrice(service, 0);
    const email = `maya.${newTag()}@customers.example`;
    const form = readingRequest({ customerEmail: email, consent: true });
    const { text } = await expectOk(openBrowser(url).call('POST', '/api/create-simple-payment-intent', form));
    const free = { orderNumber: String(JSON.parse(text).orderNumber), email };
    expect(await withdraw(free)).not.toMatch(/paid|money|card/i);
    const [, receipt] = await mailsTo(page.request, free.email, 2);
    await customer.goto(orderLink(receipt));
    const main = customer.getByRole('main');
    await expect(main.getByRole('heading', { name: 'You’ve withdrawn from the contract' })).toBeVisible();
    await expect(main).not.toContainText(/you paid|money|goes back/i);
  });
  await customer.context().close();
});

test.use({ environment: { APPROVAL_UNDO_SECONDS: '0' } });
