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
}

/**
 * @param calendar undefined until it is known
 * @returns that nothing is sold, and why when that is nothing an admin has set
 */
export function notSoldWords(closed: Closed, calendar: CalendarSettings | undefined): string {
  const { whenClosed, mostOpenOrders } = calendar ?? {};
  const isSet = closed.reason === 'closed' || (closed.reason === 'full' && mostOpenOrders !== null);
  if (!calendar || (isSet && whenClosed === 'sell nothing'))
    return closed.until ? `Sales are paused until ${dayWords(closed.until)}.` : 'Nothing is sold at present.';
  return 'Nothing is sold at present: with the queue and the days away of your readers as they are, no day within 60 business days could be promised.';
}

export function createCalendarDesk({ api, fetching, work, toast }: DeskBase): CalendarDesk {
  const calendar = fetching.store('settings/calendar', () => work.watch(api.calendar()));
  return {
    calendar,
    placesOf: (country) =>
      fetching.store(`settings/places/${country ?? ''}`, () => work.watch(api.calendarPlaces(country))),
    save: (changes) =>
      work.perform({
        subject: 'calendar',
        name: 'save',
        run: async () => {
          const { closedUntil, whenClosed } = await api.changeCalendar(changes);
          toast({
            title: 'Days Updated',
            description:
              closedUntil && whenClosed === 'sell nothing'
                ? `Sales are paused until ${dayWords(closedUntil)}.`
                : 'Sales are open, unless the limit of open orders is reached.',
          });
        },
        refresh: () => fetching.changed('settings'),
        failure: { title: 'Update Failed', message: 'Failed to update the days' },
        onConflict: () => void calendar.refresh(),
      }),
  };
}
