import type { Queryable, Transaction } from '../../../db/client.ts';
import { writeTransaction } from '../../../db/client.ts';
import {
  type CalendarChanges,
  type CalendarSettings,
  type Holiday,
  type KnownCalendar,
  usualCalendar,
} from '../../shared/checkout/calendar.ts';
import { awayUntil, type DaysAway, shiftDay, tidyDaysAway } from '../../shared/people/days-away.ts';
import { aboutSettings, recordAudit, whatChanged } from '../audit/record-audit.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { businessDay } from '../people/directory/free-reader.ts';
import type { IsClosed } from '../time/business-days.ts';
import { localDay } from '../time/local-days.ts';
import { listHolidays } from './holidays.ts';
import { readSettings, type Settings, writeSetting } from './settings-repository.ts';

/** How far ahead the end of a pause may be. */
const closedAtMostDays = 366;

/** As far ahead as single days can be entered: so far the holidays are known, at least. */
const enteredAtMostDays = 2 * 366;

/** For so many days back it is known when it was closed; nothing that is counted began earlier. */
const daysRemembered = 366;

/** What is set, and since when: what is set today says nothing about yesterday. */
interface KeptCalendar extends CalendarSettings {
  /** The day on which it was set. */
  since: string;
  /** When it was closed before that day. */
  wereClosed: DaysAway[];
}

/** The holidays of the place that is set, found out ahead: no request waits for them. */
interface KeptHolidays {
  /** The first year and the last. */
  years: [from: number, to: number];
  holidays: Holiday[];
}

/** What is read, together, to know when the business is closed. */
export const calendarNames = ['calendar', 'holidays'] as const;

/** When the business is closed: what was set, and with the holidays that come of it. */
export interface ReadCalendar {
  calendar: KeptCalendar;
  holidays: KeptHolidays | null;
  /** Whether the business is closed on a day, beside weekends. A day that is over stays what it was. */
  isClosed: IsClosed;
}

/** @param set the settings of `calendarNames` */
export function calendarOf(set: Settings): ReadCalendar {
  const value = set.get('calendar');
  const kept = value === undefined ? {} : (JSON.parse(value) as Partial<KeptCalendar>);
  const calendar: KeptCalendar = { since: '', wereClosed: [], ...usualCalendar, ...closedAsDays(kept) };
  const holidays = JSON.parse(set.get('holidays') ?? 'null') as KeptHolidays | null;
  const { since, wereClosed, closedDays, closedUntil } = calendar;
  const known = new Set(holidays?.holidays.map(({ day }) => day));
  const isClosed = (day: string) =>
    day < since
      ? awayUntil(wereClosed, day) !== null
      : known.has(day) || (closedUntil !== null && day < closedUntil) || awayUntil(closedDays, day) !== null;
  return { calendar, holidays, isClosed };
}

/**
 * Turns what was stored before sales had a pause of their own into days closed: until then a shop could be closed until
 * a day and go on selling, for later.
 */
function closedAsDays(kept: Partial<KeptCalendar>): Partial<KeptCalendar> {
  const { isPaused, closedUntil, since, whenClosed, closedDays = [] } = kept;
  if (isPaused !== undefined || whenClosed !== 'sell for later' || !since || !closedUntil) return kept;
  if (closedUntil <= since) return kept;
  return {
    ...kept,
    closedUntil: null,
    closedDays: [...closedDays, { from: since, to: shiftDay(closedUntil, -1) }],
  };
}

function readCalendar(db: Queryable): ReadCalendar {
  return calendarOf(readSettings(db, calendarNames));
}

/** @returns the same, with the holidays that are to come */
export function showCalendar(context: Pick<Context, 'db' | 'clock' | 'config'>): KnownCalendar {
  const today = businessDay(context);
  const { calendar, holidays } = readCalendar(context.db);
  const { since, wereClosed, ...set } = calendar;
  const { closedUntil } = set;
  return {
    ...set,
    // A day that has come closes nothing any more; sent back with other changes it is no mistake.
    closedUntil: closedUntil !== null && closedUntil <= today ? null : closedUntil,
    closedDays: tidyDaysAway(set.closedDays, today),
    nextHolidays: (holidays?.holidays ?? []).filter(({ day }) => day >= today),
  };
}

/**
 * @returns which days are no business days, beside weekends. A day that is over stays what it was, whatever is set
 *   later: who counts backwards finds the days that there were.
 */
export function readClosedDays(db: Queryable): IsClosed {
  return readCalendar(db).isClosed;
}

/** @returns the days before `today` on which it was closed by what was set until now */
function listClosedBefore(db: Queryable, today: string): DaysAway[] {
  const isClosed = readClosedDays(db);
  const before = Array.from({ length: daysRemembered }, (_, count) => shiftDay(today, -1 - count));
  return tidyDaysAway(
    before.filter(isClosed).map((day) => ({ from: day, to: day })),
    '',
  );
}

/**
 * Says when the business is closed. What was promised to customers before stays promised.
 *
 * @param changes what becomes different; the rest stays as it is
 * @throws {DomainError} `invalid_request` for a place that is not known, for a day until which it is closed that is over
 *   or too far ahead
 */
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
    keep(tx, 'calendar', { ...after, since, wereClosed } satisfies KeptCalendar, at);
    if (isMoved) keep(tx, 'holidays', holidays, at);
    const subject = aboutSettings('calendar', 'When it is closed');
    const details = whatChanged(before, after);
    recordAudit(tx, { actor: user, at, action: 'settings_changed', subject, details });
  });
  context.publicChanged();
  log.info({ userId: user.id }, 'it was changed when the business is closed');
  return showCalendar(context);
}

function refuseDays({ closedUntil = null, closedDays = [] }: CalendarChanges, today: string): void {
  if (closedUntil !== null && closedUntil < today) {
    throw new DomainError('invalid_request', 'This day is over. Please choose a day to come.');
  }
  const until = shiftDay(today, closedAtMostDays);
  if (closedUntil !== null && closedUntil > until) {
    throw new DomainError('invalid_request', `It can be closed until ${until} at most.`);
  }
  const last = shiftDay(today, enteredAtMostDays);
  if (closedDays.some(({ to }) => to > last)) {
    throw new DomainError('invalid_request', `Days closed can be entered up to ${last}.`);
  }
}

/** Finds out the holidays of one more year, once a year has gone. What was closed in the one that has gone stays so. */
export async function keepHolidays(context: Context): Promise<void> {
  const { db, clock } = context;
  const { calendar, holidays: kept } = readCalendar(db);
  if (calendar.country === null || kept?.years[1] === yearsToKnow(context)[1]) return;
  const found = await findHolidays(context, calendar);
  await writeTransaction(db, (tx) => keep(tx, 'holidays', found, clock.now()));
}

async function findHolidays(
  context: Context,
  { country, region }: CalendarSettings,
): Promise<KeptHolidays | null> {
  if (country === null) return null;
  const [from, to] = yearsToKnow(context);
  const years = Array.from({ length: to - from + 1 }, (_, count) => from + count);
  return { years: [from, to], holidays: await listHolidays({ country, region }, years) };
}

/** This one and two more, and the last: what began in it may still be counted. */
function yearsToKnow({ clock, config }: Context): [from: number, to: number] {
  const { year } = localDay(clock.now(), config.businessTimeZone);
  return [year - 1, year + 2];
}

function keep(db: Transaction, name: string, value: unknown, now: number): void {
  writeSetting(db, { name, value: JSON.stringify(value), updatedAt: now });
}
