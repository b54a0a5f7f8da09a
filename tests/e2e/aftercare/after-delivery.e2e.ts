import type { Browser, Page } from '@playwright/test';
import {
  type Colleague,
  colleague,
  openDesk,
  openOrderDialog,
  orderDialog,
  sell,
  sellAndWrite,
} from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, mailsTo, orderLink } from '../steps/steps.ts';

/** A phone's. */
const width = 360;

/* What a customer says after the delivery, all of it without scripts, and what becomes of it. */

const praise = 'It gave me the courage to ask.\nThank you.';

/** A browser without scripts, as narrow or wide as they come, and one with them to look at the same page. */
async function visitors(browser: Browser, url: string, width: number) {
  const viewport = { width, height: 800 };
  const open = async (javaScriptEnabled: boolean) =>
    (await browser.newContext({ javaScriptEnabled, viewport, baseURL: url })).newPage();
  return { customer: await open(false), looking: await open(true) };
}

async function deliverTo(url: string, admin: Colleague, page: Page) {
  const { order, reading } = await sellAndWrite(url, admin, 'The Star speaks of patience.\n\nRest.');
  await admin.ask('PUT', `/api/readings/${reading.id}/approve`, {});
  const mails = await mailsTo(page.request, order.email, 2);
  return { order, link: orderLink(mails.at(-1)) };
}

test.use({ environment: { APPROVAL_UNDO_SECONDS: '0' } });

test('a customer says how it was, the owner puts it on the site, and it can be taken back', async ({
  page,
  browser,
  service,
}) => {
  const { url } = service;
  const { customer, looking } = await visitors(browser, url, width);
  const { order, link } = await deliverTo(url, await colleague(url), page);
  const look = async () => {
    await looking.goto(customer.url());
  };

  await test.step('nobody wrote anything yet, so the front page says nothing', async () => {
    await customer.goto('/');
    await expect(customer.getByRole('heading', { name: 'What customers say' })).toHaveCount(0);
  });

  await test.step('one quiet question stands below the letter', async () => {
    await customer.goto(link);
    const form = customer.getByRole('region', { name: 'Did your reading help?' });
    await form.getByRole('radio', { name: 'Partly' }).check();
    await form.getByLabel('What would you like to say about it?').fill(praise);
    await form.getByRole('checkbox', { name: /^Yes\./ }).check();
    await form.getByRole('radio', { name: /With my initials: M\. L\./ }).check();
    await look();
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(customer).toHaveURL(/#feedback$/);
    await expect(form).toContainText('Your answer: Partly');
    await expect(form).toContainText('They aren’t there right now.');
    await look();
  });

  await test.step('the owner puts it on the site', async () => {
    await openOrderDialog(page, url, order);
    const said = orderDialog(page, order).getByRole('region', { name: 'From the customer' });
    await expect(said).toContainText('It helped partly, says the customer');
    await said.getByRole('button', { name: 'Put on the site' }).click();
    await expect(said.getByRole('button', { name: 'Take off the site' })).toBeVisible();
  });

  await test.step('it stands on the front page, with the initials alone', async () => {
    const quotes = customer.getByRole('region', { name: 'What customers say' });
    await expect(async () => {
      await customer.goto('/');
      await expect(quotes).toContainText('courage', { timeout: 1_000 });
    }).toPass();
    await expect(quotes).toContainText('M. L.');
    await expect(quotes).not.toContainText('Maya');
    await looking.goto('/');
  });

  await test.step('the customer takes the permission back, and it is gone', async () => {
    await customer.goto(link);
    await customer.getByRole('button', { name: 'Withdraw permission' }).click();
    await expect(customer.getByRole('button', { name: 'Withdraw permission' })).toHaveCount(0);
    await expect(async () => {
      await customer.goto('/');
      await expect(customer.getByRole('heading', { name: 'What customers say' })).toHaveCount(0, {
        timeout: 1_000,
      });
    }).toPass();
  });
  for (const somebody of [customer, looking]) await somebody.context().close();
});

test('what is wrong reaches the desk, and the customer sees by when an answer comes', async ({
  page,
  browser,
  service,
}) => {
  const { url } = service;
  const { customer, looking } = await visitors(browser, url, width);
  const order = await sell(url);
  const [confirmation] = await mailsTo(page.request, order.email, 1);

  await test.step('before the delivery as well, folded away', async () => {
    await customer.goto(orderLink(confirmation));
    await customer.getByText('Tell us', { exact: true }).click();
    await customer.getByLabel('What is wrong?').fill('   ');
    await customer.getByRole('button', { name: 'Send' }).click();
    await expect(customer.getByRole('alert')).toHaveText('Your message is missing.');
    await looking.goto(customer.url());
    await customer.getByLabel('What is wrong?').fill('I gave the wrong name.');
    await customer.getByRole('button', { name: 'Send' }).click();
    await expect(customer.getByRole('status')).toContainText(/We’ll reply by \w+day, /);
    await looking.goto(customer.url());
  });

  await test.step('the desk says so, and the admin marks it as dealt with', async () => {
    await openDesk(page, url, `?order=${order.id}`);
    const said = orderDialog(page, order).getByRole('region', { name: 'From the customer' });
    await expect(said).toContainText('I gave the wrong name.');
    await said.getByRole('button', { name: 'Mark as dealt with' }).click();
    await expect(said).toContainText('Dealt with');
  });

  await test.step('the customer sees that, and can tell once more', async () => {
    await customer.reload();
    await expect(customer.getByRole('status')).toContainText('taken care of');
    await expect(customer.getByText('Tell us', { exact: true })).toBeVisible();
  });
  for (const somebody of [customer, looking]) await somebody.context().close();
});

test('whoever lost the link has it sent, and nobody learns who orders here', async ({
  page,
  browser,
  service,
}) => {
  const { url } = service;
  const { customer, looking } = await visitors(browser, url, width);
  const order = await sell(url);
  await mailsTo(page.request, order.email, 1);

  await customer.goto('/order/AAAAAAAAAAAAAAAAAAAAAA');
  await customer.getByRole('main').getByRole('link', { name: 'Send me my links' }).click();
  for (const email of ['nobody@customers.example', order.email]) {
    await customer.getByLabel('Email address', { exact: true }).fill(email);
    await customer.getByRole('button', { name: 'Send me my links' }).click();
    await expect(customer).toHaveURL(/\/my-orders#sent$/);
    await expect(customer.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  }
  await looking.goto(customer.url());
  const [, links] = await mailsTo(page.request, order.email, 2);
  await customer.goto(orderLink(links));
  await expect(customer.getByText(order.orderNumber)).toBeVisible();
  await customer.getByRole('contentinfo').getByRole('link', { name: 'Find your orders' }).click();
  await expect(customer.getByRole('heading', { name: 'Find your orders' })).toBeVisible();
  for (const somebody of [customer, looking]) await somebody.context().close();
});
