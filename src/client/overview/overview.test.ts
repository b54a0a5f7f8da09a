import { expect, test, vi } from 'vitest';
import { aDeskBase } from '../desk/desk-testing.ts';
import { settle } from '../store-testing.ts';
import { createOverviewDesk } from './overview.ts';
import { anOverview } from './overview-testing.ts';

function setUp(search = '') {
  const overview = vi.fn(async () => anOverview());
  const { desk, addressBar } = aDeskBase({ overview }, { search });
  return { overview, addressBar, desk: createOverviewDesk(desk) };
}

test.each([
  ['', '30-days'],
  ['?period=last-month', 'last-month'],
  ['?period=2026-11-01..2026-11-20', '2026-11-01..2026-11-20'],
  ['?period=2026-11-20..2026-11-01', '30-days'],
  ['?period=yesterday', '30-days'],
])('the address "%s" shows the period %s', (search, period) => {
  expect(setUp(search).desk.$period.get()).toBe(period);
});

test('a period that is chosen stands in the address, but for the usual one', () => {
  const { desk, addressBar } = setUp('?tab=overview');
  desk.choose('2026-11-01..2026-11-20');
  expect(new URLSearchParams(addressBar.read()).get('period')).toBe('2026-11-01..2026-11-20');
  desk.choose('30-days');
  expect(addressBar.read()).toBe('?tab=overview');
});

test('each period is fetched once, and kept', async () => {
  const { desk, overview } = setUp();
  for (const period of ['month', '7-days', 'month']) {
    desk.of(period).$state.listen(() => {});
    await settle();
  }
  expect(overview.mock.calls).toEqual([['month'], ['7-days']]);
});
