import { useStore } from '@nanostores/react';
import { formatAmount, formatDate, formatNumber, formatWholeAmount } from '../../lib/format.ts';
import { counted } from '../../shared/counted-text.ts';
import type { OfferFigures, Overview, ReaderFigures, Revenue, Totals } from '../../shared/overview.ts';
import type { Days } from '../../shared/periods.ts';
import { classNames } from '../../ui/class-names.ts';
import { FetchProblem, WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { usePeriod } from '../../ui/forms/use-period.tsx';
import { Skeleton } from '../../ui/pieces.tsx';
import { useDeskStore, useLastData, useRefreshOnMount } from '../desk/desk-hooks.ts';
import { BarChart } from './BarChart.tsx';
import { groupDays, monthName } from './charts.ts';
import { createOverviewDesk, payFileAddress } from './overview-store.ts';

const useOverview = () => useDeskStore(createOverviewDesk);

export function OverviewTab() {
  const overview = useOverview();
  const period = useStore(overview.$period);
  const fetched = overview.of(period);
  const { data, error } = useStore(fetched.$state);
  const shown = useLastData(data);
  useRefreshOnMount(fetched);
  return (
    <section aria-label="Overview" className="grid gap-6">
      <h2 className="text-xl">Overview</h2>
      <PeriodChoice named={period} shown={shown?.period} />
      <FetchProblem fetched={fetched} what="overview" />
      {!shown && !error && <Skeleton label="Loading overview" className="h-72" />}
      {shown && !(error && !data) && (
        <div aria-busy={!data} className={classNames('grid gap-6', !data && 'opacity-60')}>
          <Content overview={shown} />
        </div>
      )}
      <ReadersFigures period={period} />
    </section>
  );
}

function PeriodChoice({ named, shown }: { named: string; shown: Days | undefined }) {
  const period = usePeriod(named, useOverview().choose);
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <label className="grid min-w-0 gap-1">
        <span className="text-sm font-semibold">Period</span>
        <select
          className="select w-44 max-w-full"
          value={period.value}
          onChange={(event) => period.select(event.target.value)}
        >
          {period.options}
        </select>
      </label>
      {period.showsDays && shown && period.daysForm('Custom period', shown)}
    </div>
  );
}

