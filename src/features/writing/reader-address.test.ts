import { expect, test } from 'vitest';
import { addressOf, searchOf } from './reader-address.ts';

test.each([
  ['/reader/dashboard', ''],
  ['/reader/orders/CT-7K3M9Q', '?order=CT-7K3M9Q'],
  ['/reader/orders/CT-7K3M9Q?more=1', '?more=1&order=CT-7K3M9Q'],
  ['/reader/dashboard?more=1', '?more=1'],
])('reads the address %s as %j on the desk', (address, search) => {
  const { pathname, search: query } = new URL(address, 'https://desk.example');
  expect(searchOf({ pathname, search: query })).toBe(search);
  expect(addressOf(search)).toBe(address);
});

test('turns an order in the query into the order’s page', () => {
  const search = searchOf({ pathname: '/reader/dashboard', search: '?order=o1' });
  expect(addressOf(search)).toBe('/reader/orders/o1');
});

test.each(['%', '%E0%A4%A', 'a%2Fb'])('accepts an address with the broken part %s', (part) => {
  expect(searchOf({ pathname: `/reader/orders/${part}`, search: '' })).toMatch(/^\?order=./);
});
