import { useStore } from '@nanostores/react';
import { formatDollars } from '../../client/format.ts';
import type { Figures, MedianDelivery, Overview, ToDo } from '../../shared/overview.ts';
import { plural } from '../../shared/plural.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useAnew } from '../desk/use-anew.ts';
import { EmptyState } from '../ui/drawings/EmptyState.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { BarChart } from './BarChart.tsx';

/** How the business does, with what waits for the admin on top. */
export function OverviewTab() {
  const { overview } = useAdminDesk();
  const { data, error } = useStore(overview.$state);
  useAnew(overview);
  return (
    <section aria-labelledby="overview-heading" className="grid gap-6">
      <h2 id="overview-heading" className="text-xl">
        Overview
      </h2>
      {error && (
        <LoadProblem error={error} fallback="The overview could not be loaded." onRetry={overview.refresh} />
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading overview" className="grid gap-4">
          <Skeleton className="h-24" />
          <Skeleton className="h-48" />
        </div>
      )}
      {data && <Content overview={data} />}
    </section>
  );
}

function Content({ overview }: { overview: Overview }) {
  const { days, months, recent, previous, toDo } = overview;
  return (
    <>
      <ToDoList toDo={toDo} />
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-3 xl:grid-cols-6">
        {tiles(recent, previous).map(({ label, value, before }) => (
          <div key={label} className="panel p-4">
            <dt className="text-sm text-quiet">{label}</dt>
            <dd>
              <span className="block font-display text-2xl tabular-nums">{value}</span>
              <span className="text-sm text-quiet tabular-nums">before: {before}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="-mt-3 text-sm text-quiet">The last 30 days, and the 30 before them.</p>
      <div className="grid gap-6 lg:grid-cols-2">
        <BarChart
          title="Orders by day"
          bars={days.map(({ from, orders }) => ({
            label: dayName(from),
            value: orders,
            text: String(orders),
          }))}
        />
        <BarChart
          title="Revenue by month"
          bars={months.map(({ from, revenue }) => ({
            label: monthName(from),
            value: revenue,
            text: formatDollars(revenue),
          }))}
        />
      </div>
    </>
  );
}

interface Tile {
  label: string;
  value: string;
  before: string;
}

function tiles(recent: Figures & MedianDelivery, previous: Figures & MedianDelivery): Tile[] {
  const both = (label: string, read: (figures: Figures & MedianDelivery) => string): Tile => ({
    label,
    value: read(recent),
    before: read(previous),
  });
  return [
    both('Revenue', ({ revenue }) => formatDollars(revenue)),
    both('Orders', ({ orders }) => String(orders)),
    both('Delivered on time', ({ onTime, delivered }) => share(onTime, delivered)),
    both('Median time to delivery', ({ medianHours }) => duration(medianHours)),
    both('Rejected', ({ rejected, submitted }) => share(rejected, submitted)),
    both('Failed payments', ({ failedPayments }) => String(failedPayments)),
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
}

function duration(hours: number | null): string {
  if (hours === null) return '–';
  return hours < 48 ? `${hours} h` : `${Math.round((hours / 24) * 10) / 10} days`;
}

const toDoTexts: Record<ToDo['code'], (count: number) => string> = {
  overdue: (count) => plural(count, 'order is overdue', 'orders are overdue'),
  unassigned: (count) => plural(count, 'order has no reader', 'orders have no reader'),
  to_review: (count) => plural(count, 'reading waits for your approval', 'readings wait for your approval'),
};

/** What waits for the admin; the alerts above tell of payments and mails. */
function ToDoList({ toDo }: { toDo: ToDo[] }) {
  const { show } = useAdminDesk();
  if (toDo.length === 0) {
    return (
      <div className="panel">
        <EmptyState card="star" title="Nothing waits for you" />
      </div>
    );
  }
  return (
    <ul aria-label="To do" className="panel divide-y divide-base-300">
      {toDo.map(({ code, count }) => (
        <li key={code} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
          <p className="min-w-0 flex-1">
            <strong className="tabular-nums">{count}</strong> {toDoTexts[code](count)}
          </p>
          <button type="button" className="btn btn-sm" onClick={() => show(code)}>
            Show {plural(count, 'it', 'them')}
          </button>
        </li>
      ))}
    </ul>
  );
}

// A day of the calendar is the same everywhere: it is read as one in UTC.
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const dayName = (from: string) => dayFormat.format(new Date(from));
const monthName = (from: string) => monthFormat.format(new Date(from));
