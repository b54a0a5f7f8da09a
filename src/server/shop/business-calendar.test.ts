import { expect, test } from 'vitest';
import { addSignedIn, saidBy, setEmail, storedMail, storedOrder } from '../../../tests/kit/builders.ts';
import { createTestApp } from '../../../tests/kit/test-app.ts';
import {
  type CalendarSettings,
  defaultCalendar,
  type KnownCalendar,
} from '../../shared/checkout/calendar-schema.ts';
import type { PublicSettings } from '../../shared/checkout/public-settings.ts';
import type { ErrorBody } from '../../shared/error-body.ts';
import { writeReminders } from '../orders/reminders.ts';
import { readKnownCalendar, updateHolidays } from './business-calendar.ts';
import { listHolidays, listPlaces } from './holidays.ts';

const path = '/api/settings/calendar';

/** A shop in New York, on a Monday at ten unless told otherwise. */
async function createShop(now = '2026-11-23T15:00:00Z') {
  const app = createTestApp({ env: { BUSINESS_TIMEZONE: 'America/New_York' } });
  const goTo = (time: string) => app.clock.advance(Date.parse(time) - app.clock.now());
  goTo(now);
  const admin = await addSignedIn(app, 'boss', 'admin');
  const set = (changes: Partial<CalendarSettings>) =>
    admin.put<KnownCalendar & ErrorBody>(path, { ...defaultCalendar, ...changes });
  const promised = async () => (await app.visitor().get<PublicSettings>('/api/settings')).body.promisedDay;
  return { app, goTo, admin, set, promised };
}

test('skips holidays and closed days, if there are any', async () => {
  const { admin, set, promised } = await createShop();
  expect((await admin.get(path)).body).toEqual({ ...defaultCalendar, nextHolidays: [] });
  expect(await promised()).toBe('2026-11-26');
  const { status, body } = await set({ country: 'US', region: 'NY' });
  expect(status).toBe(200);
  expect(body.nextHolidays.slice(0, 2)).toEqual([
    { day: '2026-11-26', name: 'Thanksgiving Day' },
    { day: '2026-12-25', name: 'Christmas Day' },
  ]);
  expect(await promised()).toBe('2026-11-27');
  // Days that are over are forgotten, days that touch are one span.
  const closedDays = [
    { from: '2026-11-26', to: '2026-11-27' },
    { from: '2026-01-01', to: '2026-01-02' },
    { from: '2026-11-24', to: '2026-11-25' },
  ];
  const closed = await set({ country: 'US', region: 'NY', closedDays });
  expect(await promised()).toBe('2026-12-02');
  expect(closed.body.closedDays).toEqual([{ from: '2026-11-24', to: '2026-11-27' }]);
  await set({});
  expect(await promised()).toBe('2026-11-26');
});

test('drops a past closing day and accepts it from older pages', async () => {
  const { admin, goTo, set } = await createShop('2026-11-24T03:00:00Z');
  const before = (await set({ closedUntil: '2026-11-24' })).body;
  expect(before.closedUntil).toBe('2026-11-24');
  goTo('2026-11-24T06:00:00Z');
  expect((await admin.get<KnownCalendar>(path)).body.closedUntil).toBeNull();
  // A page from before midnight sends it once more.
  const { nextHolidays, ...seen } = before;
  const { status, body } = await set({ ...seen, mostOpenOrders: 5 });
  expect([status, body.closedUntil, body.mostOpenOrders]).toEqual([200, null, 5]);
});

test('knows the holidays of three years and adds one each year', async () => {
  const { app, goTo, set } = await createShop();
  const lastHoliday = () => readKnownCalendar(app.context).nextHolidays.at(-1)?.day;
  await set({ country: 'DE' });
  expect(lastHoliday()).toBe('2028-12-26');
  goTo('2027-01-01T15:00:00Z');
  await updateHolidays(app.context);
  expect(lastHoliday()).toBe('2029-12-26');
});

test.each([
  [{ country: 'ZZ' }, 'The holidays of this place are not known.'],
  [{ country: 'US', region: 'BY' }, 'The holidays of this place are not known.'],
  [{ country: 'usa' }, 'The country is not known.'],
  [{ region: 'BY' }, 'A region needs its country.'],
  [{ closedUntil: '2026-13-01' }, 'The day until which it is closed isn’t a valid date.'],
  [{ closedUntil: '2026-11-22' }, 'This day is in the past. Please choose a future day.'],
  [{ closedUntil: '2027-11-25' }, 'You can pause sales until November 24, 2027, at the latest.'],
  [
    { closedDays: [{ from: '2026-12-24', to: '2096-12-31' }] },
    'Closed days can be entered through November 24, 2028.',
  ],
  [{ closedDays: [{ from: '2026-12-24', to: '2026-12-01' }] }, 'The last day is before the first.'],
  [{ mostOpenOrders: 2.5 }, 'The open order limit must be a whole number from 1 to 10000.'],
  [{ whenClosed: 'sell' as 'sell nothing' }, 'whenClosed is "sell nothing" or "sell for later".'],
])('refuses %j: %s', async (changes, message) => {
  const { admin, set } = await createShop();
  expect(saidBy(await set(changes))).toBe(`400 ${message}`);
  expect((await admin.get(path)).body).toEqual({ ...defaultCalendar, nextHolidays: [] });
});

test('lists countries, and the regions of one country', async () => {
  const { admin } = await createShop();
  const places = async (query = '') => (await admin.get(`${path}/places${query}`)).body;
  const countries = expect.arrayContaining([{ code: 'DE', name: 'Germany' }]);
  expect(await places()).toEqual({ countries, regions: [] });
  const regions = expect.arrayContaining([{ code: 'BE', name: 'Berlin' }]);
  expect(await places('?country=DE')).toMatchObject({ regions });
  expect((await admin.get(`${path}/places?country=germany`)).status).toBe(400);
});

test('knows each country’s holidays, all days of long ones, no half days', async () => {
  const days = async (country: string) =>
    (await listHolidays({ country, region: null }, [2026])).map(({ day }) => day);
  for (const { code } of (await listPlaces(null)).countries) {
    expect([code, await days(code)]).toEqual([code, expect.any(Array)]);
  }
  expect(await days('CN')).not.toContain('2026-05-04');
  expect(await days('SA')).toEqual(
    expect.arrayContaining(['2026-05-26', '2026-05-27', '2026-05-28', '2026-05-29']),
  );
});

test('reminds readers a business day ahead, not counting holidays', async () => {
  const { app, goTo, set } = await createShop();
  const { person } = await addSignedIn(app, 'rita', 'reader');
  setEmail(app, person.id);
  await set({ country: 'US' });
  const { orderId } = await app.buy();
  expect(new Date(storedOrder(app, orderId).dueAt ?? 0).toISOString()).toBe('2026-11-27T15:00:00.000Z');
  const reminders = async () => {
    await writeReminders(app.context);
    return storedMail(app, orderId).filter(({ kind }) => kind === 'due_soon').length;
  };
  goTo('2026-11-25T14:59:00Z');
  expect(await reminders()).toBe(0);
  goTo('2026-11-25T15:00:00Z');
  expect(await reminders()).toBe(1);
});
