import type { OrderAftercare } from '../../../src/shared/aftercare/order-aftercare.ts';
import { arrive } from '../steps/arrive.ts';
import { expectTyped, settingsCall } from '../steps/checkout-steps.ts';
import { sellBeforehand } from '../steps/delivery-steps.ts';
import { colleague } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import {
  cards,
  expect,
  expectNoFlaws,
  fillCard,
  fillDetails,
  mailsTo,
  newCustomer,
  openCheckout,
  orderLink,
  payButton,
  readOrderNumber,
  test,
} from '../steps/steps.ts';

/* What the form does for whoever fills it in, on a phone as on a desk. */

const screens = [
  { width: 360, height: 640 },
  { width: 1440, height: 900 },
];
const consent = /I expressly ask you to begin with my reading at once/;

for (const viewport of screens) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('what was typed outlives its tab, is said to be there, and goes when it is cleared', async ({
      page,
      context,
    }) => {
      const customer = newCustomer();
      await openCheckout(page);
      await fillDetails(page, customer);
      await page.close();
      const tab = await context.newPage();
      await openCheckout(tab);
      await expectTyped(tab, customer);
      await expect(tab.getByText('We’ve restored what you typed earlier.')).toBeVisible();
      await tab.getByRole('button', { name: 'Clear form' }).click();
      await expect(tab.getByText('The form is cleared, and nothing is saved.')).toBeInViewport();
      await expect(tab.getByLabel('Full name')).toHaveValue('');
    });

    test('a payment that cannot be begun is told in a sentence, and tried again by keyboard', async ({
      page,
    }) => {
      const customer = newCustomer();
      await page.route(settingsCall, (route) => route.abort());
      await page.goto('/');
      const panel = page.getByRole('alert', { name: 'Payment System Error' });
      await expect(panel).toBeVisible();
      await fillDetails(page, customer);
      const again = panel.getByRole('button', { name: 'Try again' });
      await again.focus();
      await expect(panel.getByText('You haven’t been charged, and what you typed is saved.')).toBeInViewport({
        ratio: 1,
      });
      await expect(again).toBeInViewport({ ratio: 1 });
      await expect(panel.getByText('Unable to initialize payment system.')).toBeVisible();
      await page.unroute(settingsCall);
      await page.keyboard.press('Enter');
      await expect(payButton(page)).toBeEnabled();
      await expectTyped(page, customer);
    });

    test('the drawings of the first screen are asked for where they are shown, and there alone', async ({
      page,
    }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await arrive(page, '/');
      const wheel = page.locator('img[src="/drawings/wheel.svg"]');
      const isShown = await wheel.isVisible();
      expect(isShown).toBe(viewport.width > 360);
      expect(asked.includes('/drawings/wheel.svg')).toBe(isShown);
    });

    test('a receipt can be printed at once: its button waits for no file', async ({ page }) => {
      const customer = newCustomer();
      await sellBeforehand(customer);
      const [confirmation] = await mailsTo(page.request, customer.email, 1);
      const scripts: string[] = [];
      await page.route('**/*.js', (route) => {
        scripts.push(route.request().url());
        return route.abort();
      });
      await page.goto(`${orderLink(confirmation)}/receipt`);
      await expect(page.getByRole('article', { name: 'Receipt' })).toBeVisible();
      const isPrinted = page.evaluate(
        () => new Promise<boolean>((resolve) => addEventListener('beforeprint', () => resolve(true))),
      );
      await page.getByRole('button', { name: 'Print this receipt' }).press('Enter');
      expect(await isPrinted).toBe(true);
      expect(scripts).toEqual([]);
    });

    test('the page of an order waits for one sheet alone', async ({ page }) => {
      await page.goto('/order/AAAAAAAAAAAAAAAAAAAAAA');
      const blocking = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter((entry) => Reflect.get(entry, 'renderBlockingStatus') === 'blocking')
          .map(({ name }) => new URL(name).pathname),
      );
      expect(blocking).toEqual([expect.stringMatching(/^\/_astro\/.+\.css$/)]);
    });

    testAlone(
      'nobody orders without the consent where it is asked for, and the order keeps its words',
      async ({ page, service: { url } }) => {
        await page.setViewportSize(viewport);
        const admin = await colleague(url);
        await admin.ask('PUT', '/api/settings/aftercare', { feedbackMailDays: 0, hasWithdrawal: true });
        await expect.poll(async () => (await page.request.get(url)).text()).toMatch(consent);
        const customer = newCustomer();
        await openCheckout(page);
        await fillDetails(page, customer);
        await fillCard(page, cards.succeeds);
        await payButton(page).press('Enter');
        const box = page.getByRole('checkbox', { name: consent });
        await expect(box).toBeFocused();
        await expect(box).toBeInViewport({ ratio: 1 });
        await expect(box).toHaveAccessibleDescription(/Please tick this box/);
        await page.keyboard.press('Space');
        await payButton(page).press('Enter');
        await readOrderNumber(page);
        const [order] = (
          await admin.ask<{ orders: { id: string }[] }>(
            'GET',
            `/api/orders?q=${encodeURIComponent(customer.email)}`,
          )
        ).orders;
        const kept = await admin.ask<OrderAftercare>('GET', `/api/orders/${order?.id}/aftercare`);
        expect(kept.consent?.words).toMatch(consent);
      },
    );
  });
}

test('the sample, and the page where links are asked for, have no flaw', async ({ page }) => {
  for (const path of ['/sample', '/my-orders', '/my-orders#sent', '/withdraw/none']) {
    await page.goto(path);
    await expectNoFlaws(page);
  }
});
