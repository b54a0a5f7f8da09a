import { expect, test } from 'vitest';
import {
  type CalendarChanges,
  type CalendarSettings,
  type Closed,
  type KnownCalendar,
  usualCalendar,
} from '../../shared/checkout/calendar.ts';
import { aDeskBase } from '../desk/desk-testing.ts';
import { anApiError, settle } from '../store-testing.ts';
import { createCalendarDesk, notSoldWords } from './calendar.ts';

const known: KnownCalendar = {
  ...usualCalendar,
  country: 'DE',
  closedDays: [{ from: '2026-12-24', to: '2026-12-31' }],
  nextHolidays: [{ day: '2026-12-25', name: 'Christmas Day' }],
};

test('what changes of the days is saved; a refusal is told', async () => {
  const message = 'It can be closed until 2027-11-24 at most.';
  const sent: CalendarChanges[] = [];
  const { desk, toasts } = aDeskBase({
    calendar: async () => current(),
    async changeCalendar(changed) {
      if (changed.closedUntil === '2036-12-01') throw anApiError(400, 'invalid_request', message);
      sent.push(changed);
      return current();
    },
  });
  const current = () => ({ ...known, ...sent.at(-1) }) as KnownCalendar;
  const store = createCalendarDesk(desk);
  store.calendar.$state.listen(() => {});
  await settle();
  expect(await store.save({ mostOpenOrders: 9 })).toBe(true);
  expect(await store.pauseSales('2026-12-01')).toBe(true);
  expect(sent).toEqual([{ mostOpenOrders: 9 }, { isPaused: false, closedUntil: '2026-12-01' }]);
  expect(store.calendar.$state.get().data?.closedUntil).toBe('2026-12-01');
  expect(await store.pauseSales('2036-12-01')).toBe(false);
  expect(toasts.shown).toMatchObject([
    { title: 'Days Updated' },
    { title: 'Sales Paused', description: 'Sales are paused until Tuesday, December 1.' },
    { title: 'Update Failed', description: message },
  ]);
});

test.each<[string, Closed, Partial<CalendarSettings>, boolean]>([
  ['paused until a day', { until: '2026-11-30', reason: 'closed' }, { closedUntil: '2026-11-30' }, true],
  ['paused until resumed', { until: null, reason: 'closed' }, { isPaused: true }, true],
  ['as many orders as it takes', { until: null, reason: 'full' }, { mostOpenOrders: 2 }, true],
  ['no reader is there to write', { until: '2026-12-28', reason: 'away' }, {}, false],
  ['too long a queue', { until: null, reason: 'full' }, {}, false],
  [
    'sold for later, but not for so late',
    { until: null, reason: 'full' },
    { mostOpenOrders: 2, whenClosed: 'sell for later' },
    false,
  ],
])('why nothing is sold is said unless an admin has set it: %s', (_what, closed, set, isSet) => {
  const words = notSoldWords(closed, { ...usualCalendar, ...set });
  expect(/at present\.$|^Sales are paused until (Monday, November 30|you resume them)\.$/.test(words)).toBe(
    isSet,
  );
});
