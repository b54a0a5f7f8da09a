import { expect, test } from 'vitest';
import { withoutPeople } from './mailer.ts';

const mail = { toName: 'Maya Lindqvist-Öz', toAddress: 'maya.l+x@customers.example' };

test.each([
  ['535 5.7.8 Authentication failed', '535 5.7.8 Authentication failed'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
  ['550 <maya.l+x@customers.example>: no such user', '550 <…>: no such user'],
  ['550 Maya.L+X@Customers.Example is unknown', '550 … is unknown'],
  ['550 user maya.l+x unknown', '550 user … unknown'],
  ['550 MAYA has left; ask lindqvist-öz', '550 … has left; ask …'],
  ['550 Mayans are welcome', '550 Mayans are welcome'],
  ['554 spam, see https://spam.example/?m=maya or mailto://x', '554 spam, see … or …'],
  ['554 https://tarot.example.com/order/AAAAAAAAAAAAAAAAAAAAAA is listed', '554 … is listed'],
])('removes personal details from: %s', (words, expected) => {
  expect(withoutPeople(words, mail)).toBe(expected);
});

test.each(['', '(', '[x', 'a|b', '\\'])('removes nothing else for a recipient called %j', (toName) => {
  expect(withoutPeople('451 Try later', { toName, toAddress: 'x@y.example' })).toBe('451 Try later');
});
