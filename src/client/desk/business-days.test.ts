import { describe, expect, test } from 'vitest';
import { createBusinessDays } from './business-days.ts';

const newYork = createBusinessDays('America/New_York', 'America/New_York');
const now = Date.parse('2026-11-20T12:00:00-05:00');

/** What there is between its words does not matter here. */
const plain = (text: string) => text.replace(/\s/g, ' ');

describe('a due date reads as', () => {
  test.each([
    ['2026-11-20T11:00:00-05:00', 'Late', '60 minutes late', true, false],
    ['2026-11-19T11:00:00-05:00', 'Late by 1 day', '25 hours late', true, false],
    ['2026-11-19T23:00:00-05:00', 'Late by 1 day', '13 hours late', true, false],
    ['2026-11-17T11:00:00-05:00', 'Late by 3 days', '3 days late', true, false],
    ['2026-11-20T18:00:00-05:00', 'Due today', '6 hours left', false, true],
    ['2026-11-21T09:00:00-05:00', 'Due Sat, Nov 21', '21 hours left', false, true],
    ['2026-11-24T09:00:00-05:00', 'Due Tue, Nov 24', '3 days left', false, false],
  ])('%s: %s, %s', (dueAt, text, left, isLate, isSoon) => {
    expect(newYork.dueLabel(dueAt, now)).toMatchObject({ text, left, isLate, isSoon });
  });

  test.each([
    [59_999, '0 minutes left'],
    [60_000, '1 minute left'],
    [7_199_999, '119 minutes left'],
    [7_200_000, '2 hours left'],
    [172_799_999, '47 hours left'],
    [172_800_000, '2 days left'],
  ])('after %d ms more: %s', (remainingMs, left) => {
    expect(newYork.dueLabel(new Date(now + remainingMs).toISOString(), now).left).toBe(left);
  });
});

describe.each(['America/New_York', 'Europe/Berlin', 'Asia/Tokyo', 'Pacific/Honolulu'])(
  'looked at in %s',
  (own) => {
    const days = createBusinessDays('America/New_York', own);
    /** Thursday already in Europe and Asia. */
    const dueAt = '2026-11-25T21:30:00-05:00';

    test('what was promised by Wednesday is due on Wednesday', () => {
      expect(days.dueLabel(dueAt, now).text).toBe('Due Wed, Nov 25');
      expect(days.waiting(dueAt)).toBe('Waiting for the customer since Wed, Nov 25');
      expect(days.dayOf(dueAt)).toBe('2026-11-25');
      expect(plain(days.deadline(dueAt))).toMatch(/^Wednesday, Nov 25, 9:30 PM( EST)?$/);
      expect(plain(days.datedDeadline(dueAt))).toMatch(/^Wed, Nov 25, 2026, 9:30 PM( EST)?$/);
    });

    test('it is due today for as long as it is Wednesday where the business is', () => {
      const text = (moment: string) => days.dueLabel(dueAt, Date.parse(moment)).text;
      expect(text('2026-11-24T23:59:00-05:00')).toBe('Due Wed, Nov 25');
      expect(text('2026-11-25T00:00:00-05:00')).toBe('Due today');
      expect(text('2026-11-25T23:59:00-05:00')).toBe('Late');
      expect(text('2026-11-26T00:00:00-05:00')).toBe('Late by 1 day');
    });
  },
);

test.each([
  ['America/New_York', /2:03 PM$/],
  ['America/Toronto', /2:03 PM$/],
  ['Europe/Berlin', /2:03 PM EST$/],
])('a deadline in %s says whose clock it is where the own shows another time', (own, text) => {
  const { deadline } = createBusinessDays('America/New_York', own);
  expect(plain(deadline('2026-11-25T14:03:00-05:00'))).toMatch(text);
});

test.each([
  ['America/New_York', 'Nov 25, 2026, 2:03 PM'],
  ['America/Toronto', 'Nov 25, 2026, 2:03 PM'],
  ['America/Los_Angeles', 'Nov 25, 2026, 11:03 AM PST'],
  ['Europe/Berlin', 'Nov 25, 2026, 8:03 PM GMT+1'],
])('what happened is told in %s by the clock there, named where it is not the business’s', (own, text) => {
  const { happened } = createBusinessDays('America/New_York', own);
  expect(plain(happened('2026-11-25T14:03:00-05:00'))).toBe(text);
});

test.each([
  ['America/New_York', '2026-11-25T14:03:00-05:00', 'at 2:03 PM'],
  ['Europe/Berlin', '2026-11-25T14:03:00-05:00', 'at 8:03 PM GMT+1'],
  ['America/New_York', '2026-11-24T23:03:00-05:00', 'on Nov 24, 2026, 11:03 PM'],
  ['Europe/Berlin', '2026-11-24T23:03:00-05:00', 'at 5:03 AM GMT+1'],
])('on a sentence it has its day unless that is today in %s', (own, iso, text) => {
  const { happenedWhen } = createBusinessDays('America/New_York', own);
  expect(plain(happenedWhen(iso, Date.parse('2026-11-25T15:00:00-05:00')))).toBe(text);
});

test('AM, PM and the zone never begin a line', () => {
  const elsewhere = createBusinessDays('America/New_York', 'Asia/Tokyo');
  expect(elsewhere.deadline('2026-11-25T14:03:00-05:00')).toMatch(/2:03\u00a0PM\u00a0EST$/);
  expect(elsewhere.happened('2026-11-25T14:03:00-05:00')).toMatch(/4:03\u00a0AM\u00a0GMT\+9$/);
  expect(newYork.datedDeadline('2026-11-25T14:03:00-05:00')).toMatch(/2:03\u00a0PM$/);
});
