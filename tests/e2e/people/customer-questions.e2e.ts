import type { Page } from '@playwright/test';
import { colleague, openDesk, openListening, orderDialog } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { assignment, readerElsewhere, sellTo, subject, wayBack } from '../steps/reader-steps.ts';
import { expect, orderLink, type SandboxMail } from '../steps/steps.ts';

/* What a reader asks an admin, and the customer: nothing is due until the customer has answered. */

const question = 'Do you mean the job in Lisbon, or the one you have?';
const answer = 'The one in Lisbon.\nI have until March.';
const asked = (page: Page) =>
  page.getByRole('log', { name: 'What the customer was asked' }).getByRole('listitem');

const thread = (page: Page) => page.getByRole('log', { name: 'Notes on this order' }).getByRole('listitem');
const note = (page: Page) => page.getByLabel('Write a note');

test('a reader asks an admin, and both see it on the order', async ({ page, browser, service }) => {
  const order = await sellTo(service, await colleague(service.url), 'reader1');
  const reader = await readerElsewhere(browser, service, 'reader1', `?order=${order.id}`);
  await note(reader).fill('Which deck did they mean?');
  await reader.reload();
  await expect(note(reader)).toHaveValue('Which deck did they mean?');
  // It sends the note, not the reading.
  await note(reader).press('Control+Enter');
  await expect(thread(reader)).toHaveText([/^You.*Which deck did they mean\?$/]);
  await expect(note(reader)).toHaveValue('');
  await openDesk(page, service.url, `?order=${order.id}`);
  await expect(thread(page)).toHaveText([/^reader1 \(reader\).*Which deck did they mean\?$/]);
  await note(page).fill('The one of Marseille.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(thread(page).last()).toHaveText(/^You.*The one of Marseille\.$/);
  // On a phone it is one tap away.
  await reader.setViewportSize({ width: 360, height: 740 });
  await reader.reload();
  await subject(reader).getByRole('button', { expanded: false }).click();
  await expect(thread(reader).last()).toHaveText(/^admin \(admin\).*The one of Marseille\.$/);
});

test('a reader asks, the customer answers without scripts, and reader and admin read it', async ({
  page,
  browser,
  service,
}) => {
  const { url } = service;
  const order = await sellTo(service, await colleague(url), 'reader1');
  const reader = await readerElsewhere(browser, service, 'reader1', `?order=${order.id}`);

  await test.step('the reader is told what the customer will see, and asks', async () => {
    await reader.getByText('Ask the customer', { exact: true }).click();
    await expect(subject(reader)).toContainText('The customer gets exactly these words by mail');
    await reader.getByLabel('What you ask').fill(question);
    await reader.getByRole('button', { name: 'Ask the customer' }).click();
    await expect(asked(reader)).toContainText([question]);
    await expect(asked(reader)).toContainText([/Waits for the customer since/]);
    await expect(subject(reader)).toContainText(/Due\s*Waits for the customer since/);
    await expect(reader.getByText('Ask the customer', { exact: true })).toBeHidden();
  });

  await test.step('no desk counts it as late or due', async () => {
    await wayBack(reader).click();
    await expect(assignment(reader, order)).toContainText('Waits for the customer since');
    await openListening(page, url, 'admin', `?order=${order.id}`);
    await expect(orderDialog(page, order).getByRole('region', { name: 'Facts' })).toContainText(
      'Waits for the customer since',
    );
    await expect(asked(page)).toContainText([question]);
  });

  const customer = await (
    await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  ).newPage();

  await test.step('the customer comes by the mail’s link, and sees that the day stands still', async () => {
    let mail: SandboxMail | undefined;
    await expect
      .poll(async () => {
        const response = await page.request.get(`${url}/sandbox/mail.json`, { params: { to: order.email } });
        const mails: SandboxMail[] = await response.json();
        mail = mails.find(({ subject }) => subject === `A question about your order ${order.orderNumber}`);
        return mail?.text;
      })
      .toContain(question);
    await customer.goto(orderLink(mail));
    await expect(customer.getByRole('heading', { name: 'We have a question for you' })).toBeVisible();
    await expect(customer.getByRole('main')).toContainText(question);
    await expect(customer.getByRole('main')).toContainText(/Reading due by\s*On hold since/);
  });

  await test.step('what is no answer comes back with the reason', async () => {
    await customer.getByLabel('Your answer').fill('   ');
    await customer.getByRole('button', { name: 'Send answer' }).click();
    await expect(customer.getByRole('alert')).toHaveText('Your answer is missing.');
  });

  await test.step('the answer stands there, read-only, beside the new day', async () => {
    await customer.getByLabel('Your answer').fill(answer);
    await customer.getByRole('button', { name: 'Send answer' }).click();
    await expect(customer.getByRole('heading', { name: 'We’re working on your reading' })).toBeVisible();
    await expect(customer.getByRole('main')).toContainText('I have until March.');
    await expect(customer.getByRole('main')).toContainText(/Reading due by\s*\w+day, /);
    await expect(customer.getByRole('textbox')).toHaveCount(0);
  });

  await test.step('the admin’s open order shows it by itself, and the reader finds it', async () => {
    await expect(asked(page)).toContainText([answer]);
    await expect(orderDialog(page, order).getByRole('region', { name: 'Facts' })).not.toContainText('Waits');
    await reader.reload();
    await expect(assignment(reader, order)).not.toContainText('Waits for the customer');
    await reader.goto(`${url}/reader/dashboard?order=${order.id}`);
    await expect(asked(reader)).toContainText([answer]);
  });

  await test.step('the admin asks once more, and goes on without an answer', async () => {
    await page.getByText('Ask the customer', { exact: true }).click();
    await page.getByLabel('What you ask').fill('And which deck do you like?');
    await page.getByRole('button', { name: 'Ask the customer' }).click();
    await page.getByRole('button', { name: 'Go on without an answer' }).click();
    await expect(asked(page).last()).toContainText('Closed without an answer');
    await expect(orderDialog(page, order).getByRole('region', { name: 'Facts' })).not.toContainText('Waits');
  });
});
