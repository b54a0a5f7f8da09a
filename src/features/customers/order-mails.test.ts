import { expect, test } from 'vitest';
import type { OrderMail } from '../../shared/orders/mails.ts';
import { createDateFormats } from '../desk/date-formats.ts';
import { aMail } from '../desk/desk-testing.ts';
import { canResend, mailStateText } from './order-mails.ts';

const soon = '2026-11-16T09:01:00.000Z';

test.each<[Partial<OrderMail>, RegExp]>([
  [{}, /^Delivered Nov 16, 2026/],
  [{ state: 'failed', sentAt: null }, /^Could not be delivered$/],
  [{ state: 'canceled', sentAt: null }, /^Canceled before it was sent$/],
  [{ state: 'queued', attempts: 0, nextAttemptAt: soon, sentAt: null }, /^Waiting to be sent$/],
  [{ state: 'queued', attempts: 2, nextAttemptAt: soon, sentAt: null }, /next try Nov 16, 2026/],
])('describes the state of the mail %o in words', (changes, words) => {
  expect(mailStateText(aMail(changes), createDateFormats('UTC', Date.now))).toMatch(words);
});

test('allows resending failed mails and the newest of each kind', () => {
  const reading = (id: number, state: OrderMail['state'] = 'sent') =>
    aMail({ id, kind: 'reading_delivery', state });
  const failed = aMail({ id: 1, state: 'failed' });
  const confirmations = [aMail({ id: 2 }), aMail({ id: 3 })];
  const all = [failed, ...confirmations, reading(4), reading(5, 'queued'), reading(6, 'canceled')];
  expect(all.filter((mail) => canResend(mail, all)).map(({ id }) => id)).toEqual([1, 3]);
});
