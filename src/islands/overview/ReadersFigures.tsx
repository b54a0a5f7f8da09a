import { formatNumber } from '../../client/format.ts';
import { payFileAddress } from '../../client/overview/overview.ts';
import type { ReaderFigures } from '../../shared/overview.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRefreshOnMount } from '../desk/use-refresh-on-mount.ts';
import { WhenFetched } from '../ui/errors/WhenFetched.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
}

/** Overdue orders count as late. */
export function onTimeShare(figures: { onTime: number; delivered: number; overdue: number }): string {
  return share(figures.onTime, figures.delivered + figures.overdue);
}

export function daysText(hours: number | null): string {
  return hours === null ? '–' : formatNumber(Math.round((hours / 24) * 10) / 10);
}

const columns: [title: string, value: (figures: ReaderFigures) => string][] = [
  ['Delivered', ({ delivered }) => formatNumber(delivered)],
  ['On time', onTimeShare],
  ['Returned', ({ returned, submitted }) => share(returned, submitted)],
  ['Words', ({ words }) => formatNumber(words)],
  ['Median days', ({ medianHours }) => daysText(medianHours)],
  ['To deliver', ({ open }) => formatNumber(open)],
  ['Late now', ({ late }) => formatNumber(late)],
];

export function ReadersFigures({ period }: { period: string }) {
  const { overview } = useAdminDesk();
  const fetched = overview.readersOf(period);
  useRefreshOnMount(fetched);
  return (
    <section aria-labelledby="readers-figures" className="panel min-w-0 p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 id="readers-figures" className="font-sans font-semibold tracking-normal">
          Readers
        </h3>
        <a className="btn btn-sm ml-auto" href={payFileAddress(period)} download>
          CSV of delivered readings
        </a>
      </div>
      <WhenFetched
        fetched={fetched}
        fallback="The readers’ figures could not be loaded."
        loading={<Skeleton className="mt-3 h-24" label="Loading readers’ figures" />}
      >
        {(readers) =>
          readers.length === 0 ? (
            <p className="mt-3 text-quiet">There are no readers yet.</p>
          ) : (
            <ReadersTable readers={readers} />
          )
        }
      </WhenFetched>
      <p className="mt-3 text-sm text-quiet">
        Returned: of what was handed in. Median days: from assignment to delivery, of the reading in the
        middle.
      </p>
    </section>
  );
}

/** A table; on narrow screens each reader is a card of the same cells. */
function ReadersTable({ readers }: { readers: ReaderFigures[] }) {
  return (
    <table aria-labelledby="readers-figures" className="mt-3 w-full text-left tabular-nums max-lg:block">
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
