import { expect, test } from 'vitest';
import { addSignedIn, browserOf, orderIn, storedOrder } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import { approveReading } from '../readings/review-reading.ts';
import { readOverview } from './read-overview.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Friday, 20 November 2026, in New York. */
async function createDesk(now = '2026-11-20T15:00:00Z') {
  const env = { APPROVAL_UNDO_SECONDS: '0', BUSINESS_TIMEZONE: 'America/New_York' };
  const app = createTestApp({ env, now });
  const admin = await addSignedIn(app, 'admin', 'admin');
  return { app, admin, overview: (period?: string) => readOverview(app.context, period) };
}

test('resolves each period to its first and last day', async () => {
  const { overview } = await createDesk();
  for (const [period, from, to, count] of [
    ['7-days', '2026-11-14', '2026-11-20', 7],
    ['30-days', '2026-10-22', '2026-11-20', 30],
    ['90-days', '2026-08-23', '2026-11-20', 90],
    ['month', '2026-11-01', '2026-11-20', 20],
    ['last-month', '2026-10-01', '2026-10-31', 31],
    ['2026-02-27..2026-03-01', '2026-02-27', '2026-03-01', 3],
    ['2024-01-01..2024-12-31', '2024-01-01', '2024-12-31', 366],
  ] as const) {
    const { days, period: shown } = await overview(period);
    expect([period, shown, days.length]).toEqual([period, { from, to }, count]);
    expect([days[0]?.from, days.at(-1)?.from]).toEqual([from, to]);
  }
});

test('shows all of December in January, in the business’s time zone', async () => {
  // Still December in New York.
  const { app, overview } = await createDesk('2027-01-01T04:59:00Z');
  await app.buy();
  app.clock.advance(2 * 60_000);
  await app.buy();
  const { recent, days } = await overview('last-month');
  expect(days).toHaveLength(31);
  expect(days.at(-1)).toMatchObject({ from: '2026-12-31', orders: 1 });
  expect(recent.orders).toBe(1);
  expect((await overview('month')).recent.orders).toBe(1);
});

test('compares a custom period with the same number of days before', async () => {
  const { app, overview } = await createDesk();
  for (const _ of [1, 2, 3]) {
    await app.buy();
    app.clock.advance(2 * day);
  }
  app.clock.advance(200 * day);
  const { recent, previous, months } = await overview('2026-11-22..2026-11-23');
  expect([previous.orders, recent.orders]).toEqual([1, 1]);
  expect(months[0]).toEqual({ from: '2026-11-01', revenues: [{ currency: 'usd', revenue: 180 }] });
  expect((await overview('2020-01-01..2020-01-02')).recent.orders).toBe(0);
});

test('refuses an invalid period', async () => {
  const { admin } = await createDesk();
  const mistaken = ['2026-11-20..2026-11-19', '2026-02-30..2026-03-02', '2023-01-01..2024-01-02'];
  for (const period of ['yesterday', '2026-11-20', ...mistaken]) {
    const { status, body } = await admin.get<ErrorBody>(`/api/overview?period=${period}`);
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/^period is one of 7-days, /)]);
  }
});

test('counts an undelivered order as overdue once its due time passes', async () => {
  const { app, admin, overview } = await createDesk();
  const { readingId } = await orderIn(app, 'reading_uploaded', admin.person);
  const late = await orderIn(app, 'pending', admin.person);
  await approveReading(app.context, admin.person, readingId);
  await app.sendMail();
  expect((await overview()).recent).toMatchObject({ delivered: 1, onTime: 1, overdue: 0 });
  app.clock.advance((storedOrder(app, late.orderId).dueAt ?? 0) - app.clock.now());
  expect((await overview()).recent.overdue).toBe(0);
  app.clock.advance(1);
  expect((await overview()).recent).toMatchObject({ delivered: 1, onTime: 1, overdue: 1 });
  app.clock.advance(40 * day);
  const { recent, previous } = await overview();
  expect([recent.overdue, previous.overdue]).toEqual([1, 1]);
  expect((await overview('2026-11-01..2026-11-20')).recent.overdue).toBe(0);
  const later = await browserOf(app, admin.person);
  await later.delete(`/api/orders/${late.orderId}`);
  expect((await overview()).recent.overdue).toBe(0);
});
