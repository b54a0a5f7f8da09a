import type { Page } from '@playwright/test';
import { openListening, orderDialog, test } from '../steps/desk-steps.ts';
import { assignment, backLink, readerElsewhere, sellTo, subject } from '../steps/reader-steps.ts';
import { expect, mailsTo, openPlain, orderLink } from '../steps/steps.ts';

/* What reader and admin note for each other, and what the customer is asked: nothing is due until they have answered. */

const question = 'Do you mean the job in Lisbon, or the one you have?';
const answer = 'The one in Lisbon.\nI have until March.';
const asked = (page: Page) =>
  page.getByRole('log', { name: 'Conversation with the customer' }).getByRole('listitem');

test('lets a reader ask and the customer answer without scripts', async ({
  page,
  browser,
  service,
  admin,
  reader,
}) => {
  const { url } = service;
  const order = await sellTo(service, admin, reader);
  const desk = await readerElsewhere(browser, service, reader, `?order=${order.id}`);

  await test.step('the reader sees what the customer gets, and asks', async () => {
    await desk.getByText('Write to the customer', { exact: true }).click();
    await expect(subject(desk)).toContainText('The customer gets this by email');
    await desk.getByLabel('Your message').fill(question);
    await desk.getByLabel('This is a question: put the due date on hold until they answer').check();
    await desk.getByRole('button', { name: 'Ask the customer' }).click();
    await expect(asked(desk)).toContainText([question]);
    await expect(asked(desk)).toContainText(['The due date is on hold until they answer.']);
    await expect(subject(desk)).toContainText(/Due\s*Waiting for the customer since/);
    await expect(desk.getByRole('button', { name: 'Ask the customer' })).toBeHidden();
  });

  await test.step('no desk counts the order as late or due', async () => {
    await backLink(desk).click();
    await expect(assignment(desk, order)).toContainText('Waiting for the customer since');
    await openListening(page, url, 'admin', `?order=${order.id}`);
    await expect(orderDialog(page, order).getByRole('region', { name: 'Facts' })).toContainText(
      'Waiting for the customer since',
    );
    await expect(asked(page)).toContainText([question]);
  });

  const [, mail] = await mailsTo(page.request, order.email, 2);
  const customer = await openPlain(browser, orderLink(mail));

  await test.step('the customer follows the mail and sees the order on hold', async () => {
    expect(mail).toMatchObject({ subject: `A question about your order ${order.orderNumber}` });
    expect(mail?.text).toContain(question);
    await expect(customer.getByRole('heading', { name: 'We have a question for you' })).toBeVisible();
    await expect(customer.getByRole('main')).toContainText(question);
    await expect(customer.getByRole('main')).toContainText(/Delivery\s*On hold since/);
  });

  await test.step('the answer appears read-only beside the new due date', async () => {
    await customer.getByLabel('Your answer').fill(answer);
    await customer.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(customer.getByRole('heading', { name: 'We’re working on your reading' })).toBeVisible();
    await expect(customer.getByRole('main')).toContainText('I have until March.');
    await expect(customer.getByRole('main')).toContainText(/In your inbox by\s*\w+day, /);
    await expect(customer.getByLabel('Your answer')).toHaveCount(0);
  });

  await test.step('the admin’s open order shows the answer, and the reader finds it', async () => {
    await expect(asked(page)).toContainText([answer]);
    await expect(orderDialog(page, order).getByRole('region', { name: 'Facts' })).not.toContainText('Waits');
    await desk.reload();
    await expect(assignment(desk, order)).not.toContainText('Waiting for the customer');
    await desk.goto(`${url}/reader/dashboard?order=${order.id}`);
    await expect(asked(desk)).toContainText([answer]);
  });
});
