import type { Page } from '@playwright/test';
import { openDesk, openListening, orderDialog, test } from '../steps/desk-steps.ts';
import { assignment, readerElsewhere, sellTo, subject, wayBack } from '../steps/reader-steps.ts';
import { expect, orderLink, type SandboxMail } from '../steps/steps.ts';

/* What a reader asks an admin, and the customer: nothing is due until the customer has answered. */

const question = 'Do you mean the job in Lisbon, or the one you have?';
const answer = 'The one in Lisbon.\nI have until March.';
const asked = (page: Page) =>
  page.getByRole('log', { name: 'What the customer was asked' }).getByRole('listitem');

const thread = (page: Page) => page.getByRole('log', { name: 'Notes on this order' }).getByRole('listitem');
const note = (page: Page) => page.getByLabel('Write a note');

test('a reader asks an admin, and both see it on the order', async ({
  page,
  browser,
  service,
  admin,
  reader,
}) => {
  const order = await sellTo(service, admin, reader);
  const desk = await readerElsewhere(browser, service, reader, `?order=${order.id}`);
  await note(desk).fill('Which deck did they mean?');
  await desk.reload();
  await expect(note(desk)).toHaveValue('Which deck did they mean?');
  // It sends the note, not the reading.
  await note(desk).press('Control+Enter');
  await expect(thread(desk)).toHaveText([/^You.*Which deck did they mean\?$/]);
  await expect(note(desk)).toHaveValue('');
  await openDesk(page, service.url, `?order=${order.id}`);
  await expect(thread(page)).toHaveText([
    new RegExp(`^${reader.username} \\(reader\\).*Which deck did they mean\\?$`),
  ]);
  await note(page).fill('The one of Marseille.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(thread(page).last()).toHaveText(/^You.*The one of Marseille\.$/);
  // On a phone it is one tap away.
  await desk.setViewportSize({ width: 360, height: 740 });
  await desk.reload();
  await subject(desk).getByRole('button', { expanded: false }).click();
  await expect(thread(desk).last()).toHaveText(/^admin \(admin\).*The one of Marseille\.$/);
});

test('a reader asks, the customer answers without scripts, and reader and admin read it', async ({
  page,
  browser,
  service,
  admin,
  reader,
}) => {
  const { url } = service;
  const order = await sellTo(service, admin, reader);
  const desk = await readerElsewhere(browser, service, reader, `?order=${order.id}`);

  await test.step('the reader is told what the customer will see, and asks', async () => {
    await desk.getByText('Ask the customer', { exact: true }).click();
    await expect(subject(desk)).toContainText('The customer gets this text by mail');
    await desk.getByLabel('What you ask').fill(question);
    await desk.getByRole('button', { name: 'Ask the customer' }).click();
    await expect(asked(desk)).toContainText([question]);
    await expect(asked(desk)).toContainText([/Waiting for the customer since/]);
    await expect(subject(desk)).toContainText(/Due\s*Waiting for the customer since/);
    await expect(desk.getByText('Ask the customer', { exact: true })).toBeHidden();
  });

  await test.step('no desk counts it as late or due', async () => {
    await wayBack(desk).click();
    await expect(assignment(desk, order)).toContainText('Waiting for the customer since');
    await openListening(page, url, 'admin', `?order=${order.id}`);
    await expect(orderDialog(page, order).getByRole('region', { name: 'Facts' })).toContainText(
      'Waiting for the customer since',
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
    await desk.reload();
    await expect(assignment(desk, order)).not.toContainText('Waits for the customer');
    await desk.goto(`${url}/reader/dashboard?order=${order.id}`);
    await expect(asked(desk)).toContainText([answer]);
  });
});
