import type { CalendarChanges, CalendarSettings } from '../../shared/checkout/calendar-schema.ts';
import type { OfferOnSale } from '../../shared/checkout/offer.ts';
import { longDayText } from '../../shared/checkout/offer-text.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import { createSavedSettings } from '../desk/saved-settings.ts';
import type { Task } from '../desk/task-runner.ts';

/** Returns whether an admin has paused sales. The server never sends a past `closedUntil`. */
export function isSalesPaused({ isPaused, closedUntil }: CalendarSettings): boolean {
  return isPaused || closedUntil !== null;
}

type OnSale = Pick<OfferOnSale, 'closed' | 'promisedDay'>;

/** Returns a sentence: the promised day, or why the shop isn't selling. @param calendar undefined while loading */
export function salesStatusText(
  { closed, promisedDay }: OnSale,
  now: number,
  calendar?: CalendarSettings,
): string {
  if (!closed) {
    return `Sales are open. A reading ordered today is promised by ${longDayText(promisedDay, now)}.`;
  }
  const { reason, until } = closed;
  if (reason === 'closed') return pausedWords(until);
  const stopsAtLimit = calendar?.mostOpenOrders !== null && calendar?.whenClosed === 'sell nothing';
  if (!calendar || (reason === 'full' && stopsAtLimit)) return 'You’re not selling right now.';
  return 'You’re not selling right now: with the current queue and your readers’ days away, the next 60 business days are full.';
}

function pausedWords(until: string | null): string {
  return `Sales are paused until ${until ? longDayText(until) : 'you resume them'}.`;
}

/** Creates the store of closed days and holidays, which also pauses and resumes sales. */
export function createCalendarDesk(base: DeskBase) {
  const { api, fetching } = base;
  const { settings, saveAs } = createSavedSettings(base, {
    key: 'settings/calendar',
    read: api.calendar,
    change: (changes: CalendarChanges) => api.changeCalendar(changes),
    successText: (saved) =>
      isSalesPaused(saved)
        ? pausedWords(saved.isPaused ? null : saved.closedUntil)
        : 'Sales are open, unless the open order limit is reached.',
    failure: 'Failed to update the calendar',
  });
  return {
    calendar: settings,
    placesOf: (country: string | null) =>
      fetching.store(`settings/places/${country ?? ''}`, () => api.calendarPlaces(country)),
    save: (changes: CalendarChanges, refuse?: Task['refuse']) => saveAs('Calendar Updated', changes, refuse),
    /** @param until the first day on which the shop sells again; null: until an admin resumes sales */
    pauseSales: (until: string | null) =>
      saveAs('Sales Paused', { isPaused: until === null, closedUntil: until }),
    resumeSales: () => saveAs('Sales Resumed', { isPaused: false, closedUntil: null }),
  };
}
