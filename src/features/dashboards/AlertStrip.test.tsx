import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAdmin } from '../../../tests/kit/components/desk.tsx';
import { expectNoFlaws } from '../../../tests/kit/components/flaws.ts';
import type { Alert } from '../../shared/ops/alerts.ts';

const list = page.getByRole('list', { name: 'Alerts' });
const line = page.getByRole('button', { name: /needs? you$/ });
const order = { id: 'o1', orderNumber: 'CT-7K3M9Q' };
const alert = (changes: Partial<Alert>): Alert => ({
  code: 'mail_failed',
  message: 'A mail could not be delivered.',
  count: 1,
  orders: [],
  ...changes,
});
const review = alert({ code: 'payment_review', message: 'A payment does not match its order.' });

test.each<[Partial<Alert>, way: string | null, address: Record<string, string>]>([
  [{ orders: [order] }, 'CT-7K3M9Q', { order: 'o1' }],
  [{ code: 'payment_disputed', count: 12, orders: [order] }, 'CT-7K3M9Q', { order: 'o1' }],
  [{ code: 'nobody_free', orders: [order] }, 'Open People', { tab: 'settings', section: 'people' }],
  [{ code: 'backup_failed', count: 0 }, null, {}],
])('the alert %j leads there by “%s”', async (changes, way, address) => {
  const { addressBar } = await openAdmin(
    { alerts: async () => [alert(changes)] },
    { search: '?tab=overview' },
  );
  await line.click();
  await expect.element(list).toMatchTextContent('A mail could not be delivered.');
  if (changes.count === 12) await expect.element(list).toMatchTextContent('12 in all');
  if (way === null) return expect.element(list.getByRole('button')).not.toBeInTheDocument();
  await list.getByRole('button', { name: way }).click();
  expect(Object.fromEntries(new URLSearchParams(addressBar.read()))).toMatchObject(address);
});

test.each([360, 1440])('at %i px they are one line that opens the list, closed at first', async (width) => {
  await page.viewport(width, 900);
  await openAdmin({ alerts: async () => [alert({}), review] });
  await expect.element(line).toHaveAccessibleName('2 things need you');
  await expect.element(line).toHaveAttribute('aria-expanded', 'false');
  await expect.element(list).not.toBeInTheDocument();
  const { height } = line.element().closest('.panel')?.getBoundingClientRect() ?? { height: 0 };
  expect(height).toBeGreaterThanOrEqual(40);
  expect(height).toBeLessThanOrEqual(48);
  await line.click();
  await expect.element(line).toHaveAttribute('aria-expanded', 'true');
  await expect.element(list.getByRole('listitem')).toHaveLength(2);
  await expectNoFlaws();
  await page.viewport(width, 900);
  await line.click();
  await expect.element(list).not.toBeInTheDocument();
  await page.viewport(1440, 900);
});

test('each order that needs something counts, and what is about no order counts once', async () => {
  const alerts = [
    alert({ count: 12, orders: [order] }),
    alert({ code: 'webhook_silent', message: 'Messages are refused.', count: 101 }),
  ];
  await openAdmin({ alerts: async () => alerts });
  await expect.element(line).toHaveAccessibleName('13 things need you');
});

test('the list closes when another tab is opened', async () => {
  await openAdmin({ alerts: async () => [alert({}), review] });
  await line.click();
  await expect.element(list).toBeVisible();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect.element(line).toHaveAttribute('aria-expanded', 'false');
  await expect.element(list).not.toBeInTheDocument();
});

test('a screen reader hears when the number changes, and nothing is there when all is well', async () => {
  let alerts: Alert[] = [];
  const { desk } = await openAdmin({ alerts: async () => alerts });
  const happen = async (...now: Alert[]) => {
    alerts = now;
    await desk.alerts.refresh();
  };
  await expect.element(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
  await expect.element(line).not.toBeInTheDocument();
  const heard = document.querySelector('main [aria-live="polite"]');
  await happen(review);
  await expect.poll(() => heard?.textContent).toBe('1 thing needs you');
  await line.click();
  await happen(review, alert({}));
  await expect.poll(() => heard?.textContent).toBe('2 things need you');
  await happen();
  await expect.poll(() => heard?.textContent).toBe('');
  await expect.element(list).not.toBeInTheDocument();
});
