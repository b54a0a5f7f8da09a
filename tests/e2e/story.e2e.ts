import { adminSees } from './steps/desk-steps.ts';
import { submitReading } from './steps/reader-steps.ts';
import { buy, expect, mailsTo, newCustomer, type Person, signIn, test } from './steps/steps.ts';

const firstVersion = 'The cards are quiet today.';
const secondVersion = [
  'The Eight of Pentacles came first: someone at a bench, getting better at one thing.',
  'You asked which path to take. The Star beside it says that you already know, & that you may say so.',
].join('\n\n');

test('sells, writes, rejects, rewrites, approves, and delivers a reading', async ({
  page,
  browser,
  request,
}) => {
  const customer = newCustomer();
  const orderNumber = await buy(page, customer);
  await expect(page.getByText('Payment Successful', { exact: true })).toBeVisible();

  const [confirmation] = await mailsTo(request, customer.email, 1);
  expect(confirmation?.text).toContain(orderNumber);
  expect(confirmation?.text).toContain(customer.background);

  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, 'admin');
  const row = admin.getByRole('row').filter({ hasText: orderNumber });
  await expect(row).toContainText(customer.name);
  await expect(row).toContainText('Pending');
  const [order] = await adminSees(admin, customer.email);
  const reader = await (await browser.newContext()).newPage();
  await signIn(reader, order?.assignedReader?.username as Person);
  const assignment = reader
    .getByRole('listitem')
    .filter({ hasText: orderNumber, has: reader.getByRole('button', { name: 'Upload Reading' }) });

  await test.step('the reader writes the reading', async () => {
    await expect(assignment).toContainText(customer.background);
    await expect(reader.getByText(customer.email)).toHaveCount(0);
    await assignment.getByRole('button', { name: 'Upload Reading' }).click();
    await reader.getByLabel('Reading content').fill(firstVersion);
    await reader.getByLabel('Internal notes').fill('A difficult one.');
    await submitReading(reader);
    await expect(reader.getByText('Reading submitted for admin review', { exact: true })).toBeVisible();
    await expect(assignment).toHaveCount(0);
  });

  await test.step('the admin rejects the reading with feedback', async () => {
    await admin.getByRole('tab', { name: /Reading Approval/ }).click();
    await admin.reload();
    const card = admin.getByRole('article').filter({ hasText: orderNumber });
    await expect(card).toContainText(firstVersion);
    await expect(card).toContainText('A difficult one.');
    await card.getByRole('button', { name: 'Reject' }).click();
    const dialog = admin.getByRole('alertdialog').or(admin.getByRole('dialog'));
    await dialog.getByRole('textbox').fill('Please speak of both paths.');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await expect(admin.getByText('Reading Rejected', { exact: true })).toBeVisible();
    await expect(card).toHaveCount(0);
  });

  await test.step('the reader rewrites the last text with the feedback in view', async () => {
    await reader.reload();
    await assignment.getByRole('button', { name: 'Upload Reading' }).click();
    await expect(reader.getByText('Please speak of both paths.')).toBeVisible();
    await expect(reader.getByLabel('Reading content')).toHaveValue(firstVersion);
    await reader.getByLabel('Reading content').fill(secondVersion);
    await submitReading(reader);
    await expect(reader.getByText('Reading submitted for admin review', { exact: true })).toBeVisible();
  });

  await test.step('the admin approves the reading', async () => {
    await admin.reload();
    const card = admin.getByRole('article').filter({ hasText: orderNumber });
    await card.getByRole('button', { name: 'Preview' }).click();
    const dialog = admin.getByRole('dialog', { name: `Preview for ${orderNumber}` });
    await expect(dialog).toContainText(`${customer.name} <${customer.email}>`);
    await expect(dialog.frameLocator('iframe').getByRole('heading')).toContainText(customer.addressee);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await card.getByRole('button', { name: 'Approve & Send' }).click();
    await expect(admin.getByText('Reading Approved', { exact: true })).toBeVisible();
  });

  await test.step('the customer gets the reading once, exactly as written', async () => {
    const [, delivery] = await mailsTo(request, customer.email, 2);
    expect(delivery?.text).toContain(secondVersion);
    expect(delivery?.text).toContain(customer.addressee);
    expect(delivery?.html).toContain('that you already know, &amp; that you may say so.');
    expect(delivery?.text).not.toContain('A difficult one.');
    await admin.getByRole('tab', { name: /Order Management/ }).click();
    await expect(row).toContainText('Approved');
    await reader.reload();
    await expect(reader.getByText(orderNumber).first()).toBeVisible();
    await expect(reader.getByText('Delivered').first()).toBeVisible();
    await mailsTo(request, customer.email, 2);
  });
});
