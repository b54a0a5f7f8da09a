import { expect, test } from 'vitest';
import {
  type CalendarSettings,
  type Closed,
  defaultCalendar,
} from '../../shared/checkout/calendar-schema.ts';
import { salesStatusText } from './calendar-store.ts';

test.each<[string, Closed, Partial<CalendarSettings>, boolean]>([
  ['paused until a day', { until: '2026-11-30', reason: 'closed' }, { closedUntil: '2026-11-30' }, true],
  ['paused until resumed', { until: null, reason: 'closed' }, { isPaused: true }, true],
  ['at the limit of open orders', { until: null, reason: 'full' }, { mostOpenOrders: 2 }, true],
  ['no reader available', { until: '2026-12-28', reason: 'away' }, {}, false],
  ['queue too long', { until: null, reason: 'full' }, {}, false],
  [
    'sold for later, but the date is too far off',
    { until: null, reason: 'full' },
    { mostOpenOrders: 2, whenClosed: 'sell for later' },
    false,
  ],
])('explains why sales stopped, unless an admin did it: %s', (_what, closed, set, isSet) => {
  const words = salesStatusText({ closed, promisedDay: '2026-11-27' }, 0, { ...defaultCalendar, ...set });
  expect(/right now\.$|^Sales are paused until (Monday, November 30|you resume them)\.$/.test(words)).toBe(
    isSet,
  );
});
