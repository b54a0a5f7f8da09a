import { expect, test } from 'vitest';
import { againOf } from './again.ts';

const shop = { seed: '7', months: 2, ordersPerDay: 3, readers: 1 };

test('the command for the same run names all that makes it the same, and not what was not chosen', () => {
  const command = 'npm run simulate -- --seed 7 --months 2 --orders-per-day 3 --readers 1';
  expect(againOf(shop)).toBe(command);
  expect(againOf({ ...shop, launch: 0 })).toBe(command);
  expect(againOf({ ...shop, launch: 300 })).toBe(`${command} --launch 300`);
  expect(againOf({ seed: '7', months: 2 })).toBe('npm run simulate -- --seed 7 --months 2');
});
