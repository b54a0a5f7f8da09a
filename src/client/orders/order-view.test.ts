import { describe, expect, test } from 'vitest';
import { exportAddress, readOrderView, sortAfterClick } from './order-view.ts';

describe('the order of the list', () => {
  const start = readOrderView({});

  test('is by date, newest first, unless the address says otherwise', () => {
    const asked = { sort: 'status', direction: 'desc' };
    expect(start).toMatchObject({ sort: 'date', direction: 'desc' });
    expect(readOrderView(asked)).toMatchObject(asked);
    expect(readOrderView({ sort: 'amount', direction: 'up', status: 'lost' })).toEqual(start);
  });

  test('flips on a click on its column and starts ascending on another', () => {
    expect(sortAfterClick(start, 'date')).toEqual({ sort: 'date', direction: 'asc' });
    expect(sortAfterClick(start, 'customer')).toEqual({ sort: 'customer', direction: 'asc' });
  });
});

test('what the address shows is also what the file has', () => {
  const address = exportAddress(readOrderView({ show: 'deleted', reader: 'r1' }));
  expect(address).toBe('/api/orders.csv?sort=date&direction=desc&reader=r1&deleted=true');
});

test.each([
  ['last-month', 'last-month'],
  ['2026-11-01..2026-11-20', '2026-11-01..2026-11-20'],
  ['2026-11-20..2026-11-01', null],
  ['tomorrow', null],
])('the address names when orders were placed, for the list and its file: %s', (placed, asked) => {
  const address = new URL(exportAddress(readOrderView({ placed })), 'http://desk.example');
  expect(address.searchParams.get('placed')).toBe(asked);
});
