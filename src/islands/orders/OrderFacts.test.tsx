import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { anOrder } from '../../client/desk/desk-testing.ts';
import { openAdmin } from '../../testing/components/desk.tsx';
import { shopOf } from '../../testing/components/shop-of.ts';
import { expectDone } from '../../testing/components/toasts.ts';

const dialog = page.getByRole('dialog');

/** Opens an order that nobody has; the system has taken it from nobody, until an admin keeps it. */
async function openUnassigned() {
  const given: unknown[] = [];
  const events = [
    { id: 1, type: 'assigned', actor: 'system', data: {}, createdAt: '2026-11-16T09:00:00.000Z' },
  ];
  const shop = shopOf([anOrder({ assignedReader: null })]);
  await page.viewport(1440, 900);
  await openAdmin(
    {
      ...shop,
      orderEvents: async () => [...events],
      async assignOrder(id, readerId) {
        given.push(readerId);
        events.push({ ...events[0], id: 2, actor: 'admin' } as (typeof events)[0]);
        return shop.assignOrder(id, readerId);
      },
    },
    { search: '?order=o1' },
  );
  await expect.element(dialog).toMatchTextContent('It goes to the first reader who is free.');
  return given;
}

test('an order that nobody has is kept by a word', async () => {
  await openUnassigned();
  await dialog.getByRole('button', { name: 'Keep it', exact: true }).click();
  await expectDone('Order Kept', 'CT-7K3M9Q is unassigned until you assign it.');
  await expect.element(dialog).toMatchTextContent('It stays unassigned until an admin assigns it.');
});
