import type {
  CalendarChanges,
  CalendarSettings,
  Closed,
  KnownCalendar,
  Places,
} from '../../shared/checkout/calendar.ts';
import { dayWords } from '../../shared/checkout/offer-words.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';

/** When the business is closed, as the admin sets it. */
export interface CalendarDesk {
  readonly calendar: Fetched<KnownCalendar>;
  /** @returns the countries, and the regions of one */
  placesOf(country: string | null): Fetched<Places>;
  /** @param changes what becomes different; the rest stays as it is */
  save(changes: CalendarChanges): Promise<boolean>;
  /** @param until the first day on which the shop sells again; null: when an admin resumes sales */
  pauseSales(until: string | null): Promise<boolean>;
  resumeSales(): Promise<boolean>;
}

/** @returns whether an admin has paused sales, by the settings as the server sends them: without a day that is over */
export function isSalesPaused({ isPaused, closedUntil }: CalendarSettings): boolean {
  return isPaused || closedUntil !== null;
}

/**
 * @param calendar undefined until it is known
 * @returns that nothing is sold, and why unless an admin has set it
 */
export function notSoldWords({ reason, until }: Closed, calendar: CalendarSettings | undefined): string {
  if (reason === 'closed') return pausedWords(until);
  const stopsAtLimit = calendar?.mostOpenOrders !== null && calendar?.whenClosed === 'sell nothing';
  if (!calendar || (reason === 'full' && stopsAtLimit)) return 'Nothing is sold at present.';
  return 'Nothing is sold at present: with the queue and the days away of your readers as they are, no day within 60 business days could be promised.';
}

function pausedWords(until: string | null): string {
  return `Sales are paused until ${until ? dayWords(until) : 'you resume them'}.`;
}

export function createCalendarDesk({ api, fetching, work, toast }: DeskBase): CalendarDesk {
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
    placesOf: (country) =>
      fetching.store(`settings/places/${country ?? ''}`, () => work.watch(api.calendarPlaces(country))),
    save: (changes) => change('Days Updated', changes),
    pauseSales: (until) => change('Sales Paused', { isPaused: until === null, closedUntil: until }),
    resumeSales: () => change('Sales Resumed', { isPaused: false, closedUntil: null }),
  };
}
