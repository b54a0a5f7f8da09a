import { describe, expect, test } from 'vitest';
import type { OrderEvent } from '../../shared/orders/orders.ts';
import { anEvent } from '../desk/desk-testing.ts';
import { isKeptByAdmins, whatOthersDid } from './meanwhile.ts';

let lines = 0;
function happened(type: string, actor: string, second = 0): OrderEvent {
  lines += 1;
  const createdAt = new Date(Date.UTC(2026, 10, 16, 9, 0, second)).toISOString();
  return { ...anEvent(type, actor, {}, lines), createdAt };
}

describe('what others did to an order while it was open', () => {
  const told = (events: OrderEvent[], since = 0) =>
    whatOthersDid(events, { since, username: 'boss' }).map(({ type }) => type);

  test('is told, and nothing from before or of one’s own', () => {
    const before = happened('assigned', 'system');
    const events = [before, happened('reading_submitted', 'rita'), happened('notes_edited', 'boss')];
    expect(told(events, before.id)).toEqual(['reading_submitted']);
  });

  test('is not what follows by itself from what one did', () => {
    const events = [
      happened('refund_made', 'boss', 10),
      happened('payment_changed', 'stripe', 11),
      happened('assigned', 'omar', 11),
      happened('refund_changed', 'stripe', 40),
    ];
    expect(told(events)).toEqual(['assigned', 'refund_changed']);
  });

  test('is not that a mail has left', () => {
    expect(told([happened('mail_sent', 'system'), happened('mail_failed', 'system')])).toEqual([
      'mail_failed',
    ]);
  });
});

test.each([
  [[], false],
  [['system'], false],
  [['system', 'boss'], true],
  [['boss', 'system'], false],
])('an order without a reader that was given away by %j is kept: %j', (actors, isKept) => {
  expect(isKeptByAdmins(actors.map((actor) => happened('assigned', actor)))).toBe(isKept);
});
