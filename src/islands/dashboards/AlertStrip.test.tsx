import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Alert } from '../../shared/alerts.ts';
import { openAdmin } from '../../testing/components/desk.tsx';
import { expectNoFlaws } from '../../testing/components/flaws.ts';

const list = page.getByRole('list', { name: 'Alerts' });
const order = { id: 'o1', orderNumber: 'CT-7K3M9Q' };
const alert = (changes: Partial<Alert>): Alert => ({
  code: 'mail_failed',
  message: 'A mail could not be delivered.',
  count: 1,
  orders: [],
  ...changes,
});

test.each<[Partial<Alert>, way: string | null, address: Record<string, string>]>([
  [{ orders: [order] }, 'CT-7K3M9Q', { order: 'o1' }],
  [{ code: 'payment_review' }, 'Show 1 order', { payment: 'review' }],
  [{ code: 'payment_disputed', count: 12, orders: [order] }, 'Show 12 orders', { payment: 'disputed' }],
  [{ code: 'payment_disputed', orders: [order] }, 'CT-7K3M9Q', { order: 'o1' }],
  [{ code: 'nobody_free', orders: [order] }, 'Open People', { tab: 'settings' }],
  [{ code: 'backup_failed', count: 0 }, null, {}],
])('the alert %j leads there by “%s”', async (changes, way, address) => {
  const { addressBar } = await openAdmin(
    { alerts: async () => [alert(changes)] },
    { search: '?tab=overview' },
  );
  await expect.element(list).toMatchTextContent('A mail could not be delivered.');
  if (way === null) return expect.element(list.getByRole('button')).not.toBeInTheDocument();
  await list.getByRole('button', { name: way }).click();
  expect(Object.fromEntries(new URLSearchParams(addressBar.read()))).toMatchObject(address);
});

test('on a phone they are one line, which a tap unfolds', async () => {
  await openAdmin({ alerts: async () => [alert({}), alert({ code: 'payment_review' })] });
  await page.viewport(360, 740);
  const line = page.getByRole('button', { name: /^2 alerts/ });
  await expect.element(line).toHaveAttribute('aria-expanded', 'false');
  await expect.element(list).not.toBeInTheDocument();
  expect(line.element().getBoundingClientRect().height).toBeLessThanOrEqual(48);
  await line.click();
  await expect.element(list.getByRole('listitem')).toHaveLength(2);
  await expectNoFlaws();
  await page.viewport(360, 740);
  await line.click();
  await expect.element(list).not.toBeInTheDocument();
  await page.viewport(1440, 900);
});
