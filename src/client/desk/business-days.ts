/** Says dates and times at a desk: all of them by the calendar and the clock of the business. */
export interface BusinessDays {
  /** The business's zone, an IANA name: a desk names it once. */
  readonly timeZone: string;
  /**
   * @param dueAt ISO 8601
   * @param now milliseconds since 1970
   * @returns how a due date reads for work that is not done yet
   */
  dueLabel(dueAt: string, now: number): DueLabel;
  /**
   * @param since ISO 8601
   * @returns what stands where the due date would be while an order waits for its customer, who reads the same day
   */
  waiting(since: string): string;
  /** @returns the day as `2026-11-25`; `iso` is ISO 8601 */
  dayOf(iso: string): string;
  /** @returns `Nov 25, 2026`; `iso` is ISO 8601 */
  date(iso: string): string;
  /** @returns a deadline: `Wednesday, Nov 25, 2:03 PM`; `iso` is ISO 8601 */
  deadline(iso: string): string;
  /** The same with its year, for what may be long ago: `Wed, Nov 25, 2026, 2:03 PM`; `iso` is ISO 8601 */
  datedDeadline(iso: string): string;
  /** @returns when something happened: `Nov 25, 2026, 2:03 PM`; `iso` is ISO 8601 */
  happened(iso: string): string;
  /**
   * @param iso ISO 8601
   * @param now milliseconds since 1970
   * @returns the same to go on a sentence: `at 2:03 PM`, and `on Nov 21, 2026, 2:03 PM` of another day
   */
  happenedWhen(iso: string, now: number): string;
}

export interface DueLabel {
  /** As a fact: `Due today`, `Due Sat, Nov 21`, `Late by 3 days` */
  text: string;
  /** How long is left, or how late it is: `2 days left`, `3 hours late` */
  left: string;
  /** For a column that is headed Due: `Today`, `Sat, Nov 21`, `3 days late` */
  short: string;
  isLate: boolean;
  isSoon: boolean;
}

const countOf = (unit: string) =>
  new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' });
const counts = { minute: countOf('minute'), hour: countOf('hour'), day: countOf('day') };
const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * @param timeZone the business's, an IANA name: every time at a desk is on its clock, wherever the desk is
 *   (docs/product.md §13)
 */
export function createBusinessDays(timeZone: string): BusinessDays {
  const within = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  const day = { month: 'short', day: 'numeric' } as const;
  const clock = { hour: 'numeric', minute: '2-digit' } as const;
  const shortDay = within({ ...day, weekday: 'short' });
  const date = within({ ...day, year: 'numeric' });
  const numbers = within({ year: 'numeric', month: 'numeric', day: 'numeric' });

  /** @returns a way to write times; AM and PM never begin a line */
  function times(options: Intl.DateTimeFormatOptions): (iso: string) => string {
    const format = within({ ...options, ...clock });
    return (iso) => format.format(new Date(iso)).replace(/\s([AP]M)$/, '\u00a0$1');
  }

  /** @returns which day it is, in days since 1970 */
  function dayNumber(time: number): number {
    const part = Object.fromEntries(numbers.formatToParts(time).map(({ type, value }) => [type, +value]));
    return Date.UTC(part.year ?? 0, (part.month ?? 0) - 1, part.day) / unitMs.day;
  }

  const happened = times({ ...day, year: 'numeric' });
  const happenedToday = times({});

  return {
    timeZone,
    dueLabel(dueAt, now) {
      const due = Date.parse(dueAt);
      const remainingMs = due - now;
      const days = dayNumber(due) - dayNumber(now);
      if (remainingMs < 0) {
        const left = `${formatDuration(-remainingMs)} late`;
        return {
          text: days === 0 ? 'Late' : `Late by ${inUnit(-days, 'day')}`,
          left,
          short: days === 0 ? 'Late' : `${inUnit(-days, 'day')} late`,
          isLate: true,
          isSoon: false,
        };
      }
      return {
        text: days === 0 ? 'Due today' : `Due ${shortDay.format(due)}`,
        left: `${formatDuration(remainingMs)} left`,
        short: days === 0 ? 'Today' : shortDay.format(due),
        isLate: false,
        isSoon: days === 0 || remainingMs < unitMs.day,
      };
    },
    waiting: (since) => `Waiting for the customer since ${shortDay.format(new Date(since))}`,
    dayOf: (iso) => new Date(dayNumber(Date.parse(iso)) * unitMs.day).toISOString().slice(0, 10),
    date: (iso) => date.format(new Date(iso)),
    deadline: times({ ...day, weekday: 'long' }),
    datedDeadline: times({ ...day, weekday: 'short', year: 'numeric' }),
    happened,
    happenedWhen: (iso, now) =>
      dayNumber(Date.parse(iso)) === dayNumber(now) ? `at ${happenedToday(iso)}` : `on ${happened(iso)}`,
  };
}

/** @returns a duration in the largest unit of which there are at least two, since `1 day` may be nearly two */
function formatDuration(durationMs: number): string {
  const unit = (['day', 'hour'] as const).find((name) => durationMs >= 2 * unitMs[name]) ?? 'minute';
  return inUnit(Math.floor(durationMs / unitMs[unit]), unit);
}

function inUnit(count: number, unit: keyof typeof unitMs): string {
  return counts[unit].format(count);
}
