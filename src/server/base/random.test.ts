import { expect, test } from 'vitest';
import { orderNumberPattern } from '../../shared/orders/order-number.ts';
import { systemRandom } from './random.ts';

test('creates distinct order numbers from the whole alphabet', () => {
  const numbers = Array.from({ length: 500 }, systemRandom.newOrderNumber);
  for (const number of numbers) expect(number).toMatch(orderNumberPattern);
  expect(new Set(numbers).size).toBe(500);
  expect(new Set(numbers.join('').replaceAll('CT-', '')).size).toBe(32);
});

test('creates distinct 256-bit tokens', () => {
  const tokens = Array.from({ length: 100 }, systemRandom.newToken);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(new Set(tokens).size).toBe(100);
});

test('creates ids that start with the time and are otherwise random', () => {
  const before = Date.now();
  const ids = Array.from({ length: 100 }, systemRandom.newId);
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    const time = Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  }
  expect(new Set(ids.map((id) => id.slice(15))).size).toBe(100);
});
