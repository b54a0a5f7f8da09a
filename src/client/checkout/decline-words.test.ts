import { expect, test } from 'vitest';
import { explainDecline } from './decline-words.ts';

test('every decline is explained with the same words, whatever the bank said', () => {
  const lost = { type: 'card_error', code: 'card_declined', message: 'Your card was reported lost.' };
  const poor = { type: 'card_error', code: 'card_declined', message: 'Your card has insufficient funds.' };
  expect(explainDecline(lost)).toBe(explainDecline(poor));
  expect(explainDecline(lost)).toContain('Your card was declined.');
});

test('what the customer can mend is said as the provider says it', () => {
  const mistyped = {
    type: 'card_error',
    code: 'incorrect_number',
    message: 'Your card number is incorrect.',
  };
  expect(explainDecline(mistyped)).toBe('Your card number is incorrect.');
  expect(explainDecline({})).toBeUndefined();
});
