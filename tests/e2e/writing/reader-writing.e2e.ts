import { expectDone, test } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import {
  assignment,
  expectSaved,
  openReaderDesk,
  readerElsewhere,
  sellTo,
  submitReading,
  text,
} from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';

/* Nothing that readers type is lost, nor overwritten. When it is saved: src/features/writing/autosave.test.ts. */

const { step } = test;

test('keeps typed text after a reload and on another device', async ({
  page,
  browser,
  service,
  admin,
  reader,
}) => {
  const order = await sellTo(service, admin, reader);
  const query = `?order=${order.id}`;
  await openReaderDesk(page, service.url, reader, query);
  await page.getByLabel('Internal notes').fill('A hard one.');
  await text(page).fill('The Star speaks of patience.');
  await expectSaved(page);
  await page.reload();
  await expect(text(page)).toHaveValue('The Star speaks of patience.');

  await step('the text is there on another device', async () => {
    const phone = await readerElsewhere(browser, service, reader, query);
    await expect(text(phone)).toHaveValue('The Star speaks of patience.');
    await expect(phone.getByLabel('Internal notes')).toHaveValue('A hard one.');
    await text(phone).fill('The Star speaks of patience, and of rest.');
    await expectSaved(phone);
    await page.reload();
    await expect(text(page)).toHaveValue('The Star speaks of patience, and of rest.');
  });
  await step('nothing is left after it was submitted', async () => {
    await submitReading(page);
    await expectDone(page, 'Success', 'Reading submitted for admin review');
    await expect(text(page)).toHaveValue('');
    await expect(assignment(page, order)).toHaveCount(0);
    expect((await admin.readingOf(order.id)).content).toBe('The Star speaks of patience, and of rest.');
  });
});

testAlone('loses no typed text in a power failure', async ({ page, browser, service, admin, reader }) => {
  const order = await sellTo(service, admin, reader);
  const query = `?order=${order.id}`;
  await openReaderDesk(page, service.url, reader, query);
  await text(page).fill('Saved before the cut.');
  await expectSaved(page);
  await text(page).pressSequentially(' Typed');
  await service.kill();
  await text(page).pressSequentially(' after it.');
  await expect(page.getByRole('status').filter({ hasText: 'Not saved' })).toContainText(
    'Your text is saved on this device.',
  );
  await service.restart();

  const phone = await readerElsewhere(browser, service, reader, query);
  await expect(text(phone)).toHaveValue(/^Saved before the cut\./);
  await phone.context().close();
  await expectSaved(page);
  await page.reload();
  await expect(text(page)).toHaveValue('Saved before the cut. Typed after it.');
});

test('hands the draft of a reassigned order to the next reader', async ({
  page,
  browser,
  service,
  admin,
  reader,
}) => {
  const order = await sellTo(service, admin, reader);
  const query = `?order=${order.id}`;
  await openReaderDesk(page, service.url, reader, query);
  await text(page).fill('Begun by the first reader.');
  await expectSaved(page);
  await admin.ask('PUT', `/api/orders/${order.id}/assignee`, { readerId: await admin.readerId('reader2') });

  const second = await readerElsewhere(browser, service, 'reader2', query);
  await expect(text(second)).toHaveValue('Begun by the first reader.');
  await expect(second.getByText(new RegExp(`started by ${reader.username}$`))).toBeVisible();
  await text(second).fill('Ended by the second.');
  await expectSaved(second);

  await text(page).fill('Begun by the first reader, who types on.');
  const notice = page.getByRole('region', { name: 'Taken away' });
  await expect(notice).toContainText('given to another reader');
  await expect(notice).toContainText('saved on this device only');
  await submitReading(second);
  await expectDone(second, 'Success', 'Reading submitted for admin review');
  expect((await admin.readingOf(order.id)).content).toBe('Ended by the second.');
});
