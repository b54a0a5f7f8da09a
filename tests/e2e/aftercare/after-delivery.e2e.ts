import { feedbackLimits } from '../../../src/shared/aftercare/feedback-schema.ts';
import { openOrderDialog, sellAndWrite, test } from '../steps/desk-steps.ts';
import { expect, mailsTo, newCustomer, openPlain, orderLink } from '../steps/steps.ts';

test('shows a customer’s stars and words on the site while permitted', async ({
  page,
  browser,
  service: { url },
  admin,
}) => {
  const customer = await openPlain(browser, '/');
  const praise = `It gave me courage. ${newCustomer().addressee}`;
  const { order, reading } = await sellAndWrite(url, admin, 'The Star speaks of patience.\n\nRest.');
  await admin.ask('PUT', `/api/readings/${reading.id}/approve`, {});
  const link = orderLink((await mailsTo(page.request, order.email, 2)).at(-1));

  const form = customer.getByRole('region', { name: 'Did your reading help?' });
  const words = form.getByLabel('What would you like to say about it?');

  await test.step('the customer answers below the letter, and a long answer returns', async () => {
    const tooLong = praise.padEnd(feedbackLimits.wordsCharacters + 1, '!');
    await customer.goto(link);
    await form.getByRole('radio', { name: 'Partly' }).check();
    await form.getByRole('radio', { name: '4 stars' }).check();
    await words.fill(tooLong);
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(form.getByRole('alert')).toContainText('up to');
    await expect(words).toHaveValue(tooLong);
    await expect(form.getByRole('radio', { name: 'Partly' })).toBeChecked();
    await expect(form.getByRole('radio', { name: '4 stars' })).toBeChecked();
  });

  await test.step('the customer sends feedback', async () => {
    await words.fill(praise);
    await form.getByRole('checkbox', { name: /^Yes, with the month/ }).check();
    await form.getByRole('radio', { name: /With my initials: M\. L\./ }).check();
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(customer).toHaveURL(/#feedback$/);
    await expect(form).toContainText('Your answer: Partly, 4 stars.');
    await expect(form).toContainText('It isn’t there right now.');
  });

  await test.step('the owner publishes the feedback with initials only', async () => {
    const dialog = await openOrderDialog(page, url, order);
    const said = dialog.getByRole('region', { name: 'From the customer' });
    await expect(said).toContainText('It helped in part, says the customer');
    await expect(said).toContainText('4 out of 5 stars');
    await said.getByRole('button', { name: 'Show on site' }).click();
    await expect(said.getByRole('button', { name: 'Remove from site' })).toBeVisible();
    const quotes = customer.getByRole('region', { name: 'What customers say' });
    await expect(async () => {
      await customer.goto('/');
      await expect(quotes).toContainText(praise, { timeout: 1_000 });
    }).toPass();
    await expect(quotes).toContainText('M. L.');
    await expect(quotes).not.toContainText('Lindqvist');
    await quotes.getByRole('link', { name: 'Read all reviews' }).click();
    await expect(customer).toHaveURL('/reviews');
    const review = customer.getByRole('figure');
    await expect(review).toContainText(praise);
    await expect(review).toContainText(/M\. L\..*, \w+ \d{4}, Personal written reading/);
    await expect(review.getByRole('img', { name: '4 out of 5 stars' })).toBeInViewport({ ratio: 1 });
    expect(await (await page.request.get('/sitemap.xml')).text()).toContain('/reviews</loc>');
  });

  await test.step('the customer withdraws permission and the quote disappears', async () => {
    await customer.goto(link);
    await customer.getByRole('button', { name: 'Withdraw permission' }).click();
    await expect(customer.getByRole('button', { name: 'Withdraw permission' })).toHaveCount(0);
    await expect.poll(async () => (await page.request.get('/')).text()).not.toContain(praise);
    expect((await page.request.get('/reviews')).status()).toBe(404);
  });
});
