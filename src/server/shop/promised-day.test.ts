import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf } from '../base/time/business-days.ts';
import { type Promising, promiseDay } from './read-availability.ts';

/** A Monday at ten in New York. */
const monday = Date.parse('2026-11-23T15:00:00Z');
const nobodyCounts: Promising = {
  now: monday,
  timeZone: 'America/New_York',
  businessDays: 3,
  isClosed: () => false,
  queue: 0,
  capacityOn: null,
};
const among =
  (...days: string[]) =>
  (day: string) =>
    days.includes(day);
const perDay = (count: number) => () => count;
const six = { queue: 6, capacityOn: perDay(2) };
const at = (time: string) => ({ now: Date.parse(time) });

test.each<[what: string, Partial<Promising>, day: string]>([
  ['three business days later', {}, '2026-11-26'],
  ['a holiday does not count', { isClosed: among('2026-11-26') }, '2026-11-27'],
  ['a payment on a closed day', { isClosed: among('2026-11-23') }, '2026-11-26'],
  ['no reader has a limit, so no queue is too long', { queue: 500 }, '2026-11-26'],
  ['one too many for three days', six, '2026-11-27'],
  ['a queue over the weekend', { queue: 10, capacityOn: perDay(2) }, '2026-12-01'],
  ['a queue over closed days', { ...six, isClosed: among('2026-11-27', '2026-11-30') }, '2026-12-01'],
  ['the only reader is back on Friday', { capacityOn: (day) => (day < '2026-12-04' ? 0 : 1) }, '2026-12-04'],
  ['over the year’s end', { ...at('2026-12-30T15:00:00Z'), isClosed: among('2027-01-01') }, '2027-01-05'],
  ['late on Friday in New York is Saturday in UTC', at('2026-11-21T04:30:00Z'), '2026-11-25'],
  ['clocks go back', { ...at('2026-10-31T03:30:00Z'), queue: 3, capacityOn: perDay(1) }, '2026-11-05'],
])('promises the first day that can be kept: %s', (_what, changes, day) => {
  expect(promiseDay({ ...nobodyCounts, ...changes })).toEqual({ day, canBeKept: true });
});

test.each<[what: string, Partial<Promising>, canBeKept: boolean]>([
  ['a reader who is back on the last day', { capacityOn: (day) => (day < '2027-02-15' ? 0 : 1) }, true],
  ['a reader who is back a day later', { capacityOn: (day) => (day < '2027-02-16' ? 0 : 1) }, false],
  ['a reader who never comes back', { capacityOn: perDay(0) }, false],
  ['as many readings as fit', { queue: 59, capacityOn: perDay(1) }, true],
  ['one reading too many', { queue: 60, capacityOn: perDay(1) }, false],
  ['a turnaround of 61 days', { businessDays: 61 }, false],
])('promises no day beyond sixty business days: %s', (_what, changes, canBeKept) => {
  expect(promiseDay({ ...nobodyCounts, ...changes })).toEqual({ day: '2027-02-15', canBeKept });
});

test('stops searching when every day is closed', () => {
  let asked = 0;
  const isClosed = () => {
    asked += 1;
    return true;
  };
  const { day } = promiseDay({ ...nobodyCounts, isClosed, businessDays: 1 });
  expect(day < '2029-12-01').toBe(true);
  expect(asked).toBeLessThan(1_200);
});

const anyMoment = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2031-01-01') });
const anyZone = fc.constantFrom('America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland');
/** Which days are closed and how many readings are written on one, by the last digits of the date. */
const anyShop = fc.record({
  now: anyMoment,
  timeZone: anyZone,
  businessDays: fc.integer({ min: 1, max: 9 }),
  queue: fc.nat({ max: 60 }),
  closed: fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { maxLength: 12 }),
  away: fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { maxLength: 12 }),
  capacity: fc.option(fc.integer({ min: 1, max: 7 })),
});
type Shop = typeof anyShop extends fc.Arbitrary<infer T> ? T : never;

function promisingOf({ closed, away, capacity, ...rest }: Shop): Promising {
  const isOn = (dates: number[], day: string) => dates.includes(Number(day.slice(-2)));
  return {
    ...rest,
    isClosed: (day) => isOn(closed, day),
    capacityOn: capacity === null ? null : (day) => (isOn(away, day) ? 0 : capacity),
  };
}

test('never promises today, a weekend or a closed day', () => {
  fc.assert(
    fc.property(anyShop, (shop) => {
      const promising = promisingOf(shop);
      const { day } = promiseDay(promising);
      expect(promising.isClosed(day)).toBe(false);
      expect([0, 6]).not.toContain(new Date(day).getUTCDay());
      expect(day > dayOf(shop.now, shop.timeZone)).toBe(true);
    }),
  );
});

test('never promises an earlier day for more work or fewer days', () => {
  fc.assert(
    fc.property(anyShop, fc.nat({ max: 30 }), fc.integer({ min: 1, max: 28 }), (shop, more, date) => {
      const { day } = promiseDay(promisingOf(shop));
      for (const changes of [
        { now: shop.now + more * 8 * 3_600_000 },
        { queue: shop.queue + more },
        { closed: [...shop.closed, date] },
        { away: [...shop.away, date] },
        { businessDays: shop.businessDays + more },
      ])
        expect(promiseDay(promisingOf({ ...shop, ...changes })).day >= day).toBe(true);
    }),
  );
});
