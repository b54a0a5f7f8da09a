import { expect, test } from 'vitest';
import { anEvent } from '../desk/desk-testing.ts';
import { whoHasDecided } from './decisions.ts';

const event = (id: number, type: string, actor: string) => anEvent(type, actor, {}, id);

test.each([
  [[event(2, 'reading_approved', 'me'), event(3, 'mail_sent', 'system')], 'You have'],
  [[event(2, 'reading_approved', 'me'), event(3, 'reading_rejected', 'boss')], 'Another admin has'],
  [[event(2, 'order_deleted', 'boss')], 'Another admin has'],
  [[event(1, 'reading_submitted', 'me')], 'Another session has'],
  [undefined, 'Another session has'],
])('%#: whose decision it was is told as it was', (events, who) => {
  expect(whoHasDecided(events, 'me')).toBe(who);
});
