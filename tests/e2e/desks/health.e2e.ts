import { openDesk } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect, expectNoFlaws } from '../steps/steps.ts';

test('whether everything is well is looked at when an admin asks, and told line by line', async ({
  page,
  service,
}) => {
  await openDesk(page, service.url, '?tab=settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'The service' }).click();
  const health = page.getByRole('region', { name: 'Is everything well?' });
  const lines = health.getByRole('listitem');
  await expect(health.getByRole('button', { name: 'Look now' })).toBeVisible();
  await expect(lines).toHaveCount(0);

  await health.getByRole('button', { name: 'Look now' }).press('Enter');
  await expect(health.getByRole('status')).toContainText('Nothing failed');
  const line = (name: string) => lines.filter({ has: page.getByRole('heading', { name, exact: true }) });
  // The service has asked itself, by the address that customers see, and read its own database from beside it.
  await expect(line('Service')).toContainText(/Fine.*is ready/s);
  await expect(line('Public address')).toContainText(`${service.url} leads to this service`);
  await expect(line('Database')).toContainText('nothing is missing');
  await expect(line('Backup')).toContainText(/To look at.*What to do:/s);
  await expect(line('Stripe key')).toContainText(/Skipped.*sandbox/s);
  await expectNoFlaws(page);

  // A minute long it is the same one: nobody has the machine look again and again.
  const status = await health.getByRole('status').textContent();
  await health.getByRole('button', { name: 'Look again' }).click();
  await expect(health.getByRole('status')).toHaveText(status ?? '');
});
