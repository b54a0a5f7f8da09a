import { expect, test } from 'vitest';
import type { OrderEvent } from '../../shared/orders/orders.ts';
import { whoHasDecided } from './decisions.ts';

const event = (id: number, type: string, actor: string): OrderEvent => ({
  id,
  type,
  actor,
  createdAt: '2026-11-20T12:00:00.000Z',
  data: {},
});

test.each([
  [[event(2, 'reading_approved', 'me'), event(3, 'mail_sent', 'system')], 'You have'],
  [[event(2, 'reading_approved', 'me'), event(3, 'reading_rejected', 'boss')], 'Somebody else has'],
  [[event(2, 'order_deleted', 'boss')], 'Somebody else has'],
  [[event(1, 'reading_submitted', 'me')], 'Somebody has'],
  [undefined, 'Somebody has'],
])('%#: whose decision it was is told as it was', (events, who) => {
  expect(whoHasDecided(events, 'me')).toBe(who);
});
