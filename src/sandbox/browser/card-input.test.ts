import { describe, expect, test } from 'vitest';
import {
  brandOf,
  cvcProblem,
  expiryProblem,
  formatExpiry,
  formatNumber,
  numberProblem,
} from './card-input.js';

test.each([
  ['4242424242424242', '4242 4242 4242 4242', 'visa'],
  ['42424242424242429', '4242 4242 4242 4242', 'visa'],
  ['378282246310005', '3782 822463 10005', 'amex'],
  ['3056930009020004', '3056 9300 0902 0004', 'diners'],
  ['abc', '', 'unknown'],
])('the number %s is written %s and belongs to %s', (typed, written, brand) => {
  expect(formatNumber(typed)).toBe(written);
  expect(brandOf(typed).name).toBe(brand);
});

test.each([
  ['1', '1'],
  ['5', '05'],
  ['12', '12'],
  ['1/', '01'],
  ['1234', '12 / 34'],
  ['12/34', '12 / 34'],
  ['12 / 34', '12 / 34'],
  ['12/2034', '12 / 34'],
  ['534', '05 / 34'],
])('the expiry %s is written %s', (typed, written) => {
  expect(formatExpiry(typed)).toBe(written);
});

describe('problems', () => {
  const today = new Date(2026, 10, 20);
  test.each([
    ['11 / 26', undefined],
    ['10 / 26', 'invalid_expiry_month_past'],
    ['12 / 25', 'invalid_expiry_year_past'],
    ['13 / 30', 'invalid_expiry_month'],
    ['12 / 3', 'incomplete_expiry'],
  ])('the expiry %s has the problem %s', (expiry, code) => {
    expect(expiryProblem(expiry, today)?.code).toBe(code);
  });
  test.each([
    ['4242 4242 4242 4242', undefined],
    ['4242 4242 4242 4241', 'invalid_number'],
    ['4242', 'incomplete_number'],
  ])('the number %s has the problem %s', (number, code) => {
    expect(numberProblem(number)?.code).toBe(code);
  });
  test('American Express has four digits of security code', () => {
    expect(cvcProblem('123', '378282246310005')?.code).toBe('incomplete_cvc');
    expect(cvcProblem('123', '4242424242424242')).toBeNull();
  });
});
