import type { Locator } from '@playwright/test';
import { openDesk } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect } from '../steps/steps.ts';

/* What the pages say about the business: the owner writes it, and everybody reads it at once. */

// The name and the color are those of one shop.
test.describe.configure({ mode: 'default' });

test('publishes the admin’s texts at once and can restore older ones', async ({ page, service }) => {
  await openDesk(page, service.url, '?tab=settings&section=identity');
  await page.getByRole('button', { name: 'Texts', exact: true }).click();
  const sent = (path: string) => async () => (await page.request.get(service.url + path)).text();
  const save = (form: Locator) => form.getByRole('button', { name: 'Save and publish' });

  await test.step('the name and the legal details', async () => {
    const form = page.getByRole('form', { name: 'Name and contact' });
    await expect(save(form)).toBeDisabled();
    await form.getByLabel('Name', { exact: true }).fill('');
    await save(form).click();
    await expect(form.getByText('The name is missing.')).toBeVisible();
    await form.getByLabel('Name', { exact: true }).fill('Quiet <Cards> & Co');
    await form.getByLabel('Legal name').fill('Quiet Cards Ltd.');
    await form.getByLabel('Postal address').fill('1 High Street\nSpringfield');
    await save(form).click();
    await expect(form.getByText(/The pages show it now\.$/)).toBeVisible({ timeout: 30_000 });
    expect(await sent('/')()).toContain('Quiet &lt;Cards&gt; &amp; Co</title>');
    await expect.poll(sent('/privacy')).toContain('Quiet Cards Ltd.');
  });

  await test.step('the sample text is marked as a sample until it is replaced', async () => {
    const form = page.getByRole('form', { name: 'About the reader' });
    const note = form.getByText('This is sample text. Replace it with your own before you open.');
    await expect(note).toBeVisible();
    await form.getByLabel('Text').fill('I am Ada, and I read the cards.');
    await save(form).click();
    await expect(note).toHaveCount(0);
  });

  await test.step('a text is drafted, previewed, published, and restored', async () => {
    const openTerms = () => page.getByRole('button', { name: 'Terms' }).click();
    const form = page.getByRole('form', { name: 'Terms' });
    const words = '## Our own terms\nBe kind.\n\n- one\n- <b>two</b>';
    await openTerms();
    await form.getByLabel('Text').fill(words);
    await page.reload();
    await openTerms();
    await expect(form.getByLabel('Text')).toHaveValue(words);
    await form.getByText('Preview').click();
    await expect(form.getByRole('heading', { name: 'Our own terms' })).toBeVisible();
    await save(form).click();
    await expect(form.getByText(/The pages show it now\.$/)).toBeVisible({ timeout: 30_000 });
    await expect.poll(sent('/terms')).toContain('&lt;b&gt;two&lt;/b&gt;');
    await form.getByText('History').click();
    await form.getByRole('button', { name: 'Restore this version: Original' }).click();
    await expect(form.getByText(/The pages show it now\.$/)).toBeVisible({ timeout: 30_000 });
    await expect.poll(sent('/terms')).toContain('What you order');
    await expect(form.getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(3);
  });
});
