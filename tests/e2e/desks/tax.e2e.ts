import { readFile } from 'node:fs/promises';
import { expectDone, openDesk, sell } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, expectNoFlaws, mailsTo, orderLink } from '../steps/steps.ts';

/* The owner charges tax; the customer's papers say so, and the accountant gets the month. */

test.use({ environment: { BUSINESS_TIMEZONE: 'UTC' } });

test('shows tax on receipts and refunds, and exports it as CSV', async ({
  page,
  service,
  browser,
  admin,
}) => {
  const { url } = service;
  await openDesk(page, url, '?tab=settings&section=money');
  const tax = page.getByRole('form', { name: 'Tax on receipts' });
  await tax.getByLabel('Tax', { exact: true }).selectOption('Included in the price, at one rate');
  await tax.getByLabel('Rate (%)').fill('19');
  await tax.getByLabel(/^Your tax number/).fill('DE 123 456 789');
  await tax.getByRole('button', { name: 'Save' }).click();
  await expectDone(page, 'Settings Updated', 'New receipts show net, tax and rate.');

  const order = await sell(url);
  await admin.ask('POST', `/api/orders/${order.id}/refund`, { amount: 20, refundedBefore: 0 });
  const [confirmation] = await mailsTo(page.request, order.email, 2);
  const customer = await (await browser.newContext()).newPage();

  /** Reads a paper and prints it. @returns its number */
  async function readPaper(kind: string, facts: string[]): Promise<string> {
    await expect(customer.getByRole('heading', { name: kind })).toBeVisible();
    for (const fact of [...facts, order.name])
      await expect(customer.getByRole('article')).toContainText(fact);
    await expectNoFlaws(customer);
    const pdf = await customer.pdf();
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    return (await customer.title()).match(/\d+/)?.[0] ?? '';
  }
  await customer.goto(`${orderLink(confirmation)}/receipt`);
  const amounts = ['$50.42 USD', 'Tax, 19%', '$9.58 USD', '$60.00 USD'];
  const receipt = await readPaper('Receipt', [...amounts, 'DE 123 456 789', order.orderNumber]);
  await customer.getByRole('link', { name: /^number \d+$/ }).click();
  const refunded = [`Refund for receipt ${receipt}`, '$16.81 USD', '$3.19 USD', '$20.00 USD'];
  const refund = await readPaper('Refund', refunded);
  await customer.getByRole('link', { name: 'Back to your receipt' }).click();
  await expect(customer.getByRole('heading', { name: 'Receipt' })).toBeVisible();

  await test.step('the month’s file lists the receipt and the refund', async () => {
    const form = page.getByRole('form', { name: 'Monthly receipts' });
    const month = new Date().toISOString().slice(0, '2026-11'.length);
    await form.getByLabel('Month').fill(month);
    const downloading = page.waitForEvent('download');
    await form.getByRole('button', { name: 'Export CSV' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(`receipts-${month}.csv`);
    const rows = (await readFile(await file.path(), 'utf8')).split('\r\n');
    const rowOf = (number: string) => rows.find((row) => row.startsWith(`${number},`));
    expect(rowOf(receipt)).toContain(',50.42,9.58,19,60.00,USD');
    expect(rowOf(refund)).toContain(',-16.81,-3.19,19,-20.00,USD');
  });
});
