import { type Queryable, type Transaction, writeTransaction } from '../../../db/client.ts';
import {
  type CalendarChanges,
  type CalendarSettings,
  defaultCalendar,
  type Holiday,
  type KnownCalendar,
} from '../../shared/checkout/calendar-schema.ts';
import { awayUntil, type DaysAway, shiftDay, tidyDaysAway } from '../../shared/people/days-away.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { aboutSettings, recordAudit, whatChanged } from '../base/record-audit.ts';
import { businessDay, formatDate, type IsClosed } from '../base/time/business-days.ts';
import { listHolidays } from './holidays.ts';
import { readSetting, writeSetting } from './settings-repository.ts';
import { countConfirmed } from './waitlist-repository.ts';

const pauseAtMostDays = 366;

const enteredAtMostDays = 2 * 366;

/** How long closed days are stored; nothing that is counted began earlier. */
const daysRemembered = 366;

interface StoredCalendar extends CalendarSettings {
  since: string;
  wereClosed: DaysAway[];
}

/** The holidays of the configured place, stored ahead so that no request waits for them. */
interface StoredHolidays {
  years: [from: number, to: number];
  holidays: Holiday[];
}

/** Returns the calendar, and `isClosed`, which ignores weekends; later changes do not affect past days. */
export function readCalendar(db: Queryable) {
  const kept = JSON.parse(readSetting(db, 'calendar') ?? '{}') as Partial<StoredCalendar>;
  const calendar: StoredCalendar = {
    since: '',
    wereClosed: [],
    ...defaultCalendar,
    ...upgradeCalendar(kept),
  };
  const holidays = JSON.parse(readSetting(db, 'holidays') ?? 'null') as StoredHolidays | null;
  const { since, wereClosed, closedDays, closedUntil } = calendar;
  const known = new Set(holidays?.holidays.map(({ day }) => day));
  const isClosed: IsClosed = (day) =>
    day < since
      ? awayUntil(wereClosed, day) !== null
      : known.has(day) || (closedUntil !== null && day < closedUntil) || awayUntil(closedDays, day) !== null;
  return { calendar, holidays, isClosed };
}

/** Upgrades a calendar from before sales could be paused, when a shop could be closed but sell for later. */
function upgradeCalendar(kept: Partial<StoredCalendar>): Partial<StoredCalendar> {
  const { isPaused, closedUntil, since, whenClosed, closedDays = [] } = kept;
  if (isPaused !== undefined || whenClosed !== 'sell for later' || !since || !closedUntil) return kept;
  if (closedUntil <= since) return kept;
  return {
    ...kept,
    closedUntil: null,
    closedDays: [...closedDays, { from: since, to: shiftDay(closedUntil, -1) }],
  };
}

/** Returns the calendar settings for the admin, without past closed days, and the coming holidays. */
export function readKnownCalendar(context: Pick<Context, 'db' | 'clock' | 'config'>): KnownCalendar {
  const today = businessDay(context);
  const { calendar, holidays } = readCalendar(context.db);
  const { since, wereClosed, ...set } = calendar;
  const { closedUntil } = set;
  const waiting = countConfirmed(context.db);
  return {
    ...set,
    closedUntil: closedUntil !== null && closedUntil <= today ? null : closedUntil,
    closedDays: tidyDaysAway(set.closedDays, today),
    ...(waiting > 0 && { waiting }),
    nextHolidays: (holidays?.holidays ?? []).filter(({ day }) => day >= today),
  };
}

/** Returns a check for closed days, which ignores weekends; later changes do not affect past days. */
export function readClosedDays(db: Queryable): IsClosed {
  return readCalendar(db).isClosed;
}

function listClosedBefore(db: Queryable, today: string): DaysAway[] {
  const isClosed = readClosedDays(db);
  const before = Array.from({ length: daysRemembered }, (_, count) => shiftDay(today, -1 - count));
  return tidyDaysAway(
    before.filter(isClosed).map((day) => ({ from: day, to: day })),
    '',
  );
}

/** Changes when the business is closed; promised days stay. @throws {DomainError} `invalid_request` */
export async function changeCalendar(
  context: Context,
  user: SignedIn,
  changes: CalendarChanges,
): Promise<KnownCalendar> {
  const { db, clock, log } = context;
  const since = businessDay(context);
  refuseDays(changes, since);
  const place = { ...readCalendar(db).calendar, ...changes };
  if (place.country === null && place.region !== null)
    throw new DomainError('invalid_request', 'A region needs its country.');
  const isMoved = changes.country !== undefined || changes.region !== undefined;
  const holidays = isMoved ? await findHolidays(context, place) : null;
  await writeTransaction(db, (tx) => {
    const at = clock.now();
    const { since: _, wereClosed: __, ...before } = readCalendar(tx).calendar;
    const after = { ...before, ...changes };
    after.closedDays = tidyDaysAway(after.closedDays, since);
    const wereClosed = listClosedBefore(tx, since);
    keep(tx, 'calendar', { ...after, since, wereClosed } satisfies StoredCalendar, at);
    if (isMoved) keep(tx, 'holidays', holidays, at);
    const subject = aboutSettings('calendar', 'Days and queue');
    const details = whatChanged(before, after);
    recordAudit(tx, { actor: user, at, action: 'settings_changed', subject, details });
  });
  context.signals.invalidatePublicPages();
  log.info({ userId: user.id }, 'the closed days of the business were changed');
  return readKnownCalendar(context);
}

const longDate = (day: string) => formatDate(Date.parse(day), 'UTC');

function refuseDays({ closedUntil = null, closedDays = [] }: CalendarChanges, today: string): void {
  if (closedUntil !== null && closedUntil < today) {
    throw new DomainError('invalid_request', 'This day is in the past. Please choose a future day.');
  }
  const until = shiftDay(today, pauseAtMostDays);
  if (closedUntil !== null && closedUntil > until) {
    throw new DomainError('invalid_request', `You can pause sales until ${longDate(until)}, at the latest.`);
  }
  const last = shiftDay(today, enteredAtMostDays);
  if (closedDays.some(({ to }) => to > last)) {
    throw new DomainError('invalid_request', `Closed days can be entered through ${longDate(last)}.`);
  }
}

/** Stores the holidays of the years ahead, once a year; does nothing without a country. */
export async function updateHolidays(context: Context): Promise<void> {
  const { db, clock } = context;
  const { calendar, holidays: kept } = readCalendar(db);
  if (calendar.country === null || kept?.years[1] === yearsToKnow(context)[1]) return;
  const found = await findHolidays(context, calendar);
  await writeTransaction(db, (tx) => keep(tx, 'holidays', found, clock.now()));
}

async function findHolidays(
  context: Context,
  { country, region }: CalendarSettings,
): Promise<StoredHolidays | null> {
  if (country === null) return null;
  const [from, to] = yearsToKnow(context);
  const years = Array.from({ length: to - from + 1 }, (_, count) => from + count);
  return { years: [from, to], holidays: await listHolidays({ country, region }, years) };
}

function yearsToKnow(context: Context): [from: number, to: number] {
  const year = Number(businessDay(context).slice(0, 'yyyy'.length));
  return [year - 1, year + 2];
}

function keep(db: Transaction, name: string, value: unknown, now: number): void {
  writeSetting(db, { name, value: JSON.stringify(value), updatedAt: now });
}
