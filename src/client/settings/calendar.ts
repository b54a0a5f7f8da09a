import type { CalendarChanges, CalendarSettings, Closed } from '../../shared/checkout/calendar.ts';
import { dayWords } from '../../shared/checkout/offer-words.ts';
import type { DeskBase } from '../desk/desk-base.ts';

/** @returns whether an admin has paused sales; the server sends no `closedUntil` that is over */
export function isSalesPaused({ isPaused, closedUntil }: CalendarSettings): boolean {
  return isPaused || closedUntil !== null;
}

export function notSoldWords({ reason, until }: Closed, calendar: CalendarSettings | undefined): string {
  if (reason === 'closed') return pausedWords(until);
  const stopsAtLimit = calendar?.mostOpenOrders !== null && calendar?.whenClosed === 'sell nothing';
  if (!calendar || (reason === 'full' && stopsAtLimit)) return 'Nothing is sold at present.';
  return 'Nothing is sold at present: with the queue and the days away of your readers as they are, no day within 60 business days could be promised.';
}

function pausedWords(until: string | null): string {
  return `Sales are paused until ${until ? dayWords(until) : 'you resume them'}.`;
}

export function createCalendarDesk({ api, fetching, work, toast }: DeskBase) {
  const calendar = fetching.store('settings/calendar', () => work.watch(api.calendar()));
  const change = (title: string, changes: CalendarChanges) =>
    work.perform({
      subject: 'calendar',
      name: 'save',
      run: async () => {
        const saved = await api.changeCalendar(changes);
        toast({
          title,
          description: isSalesPaused(saved)
            ? pausedWords(saved.isPaused ? null : saved.closedUntil)
            : 'Sales are open, unless the limit of open orders is reached.',
        });
      },
      refresh: () => fetching.changed('settings'),
      failure: { title: 'Update Failed', message: 'Failed to update the days' },
      onConflict: () => void calendar.refresh(),
    });
  return {
    calendar,
    placesOf: (country: string | null) =>
      fetching.store(`settings/places/${country ?? ''}`, () => work.watch(api.calendarPlaces(country))),
    save: (changes: CalendarChanges) => change('Days Updated', changes),
    /** @param until the first day on which the shop sells again; null: when an admin resumes sales */
    pauseSales: (until: string | null) =>
      change('Sales Paused', { isPaused: until === null, closedUntil: until }),
    resumeSales: () => change('Sales Resumed', { isPaused: false, closedUntil: null }),
  };
}
