import { openDesk } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect } from '../steps/steps.ts';

/* What the pages say about the business: the owner writes it, and everybody reads it at once. */

// The name and the color are those of one shop.
test.describe.configure({ mode: 'default' });

test('what the admin writes stands on the pages at once, and what was there before can come back', async ({
  page,
  service,
}) => {
  await openDesk(page, service.url, '?tab=settings');
  const card = page.getByRole('region', { name: 'Your business' });
  const sent = (path: string) => async () => (await page.request.get(service.url + path)).text();

  await test.step('the name and who stands behind it', async () => {
    await card.getByRole('button', { name: 'Name and contact' }).click();
    const dialog = page.getByRole('dialog', { name: 'Name and contact' });
    await expect(dialog.getByRole('button', { name: 'Save and publish' })).toBeDisabled();
    await dialog.getByLabel('Name', { exact: true }).fill('');
    await dialog.getByRole('button', { name: 'Save and publish' }).click();
    await expect(dialog.getByText('The name is missing.')).toBeVisible();
    await dialog.getByLabel('Name', { exact: true }).fill('Quiet <Cards> & Co');
    await dialog.getByLabel('Legal name').fill('Quiet Cards Ltd.');
    await dialog.getByLabel('Postal address').fill('1 High Street\nSpringfield');
    await dialog.getByRole('button', { name: 'Save and publish' }).click();
    await expect(dialog.getByText(/The pages show it now\.$/)).toBeVisible({ timeout: 30_000 });
    expect(await sent('/')()).toContain('Quiet &lt;Cards&gt; &amp; Co</title>');
    await expect.poll(sent('/privacy')).toContain('Quiet Cards Ltd.');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(card.getByText('Quiet <Cards> & Co')).toBeVisible();
  });

  await test.step('the sample about a reader who does not exist is called one until it is replaced', async () => {
    const note = 'This is sample text. Replace it with your own before you open.';
    await expect(card.getByText(note)).toBeVisible();
    await card.getByRole('button', { name: 'About the reader' }).click();
    const dialog = page.getByRole('dialog', { name: 'About the reader' });
    await expect(dialog.getByText(note)).toBeVisible();
    await dialog.getByLabel('Text').fill('I am Ada, and I read the cards.');
    await dialog.getByRole('button', { name: 'Save and publish' }).click();
    await expect(dialog.getByText(note)).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(card.getByText(note)).toHaveCount(0);
  });

  await test.step('a text is kept while it is written, previewed, published and taken back', async () => {
    await card.getByRole('button', { name: 'Terms' }).click();
    let dialog = page.getByRole('dialog', { name: 'Terms' });
    const words = '## Our own terms\nBe kind.\n\n- one\n- <b>two</b>';
    await dialog.getByLabel('Text').fill(words);
    await page.reload();
    await card.getByRole('button', { name: 'Terms' }).click();
    dialog = page.getByRole('dialog', { name: 'Terms' });
    await expect(dialog.getByLabel('Text')).toHaveValue(words);
    await dialog.getByText('Preview').click();
    await expect(dialog.getByRole('heading', { name: 'Our own terms' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Save and publish' }).click();
    await expect(dialog.getByText(/The pages show it now\.$/)).toBeVisible({ timeout: 30_000 });
    await expect.poll(sent('/terms')).toContain('&lt;b&gt;two&lt;/b&gt;');
    await dialog.getByRole('button', { name: 'Restore this version: Original' }).click();
    await expect(dialog.getByText(/The pages show it now\.$/)).toBeVisible({ timeout: 30_000 });
    await expect.poll(sent('/terms')).toContain('What you order');
    await expect(dialog.getByRole('listitem')).toHaveCount(3);
  });
});
