import type { OfferAnswer } from '../../../src/shared/offers/offer-types.ts';
import {
  colleague,
  expectDone,
  numberOf,
  openCard,
  openDesk,
  orderDialog,
  rowOf,
} from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { choose, readerElsewhere, sellTo, subject, text } from '../steps/reader-steps.ts';
import { expect, expectNoFlaws, phone } from '../steps/steps.ts';

/* An owner writes an offer; what was bought and answered stands before reader and admin. */

for (const viewport of [phone, { width: 1440, height: 900 }]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('creates an offer, sells it, and shows its answers at the desks', async ({
      page,
      service,
      browser,
    }) => {
      const { url } = service;
      // The other width may use the same service.
      const name = `Three cards at ${viewport.width}`;
      const admin = await colleague(url);
      const button = (name: string) => page.getByRole('button', { name, exact: true });

      await test.step('the owner creates it beside a preview', async () => {
        await openDesk(page, url, '?tab=settings&section=offers');
        await page.getByRole('link', { name: 'New offer' }).click();
        const form = page.getByRole('form', { name: 'New offer' });
        await form.getByLabel('Name', { exact: true }).fill(name);
        await form.getByLabel('Price ($)').fill('0.20');
        await form.getByLabel('Business days').fill('2');
        await form.getByLabel('Recommended words').fill('200');
        await button('Add question').click();
        await form.getByRole('textbox', { name: 'Question', exact: true }).fill('What is it about?');
        await expect(
          page.getByRole('region', { name: 'Preview' }).getByLabel(/^What is it about/),
        ).toBeVisible();
        await expectNoFlaws(page);
        await button('Save').click();
        await expect(form.getByText(/at least 0\.50/).last()).toBeVisible();
        await form.getByLabel('Price ($)').fill('35');
        await button('Save').click();
        await expectDone(page, 'Offer Created', `${name} is saved.`);
      });

      const { offers } = await admin.ask<{ offers: OfferAnswer[] }>('GET', '/api/offers');
      const offer = offers.find((offer) => offer.name === name);
      expect(offer).toMatchObject({ price: 35, days: 2, words: 200 });
      const [question] = offer?.questions ?? [];
      const answers = { [question?.id ?? '']: 'A bakery of my own.' };
      const form = { offer: offer?.slug, readingType: 'other', answers } as const;
      const order = await sellTo(service, admin, 'reader1', form);
      const other = await sellTo(service, admin, 'reader1');

      await test.step('the reader sees what was ordered and the recommended length', async () => {
        const desk = await readerElsewhere(browser, service, 'reader1');
        await choose(desk, order);
        await expect(subject(desk)).toContainText(name);
        await expect(subject(desk)).toContainText('A bakery of my own.');
        await text(desk).fill('The Star stands over your bakery.');
        await expect(desk.getByText('200-400 words').first()).toBeVisible();
        await desk.context().close();
      });

      await test.step('an admin finds it by offer and reads its answers', async () => {
        const reader = await colleague(url, 'reader1');
        await reader.ask('POST', '/api/readings', { orderId: order.id, content: 'The Star stands there.' });
        await openDesk(page, url, `?offer=${offer?.id}`);
        await expect(rowOf(page, order)).toBeVisible();
        await expect(rowOf(page, other)).toHaveCount(0);
        await numberOf(page, order).click();
        await expect(orderDialog(page, order)).toContainText('A bakery of my own.');
        await openCard(page, url, order);
        await expect(page.getByText('A bakery of my own.').first()).toBeVisible();
      });
    });
  });
}
