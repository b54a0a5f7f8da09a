import { expect, test } from 'vitest';
import { setUpDesk } from '../desk/desk-testing.ts';
import { createOverviewDesk } from './overview-store.ts';

function setUp(search = '') {
  const { desk, addressBar } = setUpDesk({}, { search });
  return { addressBar, desk: createOverviewDesk(desk) };
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

test('keeps a chosen period in the address, except the default', () => {
  const { desk, addressBar } = setUp('?tab=today');
  desk.choose('2026-11-01..2026-11-20');
  expect(new URLSearchParams(addressBar.read()).get('period')).toBe('2026-11-01..2026-11-20');
  desk.choose('30-days');
  expect(addressBar.read()).toBe('?tab=today');
});
