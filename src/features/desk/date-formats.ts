const countOf = (unit: string) =>
  new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' });
const counts = { minute: countOf('minute'), hour: countOf('hour'), day: countOf('day') };
const unitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

export type DateFormats = ReturnType<typeof createDateFormats>;

/** Creates the formats of dates and due dates in the shop's time zone. @param now returns milliseconds since 1970 */
export function createDateFormats(timeZone: string, now: () => number) {
  const within = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  const day = { month: 'short', day: 'numeric' } as const;
  const clock = { hour: 'numeric', minute: '2-digit' } as const;
  const shortDay = within({ ...day, weekday: 'short' });
  const date = within({ ...day, year: 'numeric' });
  // Swedish dates look like `2026-11-25`.
  const isoDay = new Intl.DateTimeFormat('sv', { timeZone });

  function times(options: Intl.DateTimeFormatOptions): (iso: string) => string {
    const format = within({ ...options, ...clock });
    return (iso) => format.format(new Date(iso)).replace(/\s([AP]M)$/, '\u00a0$1');
  }

  const dayAt = (time: number) => isoDay.format(time);
  const dayNumber = (time: number) => Date.parse(dayAt(time)) / unitMs.day;
  const dateTime = times({ ...day, year: 'numeric' });
  const happenedToday = times({});

  return {
    timeZone,
    /** Due in three forms: `Due Sat, Nov 21`; `2 days left`; and, under the heading Due, `Sat, Nov 21`. */
    dueLabel(dueAt: string, at = now()) {
      const due = Date.parse(dueAt);
      const remainingMs = due - at;
      const days = dayNumber(due) - dayNumber(at);
      if (remainingMs < 0) {
        const late = inUnit(-days, 'day');
        return {
          text: days === 0 ? 'Late' : `Late by ${late}`,
          left: `${days === 0 ? formatDuration(-remainingMs) : late} late`,
          short: days === 0 ? 'Late' : `${late} late`,
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
    waiting: (since: string) => `Waiting for the customer since ${shortDay.format(new Date(since))}`,
    /** `2026-11-25` */
    dayOf: (iso: string) => dayAt(Date.parse(iso)),
    today: () => dayAt(now()),
    /** `Nov 25, 2026` */
    date: (iso: string) => date.format(new Date(iso)),
    /** `Wednesday, Nov 25, 2:03 PM` */
    deadline: times({ ...day, weekday: 'long' }),
    /** `Wed, Nov 25, 2026, 2:03 PM` */
    datedDeadline: times({ ...day, weekday: 'short', year: 'numeric' }),
    /** `Nov 25, 2026, 2:03 PM` */
    dateTime,
    /** `2:03 PM` today, `Nov 21, 2026, 2:03 PM` on another day. */
    timeOrDate: (iso: string) =>
      dayAt(Date.parse(iso)) === dayAt(now()) ? happenedToday(iso) : dateTime(iso),
    /** In a sentence: `at 2:03 PM` today, `on Nov 21, 2026, 2:03 PM` on another day. */
    dateTimePhrase: (iso: string, at = now()) =>
      dayAt(Date.parse(iso)) === dayAt(at) ? `at ${happenedToday(iso)}` : `on ${dateTime(iso)}`,
  };
}

/** Formats in the largest unit with a count of at least two, since `1 day` could mean nearly two. */
function formatDuration(durationMs: number): string {
  const unit = (['day', 'hour'] as const).find((name) => durationMs >= 2 * unitMs[name]) ?? 'minute';
  return inUnit(Math.floor(durationMs / unitMs[unit]), unit);
}

function inUnit(count: number, unit: keyof typeof unitMs): string {
  return counts[unit].format(count);
}
