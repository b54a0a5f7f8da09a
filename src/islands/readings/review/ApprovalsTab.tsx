import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Reading } from '../../../shared/readings/readings.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { useRefreshOnMount } from '../../desk/use-refresh-on-mount.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/drawings/EmptyState.tsx';
import { LoadProblem } from '../../ui/errors/LoadProblem.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { NotPending } from './NotPending.tsx';
import { Queue } from './Queue.tsx';
import { ReviewPane } from './ReviewPane.tsx';
import { TextsOfLeft } from './TextsOfLeft.tsx';
import { useFocusOfChosen } from './use-focus-of-chosen.ts';

/** Every reading that waits for the admin's word, and beside their list the one that is looked at. */
export function ApprovalsTab() {
  const { readings, review } = useAdminDesk();
  const { data: pending, error } = useStore(readings.pending.$state);
  const number = useStore(review.$chosen);
  const left = useLeft(pending);
  useRefreshOnMount(readings.pending);
  const panes = useRef<HTMLDivElement>(null);
  useFocusOfChosen(number, panes);
  const isChosen = (reading: Reading) => reading.order.orderNumber === number;
  const chosen = pending?.find(isChosen);

  return (
    <section aria-labelledby="approvals-heading" className="@container/review grid gap-4">
      <h2 id="approvals-heading" tabIndex={-1} className={classNames('text-xl', number !== '' && 'sr-only')}>
        Reading Approval
      </h2>
      {error && (
        <LoadProblem
          error={error}
          fallback="The readings could not be loaded."
          onRetry={readings.pending.refresh}
        />
      )}
      {!pending && !error && (
        <div
          role="status"
          aria-label="Loading readings"
          className="grid gap-4 @4xl/review:grid-cols-[22rem_1fr]"
        >
          <Skeleton className="h-96" />
          <Skeleton className="h-96 @max-4xl/review:hidden" />
        </div>
      )}
      {left.map((reading) => (
        <TextsOfLeft key={reading.id} reading={reading} />
      ))}
      {pending?.length === 0 && !number && (
        <div className="panel">
          <EmptyState card="wheel" title="No readings pending approval" />
        </div>
      )}
      {pending && (pending.length > 0 || number) && (
        <div ref={panes} className="grid items-start gap-6 @4xl/review:grid-cols-[22rem_minmax(0,1fr)]">
          <Queue pending={pending} chosen={number} />
          {chosen ? (
            <ReviewPane key={chosen.id} reading={chosen} />
          ) : number ? (
            <NotPending key={number} orderNumber={number} left={left.find(isChosen)} />
          ) : (
            <Invitation />
          )}
        </div>
      )}
    </section>
  );
}

/** Stands where the reading that is chosen will be. */
function Invitation() {
  const { review } = useAdminDesk();
  return (
    <div className="panel @max-4xl/review:hidden">
      <EmptyState card="wheel" title="Choose a reading to see all of it">
        <button type="button" className="btn btn-primary" onClick={() => review.step(1)}>
          Start with the most urgent
        </button>
      </EmptyState>
    </div>
  );
}

/** @returns the readings that have left the list while it was looked at */
function useLeft(pending: Reading[] | undefined): Reading[] {
  const [known, setKnown] = useState<Reading[]>([]);
  useEffect(() => {
    if (pending) setKnown((before) => [...before.filter((reading) => !isIn(pending, reading)), ...pending]);
  }, [pending]);
  return pending ? known.filter((reading) => !isIn(pending, reading)) : [];
}

function isIn(list: Reading[], { id }: Reading): boolean {
  return list.some((reading) => reading.id === id);
}
