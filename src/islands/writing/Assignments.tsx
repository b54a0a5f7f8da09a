import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { dueLabel, formatDate } from '../../client/format.ts';
import { readerStatusLabel } from '../../shared/orders/order-status.ts';
import type { ReaderOrder } from '../../shared/orders/orders.ts';
import { questionOf } from '../../shared/orders/reading-types.ts';
import { countWords } from '../../shared/text.ts';
import { Badge } from '../ui/Badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/drawings/EmptyState.tsx';
import { handsOnFocus } from '../ui/hands-on-focus.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Comparison } from './Comparison.tsx';
import { DueFact } from './DueFact.tsx';
import { Feedback } from './Feedback.tsx';
import { useWriting } from './use-writing.ts';

/** Characters */
const longBackground = 400;

interface AssignmentsProps {
  desk: ReaderDesk;
  isLoading: boolean;
  /** Called with the id of the order the reader wants to write for. */
  onWrite: (orderId: string) => void;
}

/** The orders that still need a reading. */
export function Assignments({ desk, isLoading, onWrite }: AssignmentsProps) {
  const assignments = useStore(desk.$assignments);
  const selected = useStore(desk.$selected);
  return (
    <section aria-labelledby="assignments-heading">
      <h2 id="assignments-heading" tabIndex={-1} className="text-xl">
        My Assignments
      </h2>
      <h3 className="mt-1 mb-3 font-sans font-semibold tracking-normal text-quiet">
        Pending Assignments ({assignments.length})
      </h3>
      {isLoading && (
        <div role="status" aria-label="Loading assignments" className="grid gap-3">
          <Skeleton className="h-36" />
          <Skeleton className="h-36" />
        </div>
      )}
      {!isLoading && assignments.length === 0 && (
        <div ref={handsOnFocus} className="panel">
          <EmptyState card="star" title="No pending assignments">
            New orders appear here when the page is loaded, or when you look again.
          </EmptyState>
          <p className="pb-6 text-center">
            <button type="button" className="btn btn-sm" onClick={() => desk.orders.refresh()}>
              Look again
            </button>
          </p>
        </div>
      )}
      <ul className="grid gap-3">
        {assignments.map((order) => (
          <Assignment
            key={order.id}
            desk={desk}
            order={order}
            isSelected={order.id === selected?.id}
            onWrite={onWrite}
          />
        ))}
      </ul>
    </section>
  );
}

interface AssignmentProps {
  desk: ReaderDesk;
  order: ReaderOrder;
  isSelected: boolean;
  onWrite: (orderId: string) => void;
}

function Assignment({ desk, order, isSelected, onWrite }: AssignmentProps) {
  const status = readerStatusLabel(order.status);
  const due = order.dueAt ? dueLabel(order.dueAt, Date.now()) : null;
  return (
    <li className={classNames('panel grid gap-3 p-4', isSelected && 'border-primary')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 className="min-w-0 grow basis-48 font-semibold wrap-anywhere">
          <span className="whitespace-nowrap tabular-nums">{order.orderNumber}</span> · {order.customerName}
        </h4>
        {due?.isLate && <Badge tone="error">{due.text}</Badge>}
        <Badge tone={status.tone}>{status.label}</Badge>
      </div>
      {order.status === 'rejected' && <Feedback desk={desk} orderId={order.id} />}
      <p dir="auto" className="font-display text-lg leading-snug wrap-anywhere">
        {questionOf(order)}
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Fact label="Assigned" value={formatDate(order.assignedAt ?? order.createdAt)} />
        {order.dueAt && <Fact label="Due" value={<DueFact dueAt={order.dueAt} />} />}
        <Fact label="Name in the reading" value={order.readingAddresseeName} />
      </dl>
      {order.backgroundContext && <Background text={order.backgroundContext} isOpen={isSelected} />}
      {isSelected && <SelectedComparison desk={desk} />}
      <div>
        <button
          type="button"
          className="btn btn-sm"
          aria-label={`Upload Reading for ${order.orderNumber}`}
          onClick={() => onWrite(order.id)}
        >
          Upload Reading
        </button>
      </div>
    </li>
  );
}

function SelectedComparison({ desk }: { desk: ReaderDesk }) {
  return <Comparison desk={desk} writing={useWriting(desk)} />;
}

/** A long background is folded until its order is chosen, so that the list stays a list. */
function Background({ text, isOpen }: { text: string; isOpen: boolean }) {
  const isLong = text.length > longBackground || text.split('\n').length > 6;
  const prose = <p className="max-w-prose as-typed">{text}</p>;
  if (!isLong) {
    return (
      <div>
        <p className="text-sm text-quiet">Background context</p>
        {prose}
      </div>
    );
  }
  return (
    <details open={isOpen}>
      <summary className="cursor-pointer text-sm text-quiet">
        Background context ({countWords(text)} words)
      </summary>
      {prose}
    </details>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="text-quiet">{label}:</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
}
