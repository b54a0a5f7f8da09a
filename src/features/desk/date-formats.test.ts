import { describe, expect, test } from 'vitest';
import { createDateFormats } from './date-formats.ts';

const newYork = createDateFormats('America/New_York', Date.now);
const now = Date.parse('2026-11-20T12:00:00-05:00');

/** What there is between its words does not matter here. */
const plain = (text: string) => text.replace(/\s/g, ' ');

describe('a due date', () => {
  test.each([
    ['2026-11-20T11:00:00-05:00', 'Late', '60 minutes late', true, false],
    ['2026-11-19T11:00:00-05:00', 'Late by 1 day', '1 day late', true, false],
    ['2026-11-17T11:00:00-05:00', 'Late by 3 days', '3 days late', true, false],
    ['2026-11-16T23:00:00-05:00', 'Late by 4 days', '4 days late', true, false],
    ['2026-11-20T18:00:00-05:00', 'Due today', '6 hours left', false, true],
    ['2026-11-21T09:00:00-05:00', 'Due Sat, Nov 21', '21 hours left', false, true],
    ['2026-11-24T09:00:00-05:00', 'Due Tue, Nov 24', '3 days left', false, false],
  ])('%s reads as %s, %s', (dueAt, text, left, isLate, isSoon) => {
    expect(newYork.dueLabel(dueAt, now)).toMatchObject({ text, left, isLate, isSoon });
  });

  test.each([
    [59_999, '0 minutes left'],
    [60_000, '1 minute left'],
    [7_199_999, '119 minutes left'],
    [7_200_000, '2 hours left'],
    [172_799_999, '47 hours left'],
    [172_800_000, '2 days left'],
  ])('%d ms ahead reads as %s', (remainingMs, left) => {
    expect(newYork.dueLabel(new Date(now + remainingMs).toISOString(), now).left).toBe(left);
  });
});

describe('in the business’s time zone', () => {
  /** Thursday already in Europe and Asia. */
  const dueAt = '2026-11-25T21:30:00-05:00';

  test('shows Wednesday for an order promised by Wednesday', () => {
    expect(newYork.dueLabel(dueAt, now).text).toBe('Due Wed, Nov 25');
    expect(newYork.waiting(dueAt)).toBe('Waiting for the customer since Wed, Nov 25');
    expect(newYork.dayOf(dueAt)).toBe('2026-11-25');
    expect(newYork.date(dueAt)).toBe('Nov 25, 2026');
    expect(plain(newYork.deadline(dueAt))).toBe('Wednesday, Nov 25, 9:30 PM');
    expect(plain(newYork.datedDeadline(dueAt))).toBe('Wed, Nov 25, 2026, 9:30 PM');
    expect(plain(newYork.dateTime(dueAt))).toBe('Nov 25, 2026, 9:30 PM');
  });

  test('says "Due today" all through Wednesday', () => {
    const text = (moment: string) => newYork.dueLabel(dueAt, Date.parse(moment)).text;
    expect(text('2026-11-24T23:59:00-05:00')).toBe('Due Wed, Nov 25');
    expect(text('2026-11-25T00:00:00-05:00')).toBe('Due today');
    expect(text('2026-11-25T23:59:00-05:00')).toBe('Late');
    expect(text('2026-11-26T00:00:00-05:00')).toBe('Late by 1 day');
  });

  test('changes the day at the business’s midnight', () => {
    let time = Date.parse('2026-11-25T23:59:00-05:00');
    const days = createDateFormats('America/New_York', () => time);
    expect(days.today()).toBe('2026-11-25');
    time = Date.parse('2026-11-26T00:00:00-05:00');
    expect(days.today()).toBe('2026-11-26');
  });

  test.each([
    ['America/Los_Angeles', 'Nov 25, 2026', 'Nov 25, 2026, 6:30 PM'],
    ['Asia/Tokyo', 'Nov 26, 2026', 'Nov 26, 2026, 11:30 AM'],
  ])('formats the same moment in %s: %s', (zone, date, happened) => {
    const days = createDateFormats(zone, Date.now);
    expect(days.date(dueAt)).toBe(date);
    expect(plain(days.dateTime(dueAt))).toBe(happened);
  });
});

test.each([
  ['America/New_York', '2026-11-25T14:03:00-05:00', 'at 2:03 PM'],
  ['Europe/Berlin', '2026-11-25T14:03:00-05:00', 'at 8:03 PM'],
  ['America/New_York', '2026-11-24T23:03:00-05:00', 'on Nov 24, 2026, 11:03 PM'],
  ['Europe/Berlin', '2026-11-24T23:03:00-05:00', 'at 5:03 AM'],
])('names the day in a sentence unless it is today in %s', (zone, iso, text) => {
  const { dateTimePhrase } = createDateFormats(zone, Date.now);
  expect(plain(dateTimePhrase(iso, Date.parse('2026-11-25T15:00:00-05:00')))).toBe(text);
});

test('keeps AM and PM on the line of their time', () => {
  expect(newYork.deadline('2026-11-25T14:03:00-05:00')).toMatch(/2:03\u00a0PM$/);
  expect(newYork.dateTimePhrase('2026-11-25T14:03:00-05:00', now)).toMatch(/2:03\u00a0PM$/);
});
