import { expect, test } from 'vitest';
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
  ['30569309025904', '3056 930902 5904', 'diners'],
  ['3056930009020004', '3056 930009 0200 04', 'diners'],
  ['abc', '', 'unknown'],
])('writes the number %s as %s and recognizes %s', (typed, written, brand) => {
  expect(formatNumber(typed)).toBe(written);
  expect(brandOf(typed).name).toBe(brand);
});

test.each([
  ['1', '1'],
  ['5', '05'],
  ['1/', '01'],
  ['1234', '12 / 34'],
  ['12 / 34', '12 / 34'],
  ['12/2034', '12 / 34'],
])('writes the expiry %s as %s', (typed, written) => {
  expect(formatExpiry(typed)).toBe(written);
});

const today = new Date(2026, 10, 20);
test.each([
  ['11 / 26', expiryProblem('11 / 26', today), undefined],
  ['10 / 26', expiryProblem('10 / 26', today), 'invalid_expiry_month_past'],
  ['12 / 25', expiryProblem('12 / 25', today), 'invalid_expiry_year_past'],
  ['13 / 30', expiryProblem('13 / 30', today), 'invalid_expiry_month'],
  ['12 / 3', expiryProblem('12 / 3', today), 'incomplete_expiry'],
  ['4242 4242 4242 4242', numberProblem('4242 4242 4242 4242'), undefined],
  ['4242 4242 4242 4241', numberProblem('4242 4242 4242 4241'), 'invalid_number'],
  ['4242', numberProblem('4242'), 'incomplete_number'],
  ['3056 930902 5904', numberProblem('3056 930902 5904'), undefined],
  ['3056 930009 0200 04', numberProblem('3056 930009 0200 04'), undefined],
  ['3056 930009 0200 0', numberProblem('3056 930009 0200 0'), 'incomplete_number'],
  ['123 for Visa', cvcProblem('123', '4242424242424242'), undefined],
  ['123 for American Express', cvcProblem('123', '378282246310005'), 'incomplete_cvc'],
])('checks %s', (_typed, problem, code) => {
  expect(problem?.code).toBe(code);
});
