import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { ReaderDesk } from '../../../client/dashboards/reader-desk.ts';
import { serverNow } from '../../../client/desk/server-clock.ts';
import { readerStatusLabel } from '../../../shared/orders/order-status.ts';
import type { ReaderOrder } from '../../../shared/orders/orders.ts';
import { questionOf } from '../../../shared/orders/reading-types.ts';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { useBetweenPresses } from '../../desk/use-between-presses.ts';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/drawings/EmptyState.tsx';
import { handsOnFocus } from '../../ui/hands-on-focus.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { DueFact } from '../DueFact.tsx';

/** How much of a background stands in a row that cuts it where it ends, in characters. */
const excerptLength = 200;

interface AssignmentsProps {
  desk: ReaderDesk;
  isLoading: boolean;
  /** Called with the id of the order the reader wants to write for. */
  onWrite: (orderId: string) => void;
}

/** The orders that still need a reading. */
export function Assignments({ desk, isLoading, onWrite }: AssignmentsProps) {
  const assignments = useBetweenPresses(useStore(desk.$assignments));
  return (
    <section aria-labelledby="assignments-heading">
      <h2 id="assignments-heading" tabIndex={-1} className="text-xl">
        My Assignments
      </h2>
      <h3 className="mt-1 font-sans font-semibold tracking-normal text-quiet">
        Pending Assignments ({assignments.length})
      </h3>
      <p className="mb-3 text-sm text-quiet">
        {assignments.length > 1 && 'Late ones first, then what came back, then by day.'}
      </p>
      {isLoading && (
        <div role="status" aria-label="Loading assignments" className="grid gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      )}
      {!isLoading && assignments.length === 0 && (
        <div ref={handsOnFocus} className="panel">
          <EmptyState card="star" title="No pending assignments">
            <p>An order appears here by itself as soon as it is yours.</p>
            <button type="button" className="btn btn-sm mt-3" onClick={() => desk.orders.refresh()}>
              Look again
            </button>
          </EmptyState>
        </div>
      )}
      {assignments.length > 0 && (
        <ul className="panel divide-y divide-base-300">
          {assignments.map((order) => (
            <Assignment key={order.id} order={order} onWrite={onWrite} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface AssignmentProps {
  order: ReaderOrder;
  onWrite: (orderId: string) => void;
}

/** One to be found among many: what does not fit into its lines stands on its page. */
function Assignment({ order, onWrite }: AssignmentProps) {
  const { id, orderNumber, backgroundContext, dueAt } = order;
  const status = readerStatusLabel(order.status);
  const { date, dueLabel } = useBusinessDays();
  const due = dueAt ? dueLabel(dueAt, serverNow()) : null;
  const { customerName, readingAddresseeName } = order;
  const isNamedSo = customerName.startsWith(readingAddresseeName);
  const name = isNamedSo ? customerName : `${customerName} for ${readingAddresseeName}`;
  const question = questionOf(order);
  const background = backgroundContext?.slice(0, excerptLength).trim();
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 sm:flex-nowrap">
          <h4
            title={`${orderNumber} · ${name}`}
            className="min-w-0 grow font-semibold wrap-anywhere max-sm:basis-full sm:truncate"
          >
            <span className="tabular-nums">{orderNumber}</span> · <bdi>{customerName}</bdi>
            {!isNamedSo && (
              <span>
                {' '}
                for <bdi>{readingAddresseeName}</bdi>
              </span>
            )}
          </h4>
          {due?.isLate && <Badge tone="error">{due.text}</Badge>}
          {/* On a phone only what is not usual has room. */}
          <span className={order.status === 'pending' ? 'max-sm:hidden' : ''}>
            <Badge tone={status.tone}>{status.label}</Badge>
          </span>
        </div>
        <p className="truncate" title={background ? `${question} – ${background}` : question}>
          <bdi className="font-display">{question}</bdi>
          {background && <bdi className="text-sm text-quiet"> – {background}</bdi>}
        </p>
        <dl className="flex flex-wrap gap-x-5 text-sm">
          <Fact label="Due" value={<DueFact order={order} />} />
          <Fact isMinor label="Assigned" value={date(order.assignedAt ?? order.createdAt)} />
        </dl>
      </div>
      <button
        type="button"
        data-row={orderNumber}
        className="btn btn-sm shrink-0 sm:min-w-18"
        onClick={() => onWrite(id)}
      >
        <span className="sr-only">Upload Reading for {orderNumber}: </span>
        {order.status === 'rejected' ? 'Revise' : 'Write'}
      </button>
    </li>
  );
}

interface FactProps {
  label: string;
  value: ReactNode;
  /** Whether it is left out on a phone; the page of the order has it. */
  isMinor?: boolean;
}

function Fact({ label, value, isMinor = false }: FactProps) {
  return (
    <div className={classNames('flex min-w-0 gap-1.5', isMinor && 'max-sm:hidden')}>
      <dt className="text-quiet">{label}:</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
}
