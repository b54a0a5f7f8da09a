import { computed } from 'nanostores';
import { defaultPeriod, isPeriod } from '../../shared/periods.ts';
import type { DeskBase } from '../desk/desk-base.ts';

export function createOverviewDesk({ api, url, fetching }: DeskBase) {
  return {
    $period: computed(url.$parameters, ({ period = '' }) => (isPeriod(period) ? period : defaultPeriod)),
    choose: (period: string) => url.update({ period: period === defaultPeriod ? '' : period }, 'push'),
    of: (period: string) => fetching.store(`overview/figures/${period}`, () => api.overview(period)),
    readersOf: (period: string) =>
      fetching.store(`overview/readers/${period}`, () => api.readerFigures(period)),
  };
}

/** Returns the address of the CSV file of readings delivered in a period, by which readers are paid. */
export function payFileAddress(period: string): string {
  return `/api/overview/readings.csv?${new URLSearchParams({ period })}`;
}
