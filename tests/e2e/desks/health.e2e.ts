import { openDesk } from '../steps/desk-steps.ts';
import { testAlone as test } from '../steps/own-service.ts';
import { expect } from '../steps/steps.ts';

test('runs the health check, makes a backup, and schedules more', async ({ page, service }) => {
  await openDesk(page, service.url, '?tab=settings');
  await page.getByRole('button', { name: 'Backups and health' }).click();
  const health = page.getByRole('region', { name: 'Health check' });
  await health.getByRole('button', { name: 'Check now' }).press('Enter');
  await expect(health.getByRole('status')).toContainText('Nothing failed', { timeout: 30_000 });
  const line = (name: string) =>
    health.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  // The service has asked itself, by the address that customers see, and read its own database from beside it.
  await expect(line('Public address')).toContainText(/Fine.*is ready/s);
  await expect(line('Public address')).toContainText(`${service.url} leads to this service`);
  // Run as root, it says so instead.
  await expect(line('Database')).toContainText(/complete and undamaged|doctor is running as root/);
  await expect(line('Stripe')).toContainText(/Fine.*sandbox/s);

  const backups = page.getByRole('region', { name: 'Backups' });
  await backups.getByRole('button', { name: 'Back up now' }).click();
  // A process of its own makes it.
  await expect(backups).toContainText('1 backup', { timeout: 30_000 });
  await backups.getByRole('checkbox', { name: 'Make backups automatically' }).check();
  await backups.getByLabel('Daily').fill('14');
  await backups.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The backup settings were saved.').first()).toBeVisible();
  await page.reload();
  await expect(backups.getByLabel('Daily')).toHaveValue('14');
  await expect(backups.getByRole('checkbox', { name: 'Make backups automatically' })).toBeChecked();
});
