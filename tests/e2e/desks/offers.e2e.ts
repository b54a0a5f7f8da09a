import type { OfferAnswer } from '../../../src/shared/offers/offer-types.ts';
import { expectDone, numberOf, openCard, openDesk, orderDialog, rowOf } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { choose, openReaderDesk, sellTo, subject, text } from '../steps/reader-steps.ts';
import { expect } from '../steps/steps.ts';

/* An owner writes an offer; what was bought and answered stands before reader and admin. */

test('creates an offer, sells it, and shows its answers at the desks', async ({
  page,
  service,
  browser,
  admin,
}) => {
  const { url } = service;
  const name = 'Three cards';
  const answer = 'A bakery of my own.';

  await test.step('the owner creates the offer beside a preview', async () => {
    await openDesk(page, url, '?tab=settings&section=offers');
    await page.getByRole('link', { name: 'New offer' }).click();
    const form = page.getByRole('form', { name: 'New offer' });
    await form.getByLabel('Name', { exact: true }).fill(name);
    await form.getByLabel('Price ($)').fill('35');
    await form.getByLabel('Business days').fill('2');
    await form.getByLabel('Recommended words').fill('200');
    await form.getByRole('button', { name: 'Add question' }).click();
    await form.getByRole('textbox', { name: 'Question', exact: true }).fill('What is it about?');
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByLabel(/^What is it about/)).toBeVisible();
    await form.getByRole('button', { name: 'Save' }).click();
    await expectDone(page, 'Offer Created', `${name} is saved.`);
  });

  const { offers } = await admin.ask<{ offers: OfferAnswer[] }>('GET', '/api/offers');
  const offer = offers.find((offer) => offer.name === name);
  const [question] = offer?.questions ?? [];
  const answers = { [question?.id ?? '']: answer };
  const form = { offer: offer?.slug, readingType: 'other', answers } as const;
  const order = await sellTo(service, admin, 'reader1', form);
  const other = await sellTo(service, admin, 'reader1');

  await test.step('the reader sees what was ordered and the recommended length', async () => {
    const desk = await (await browser.newContext()).newPage();
    await openReaderDesk(desk, url, 'reader1');
    await choose(desk, order);
    await expect(subject(desk)).toContainText(name);
    await expect(subject(desk)).toContainText(answer);
    await text(desk).fill('The Star stands over your bakery.');
    await expect(desk.getByText('200-400 words').first()).toBeVisible();
    await desk.getByRole('button', { name: 'Submit for Admin Review' }).click();
    await expectDone(desk, 'Success', 'Reading submitted for admin review');
  });

  await test.step('an admin finds the order by offer and reads its answers', async () => {
    await openDesk(page, url, `?offer=${offer?.id}`);
    await expect(rowOf(page, order)).toBeVisible();
    await expect(rowOf(page, other)).toHaveCount(0);
    await numberOf(page, order).click();
    await expect(orderDialog(page, order)).toContainText(answer);
    await openCard(page, url, order);
    await expect(page.getByText(answer).first()).toBeVisible();
  });
});
