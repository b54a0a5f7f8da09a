import { openDesk, sell } from '../steps/desk-steps.ts';
import { testAlone } from '../steps/own-service.ts';
import { expect } from '../steps/steps.ts';

/* A mistake of ours in one part of a page: the others go on, nothing that was typed is lost, and we hear of it. */

/** Here something is meant to break. */
const test = testAlone.extend<{ quietConsole: undefined }>({
  quietConsole: async ({ page: _ }, use) => use(undefined),
});

test('shows a broken part as broken, keeps typed text, and recovers', async ({ page, service }) => {
  const order = await sell(service.url);
  const failure = page.getByRole('alert').filter({ hasText: 'This part of the page has stopped working.' });
  await openDesk(page, service.url);

  await test.step('a broken tab recovers on Try again', async () => {
    await page.route('**/api/overview', (route) => route.fulfill({ json: { days: null } }));
    await page.getByRole('tab', { name: 'Today' }).click();
    await expect(failure).toBeVisible();
    await page.unroute('**/api/overview');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('tabpanel').getByRole('heading', { name: 'Overview' })).toBeVisible();
    await expect(page.getByRole('tabpanel')).toBeFocused();
    await expect(failure).toHaveCount(0);
  });

  await test.step('a broken dialog shows its typed text and recovers', async () => {
    const answer = Promise.withResolvers<void>();
    const mails = `**/api/orders/${order.id}/mails`;
    await page.route(mails, async (route) => {
      await answer.promise;
      await route.fulfill({ json: [null] });
    });
    await page.goto(`${service.url}/admin/dashboard?order=${order.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reading content').fill('The Star speaks of patience.');
    answer.resolve();
    await expect(page.getByText('What you typed there, ready to copy:')).toBeVisible();
    await expect(dialog.getByLabel('Reading content')).toHaveValue('The Star speaks of patience.');
    await expect(dialog.getByLabel('Reading content')).not.toBeEditable();
    await page.unroute(mails);
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByLabel('Reading content')).toBeEditable();
    await expect(dialog.getByLabel('Reading content')).toHaveValue('The Star speaks of patience.');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
  });

  await test.step('a broken tab restores text that is saved nowhere else', async () => {
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/business', async (route) => {
      await answer.promise;
      await route.fulfill({ json: {} });
    });
    await page.goto(`${service.url}/admin/dashboard?tab=settings&section=identity`);
    await page.getByLabel('New price ($)').fill('75.50');
    answer.resolve();
    await expect(failure).toBeVisible();
    await page.unroute('**/api/business');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('New price ($)')).toHaveValue('75.50');
    await page.goto(`${service.url}/admin/dashboard`);
  });

  await test.step('the log lists each error once, without personal data', async () => {
    const told = () =>
      service
        .output()
        .split('\n')
        .filter((line) => line.includes('a page failed unexpectedly'))
        .map((line) => JSON.parse(line));
    await expect.poll(told).toHaveLength(3);
    const at = expect.stringMatching(/^\/_astro\/[\w.-]+\.js:\d+:\d+$/);
    const common = { name: 'TypeError', page: 'admin/dashboard' };
    expect(told()).toMatchObject([
      { ...common, part: 'overview', at },
      { ...common, part: 'dialog', at },
      { ...common, part: 'settings', at },
    ]);
  });
});
