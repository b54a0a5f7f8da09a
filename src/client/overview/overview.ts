import { computed, type ReadableAtom } from 'nanostores';
import type { Overview, ReaderFigures } from '../../shared/overview.ts';
import { isPeriod, usualPeriod } from '../../shared/periods.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';

export interface OverviewDesk {
  readonly $period: ReadableAtom<string>;
  choose(period: string): void;
  of(period: string): Fetched<Overview>;
  readersOf(period: string): Fetched<ReaderFigures[]>;
}

export function createOverviewDesk({ api, url, work, fetching }: DeskBase): OverviewDesk {
  return {
    $period: computed(url.$parameters, ({ period = '' }) => (isPeriod(period) ? period : usualPeriod)),
    choose: (period) => url.update({ period: period === usualPeriod ? '' : period }, 'push'),
    of: (period) => fetching.store(`overview/figures/${period}`, () => work.watch(api.overview(period))),
    readersOf: (period) =>
      fetching.store(`overview/readers/${period}`, () => work.watch(api.readerFigures(period))),
  };
}

export function payFileAddress(period: string): string {
  return `/api/overview/readings.csv?${new URLSearchParams({ period })}`;
}
