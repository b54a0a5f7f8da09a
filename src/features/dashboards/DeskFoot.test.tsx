import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openAdmin, openReader } from '../../../tests/kit/components/desk.tsx';
import { fakeShop } from '../../../tests/kit/components/fake-shop.ts';
import { anOrder, aReaderOrder } from '../desk/desk-testing.ts';

/* These run in Los Angeles: there it is Monday afternoon, and where the business is Tuesday already. */
const timeZone = 'Asia/Tokyo';
const placed = { createdAt: '2026-11-16T22:30:00.000Z', dueAt: '2026-11-19T22:30:00.000Z' };

test('shows the admin every time in the business’s time zone', async () => {
  expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe('America/Los_Angeles');
  const now = () => Date.parse(placed.createdAt);
  await openAdmin(fakeShop([anOrder(placed)]), { timeZone, search: '?order=o1', now });
  const facts = page.getByRole('dialog').getByRole('region', { name: 'Facts' });
  await expect.element(facts).toMatchTextContent('Order dateNov 17, 2026, 7:30 AM');
  await expect.element(facts).toMatchTextContent('Due dateFri, Nov 20, 2026, 7:30 AM');
  const row = page.getByRole('row', { includeHidden: true }).filter({ hasText: 'CT-7K3M9Q' });
  await expect.element(row).toMatchTextContent('Nov 17');
  await expect.element(page.getByText('Tokyo time')).toBeInTheDocument();
});

test('shows the reader every time in the business’s time zone', async () => {
  const order = aReaderOrder({ ...placed, assignedAt: placed.createdAt });
  await openReader({ readerOrders: async () => [order] }, { timeZone });
  await expect.element(page.getByText('Tokyo time')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: order.orderNumber });
  await expect.element(row).toMatchTextContent('Nov 17, 2026');
});
