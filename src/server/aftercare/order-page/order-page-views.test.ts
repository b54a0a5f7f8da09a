import { expect, test } from 'vitest';
import { addPerson, linkTo, orderIn } from '../../../../tests/kit/builders.ts';
import { createTestApp } from '../../../../tests/kit/test-app.ts';
import { readCustomerOrder } from './customer-order.ts';
import { listPageViews } from './page-views-repository.ts';

const minute = 60_000;
const day = 86_400_000;

async function createOpenableOrder(status: 'pending' | 'approved') {
  const app = createTestApp({ env: { APPROVAL_UNDO_SECONDS: '60' } });
  const { orderId } = await orderIn(app, status, addPerson(app, 'admin', 'admin'));
  const token = linkTo(app, orderId);
  const open = (isCustomer = true) => readCustomerOrder(app.context, token, { isCustomer });
  return { app, orderId, open, views: () => listPageViews(app.db, orderId) };
}

test('counts page views and keeps the first and last time', async () => {
  const { app, open, views } = await createOpenableOrder('pending');
  expect(views()).toEqual([]);
  const firstAt = app.clock.now();
  open();
  expect(views()).toMatchObject([{ shown: 'news', count: 1, firstAt, lastAt: firstAt }]);
  app.clock.advance(day);
  open();
  app.clock.advance(day);
  open();
  expect(views()).toMatchObject([{ shown: 'news', count: 3, firstAt, lastAt: firstAt + 2 * day }]);
});

test('counts views of the reading apart from earlier views', async () => {
  const { app, open, views } = await createOpenableOrder('approved');
  open();
  app.clock.advance(minute);
  expect(open()?.reading).toBe('The Star speaks of patience.');
  expect(views()).toMatchObject([
    { shown: 'news', count: 1 },
    { shown: 'reading', count: 1, firstAt: app.clock.now() },
  ]);
});

test('counts several views within a minute as one', async () => {
  const { app, open, views } = await createOpenableOrder('pending');
  open();
  app.clock.advance(minute - 1);
  open();
  expect(views()).toMatchObject([{ count: 1 }]);
  app.clock.advance(1);
  open();
  expect(views()).toMatchObject([{ count: 2 }]);
});

test('counts no view by others or wrong links, or when storing fails', async () => {
  const { app, open, views } = await createOpenableOrder('pending');
  expect(open(false)).not.toBeNull();
  expect(readCustomerOrder(app.context, 'AAAAAAAAAAAAAAAAAAAAAA', { isCustomer: true })).toBeNull();
  app.db.$client.pragma('query_only = ON');
  expect(open()).toMatchObject({ state: 'in_preparation' });
  expect(views()).toEqual([]);
});