function Content({ overview }: { overview: Overview }) {
  const { period, days, months, recent, previous, offers, currency } = overview;
  const { unit, stretches } = groupDays(days);
  const all = [recent, previous, ...months].flatMap(({ revenues }) => revenues);
  const currencies = [...new Set([currency, ...all.map((revenue) => revenue.currency)])];
  const before = `previous ${counted(days.length, 'day')}: `;
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-3 xl:grid-cols-6">
        {tiles(currencies).map(([label, ...figures]) => (
          <div key={label} className="panel flex min-w-0 flex-col justify-between p-4">
            <dt className="text-sm text-quiet">{label}</dt>
            {figures.map((read) => (
              <dd key={read(recent)} className="wrap-anywhere">
                <span className="block font-display text-2xl tabular-nums">
                  {/* A long amount breaks before its currency, not within the number. */}
                  {read(recent).replaceAll('\u00a0', ' ')}
                </span>
                <span className="text-sm text-quiet tabular-nums">{before + read(previous)}</span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <p className="-mt-3 text-sm text-quiet">
        {`${formatDate(period.from)} to ${formatDate(period.to)}. `}
        Late orders that aren’t delivered yet count as not on time.
      </p>
      <div className="grid gap-6 lg:grid-cols-2">
        <BarChart
          title={`Orders by ${unit}`}
          formatTick={formatNumber}
          bars={stretches.map(({ name, start, days: part }) => {
            const value = part.reduce((sum, { orders }) => sum + orders, 0);
            return { name, start, value, text: formatNumber(value) };
          })}
        />
        {currencies.map((one) => (
          <BarChart
            key={one}
            title={`Revenue by month${currencies.length > 1 ? `, ${one.toUpperCase()}` : ''}`}
            formatTick={(amount) => formatWholeAmount(amount, one)}
            bars={months.map(({ from, revenues }) => {
              const value = revenueIn(one, revenues);
              return { name: monthName(from), start: monthName(from), value, text: formatAmount(value, one) };
            })}
          />
        ))}
      </div>
      {offers.length > 0 && <OffersFigures offers={offers} currency={currency} />}
    </>
  );
}

function OffersFigures({ offers, currency }: { offers: OfferFigures[]; currency: string }) {
  return (
    <section aria-label="Offers" className="panel min-w-0 p-4">
      <h3 className="font-sans font-semibold tracking-normal">Offers</h3>
      <table aria-label="Offers" className="mt-3 w-full text-left tabular-nums">
        <thead className="text-sm">
          <tr>
            <th scope="col" className="py-1">
              Offer
            </th>
            <th scope="col" className="py-1 pl-3 text-right">
              Orders
            </th>
            <th scope="col" className="py-1 pl-3 text-right">
              Revenue
            </th>
          </tr>
        </thead>
        <tbody>
          {offers.map(({ id, name, orders, revenues }) => (
            <tr key={id} className="border-t border-base-300">
              <th scope="row" className="py-1 wrap-anywhere">
                {name}
              </th>
              <td className="py-1 pl-3 text-right">{formatNumber(orders)}</td>
              <td className="py-1 pl-3 text-right">{revenueText(revenues) || formatAmount(0, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const revenueText = (revenues: Revenue[]) =>
  revenues.map(({ revenue, currency }) => formatAmount(revenue, currency)).join(', ');

function revenueIn(currency: string, revenues: Revenue[]): number {
  return revenues.find((revenue) => revenue.currency === currency)?.revenue ?? 0;
}

type Tile = [label: string, ...figures: ((figures: Totals) => string)[]];

function tiles(currencies: string[]): Tile[] {
  return [
    [
      'Revenue',
      ...currencies.map(
        (currency) =>
          ({ revenues }: Totals) =>
            formatAmount(revenueIn(currency, revenues), currency),
      ),
    ],
    ['Orders', ({ orders }) => formatNumber(orders)],
    ['Delivered on time', onTimeShare],
    ['Median days to delivery', ({ medianHours }) => daysText(medianHours)],
    ['Sent back', ({ rejected, submitted }) => share(rejected, submitted)],
    ['Failed payments', ({ failedPayments }) => formatNumber(failedPayments)],
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`;
}

/** Returns the share of readings on time. Overdue orders count as late. */
function onTimeShare(figures: { onTime: number; delivered: number; overdue: number }): string {
  return share(figures.onTime, figures.delivered + figures.overdue);
}

function daysText(hours: number | null): string {
  return hours === null ? '–' : formatNumber(Math.round((hours / 24) * 10) / 10);
}

const columns: [title: string, value: (figures: ReaderFigures) => string][] = [
  ['Delivered', ({ delivered }) => formatNumber(delivered)],
  ['On time', onTimeShare],
  ['Share sent back', ({ returned, submitted }) => share(returned, submitted)],
  ['Words', ({ words }) => formatNumber(words)],
  ['Median days', ({ medianHours }) => daysText(medianHours)],
  ['Undelivered', ({ open }) => formatNumber(open)],
  ['Late', ({ late }) => formatNumber(late)],
];

function ReadersFigures({ period }: { period: string }) {
  const fetched = useOverview().readersOf(period);
  useRefreshOnMount(fetched);
  return (
    <section aria-label="Readers" className="panel min-w-0 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="font-sans font-semibold tracking-normal">Readers</h3>
        <a className="btn btn-sm ml-auto" href={payFileAddress(period)} download>
          Export readings as CSV
        </a>
      </div>
      <WhenFetched fetched={fetched} what="readers’ figures" height="mt-3 h-24">
        {(readers) =>
          readers.length === 0 ? (
            <p className="mt-3 text-quiet">There are no readers yet.</p>
          ) : (
            <ReadersTable readers={readers} />
          )
        }
      </WhenFetched>
      <p className="mt-3 text-sm text-quiet">
        Median days: from assignment to delivery; half of the readings took longer.
      </p>
    </section>
  );
}

/** Renders a table, or a card of the same cells per reader on narrow screens. */
function ReadersTable({ readers }: { readers: ReaderFigures[] }) {
  return (
    <table aria-label="Readers" className="mt-3 w-full text-left tabular-nums max-lg:block">
      <thead className="text-sm max-lg:sr-only">
        <tr>
          <th scope="col" className="py-1 pr-3">
            Reader
          </th>
          {columns.map(([title]) => (
            <th key={title} scope="col" className="py-1 pl-3 text-right">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {readers.map((figures) => (
          <tr
            key={figures.reader ?? ''}
            className="border-t border-base-300 max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-6 max-lg:py-2 sm:max-lg:grid-cols-4"
          >
            <th scope="row" className="py-1 pr-3 wrap-anywhere max-lg:col-span-full max-lg:pr-0">
              {figures.reader ?? 'Unassigned'}
            </th>
            {columns.map(([title, value]) => (
              <td
                key={title}
                className="py-1 pl-3 text-right max-lg:flex max-lg:justify-between max-lg:gap-2 max-lg:pl-0 max-lg:text-sm"
              >
                <span aria-hidden="true" className="text-quiet lg:hidden">
                  {title}
                </span>
                <span>{value(figures)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
