import { readFile } from 'node:fs/promises';
import type { OrderPayment } from '../../../src/shared/orders/refund-schema.ts';
import { colleague, expectDone, openDesk, sell } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, expectNoFlaws, mailsTo, orderLink, phone } from '../steps/steps.ts';

/* The owner charges tax; the customer's papers say so, and the accountant gets the month. */

test.use({ environment: { BUSINESS_TIMEZONE: 'UTC' } });

for (const viewport of [phone, { width: 1440, height: 900 }]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('shows tax on receipts and refunds, and exports it as CSV', async ({
      page,
      service,
      request,
      browser,
    }) => {
      const { url } = service;
      const admin = await colleague(url);
      await admin.ask('PUT', '/api/settings/tax', { kind: 'none' });

      await test.step('the owner mistypes the rate and loses nothing', async () => {
        await openDesk(page, url, '?tab=settings&section=money');
        const form = page.getByRole('form', { name: 'Tax on receipts' });
        await form.getByLabel('Tax', { exact: true }).selectOption('Included in the price, at one rate');
        await form.getByLabel('Rate (%)').fill('190');
        await form.getByLabel(/^Your tax number/).fill('DE 123 456 789');
        await form.getByRole('button', { name: 'Save' }).click();
        await expect(form.getByRole('alert')).toContainText('such as 19 or 8.25');
        await expect(form.getByLabel('Rate (%)')).toHaveValue('190');
        await expect(form.getByLabel(/^Your tax number/)).toHaveValue('DE 123 456 789');
        await expectNoFlaws(page);
        await page.setViewportSize(viewport);
        await form.getByLabel('Rate (%)').fill('19');
        await form.getByRole('button', { name: 'Save' }).click();
        await expectDone(page, 'Settings Updated', 'New receipts show net, tax and rate.');
      });

      const order = await sell(url);
      const { refunded } = await admin.ask<OrderPayment>('GET', `/api/orders/${order.id}/payment`);
      await admin.ask('POST', `/api/orders/${order.id}/refund`, { amount: 20, refundedBefore: refunded });
      const link = orderLink((await mailsTo(request, order.email, 2))[0]);

      const numbers =
        await test.step('the customer reads and prints the receipt and its refund receipt', async () => {
          const customer = await (await browser.newContext({ viewport })).newPage();
          await customer.goto(`${link}/receipt`);
          const paper = customer.getByRole('article');
          const facts = [
            '$50.42 USD',
            'Tax, 19%',
            '$9.58 USD',
            '$60.00 USD',
            'DE 123 456 789',
            order.orderNumber,
          ];
          for (const fact of facts) await expect(paper).toContainText(fact);
          await expect(paper).toContainText(order.name);
          await expectNoFlaws(customer);
          await customer.setViewportSize(viewport);
          const pages = async () =>
            (await customer.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
          expect(await pages()).toBe(1);
          const number = /^Receipt (\d+)/.exec(await customer.title())?.[1];
          await customer.getByRole('link', { name: /^number \d+$/ }).click();
          await expect(customer.getByRole('heading', { name: 'Refund' })).toBeVisible();
          for (const fact of [`Refund of receipt ${number}`, '$16.81 USD', '$3.19 USD', '$20.00 USD'])
            await expect(paper).toContainText(fact);
          await expect(paper).toContainText(order.name);
          await expectNoFlaws(customer);
          expect(await pages()).toBe(1);
          const refundNumber = /^Refund (\d+)/.exec(await customer.title())?.[1];
          await customer.getByRole('link', { name: 'Back to your receipt' }).click();
          await expect(customer.getByRole('heading', { name: 'Receipt' })).toBeVisible();
          await customer.context().close();
          return [number, refundNumber];
        });

      await test.step('the accountant gets both in the month’s file', async () => {
        const form = page.getByRole('form', { name: 'Receipts of a month' });
        const month = new Date().toISOString().slice(0, '2026-11'.length);
        await form.getByLabel('Month').fill(month);
        const downloading = page.waitForEvent('download');
        await form.getByRole('button', { name: 'Download CSV' }).click();
        const file = await downloading;
        expect(file.suggestedFilename()).toBe(`receipts-${month}.csv`);
        const rows = (await readFile(await file.path(), 'utf8')).split('\r\n');
        const rowOf = (number = '') => rows.find((row) => row.startsWith(`${number},`));
        expect(rowOf(numbers[0])).toContain(',50.42,9.58,19,60.00,USD');
        expect(rowOf(numbers[1])).toContain(',-16.81,-3.19,19,-20.00,USD');
      });
    });
  });
}
