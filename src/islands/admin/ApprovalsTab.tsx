import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { LoadProblem } from '../staff/LoadProblem.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ApprovalCard } from './ApprovalCard.tsx';
import { useAdminDesk } from './desk-context.ts';

/** Every reading that waits for the admin's word. */
export function ApprovalsTab() {
  const { readings } = useAdminDesk();
  const { data: pending, error } = useStore(readings.pending.$state);
  const heading = useRef<HTMLHeadingElement>(null);

  return (
    <section aria-labelledby="approvals-heading" className="grid gap-4">
      <h2 id="approvals-heading" ref={heading} tabIndex={-1} className="text-xl">
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
        <div role="status" aria-label="Loading readings" className="grid gap-4">
          <Skeleton className="h-56" />
          <Skeleton className="h-56" />
        </div>
      )}
      {pending?.length === 0 && (
        <div className="panel">
          <EmptyState card="wheel" title="No readings pending approval" />
        </div>
      )}
      {pending?.map((reading) => (
        <ApprovalCard key={reading.id} reading={reading} onGone={() => heading.current?.focus()} />
      ))}
    </section>
  );
}
