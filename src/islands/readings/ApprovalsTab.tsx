import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useAnew } from '../desk/use-anew.ts';
import { EmptyState } from '../ui/drawings/EmptyState.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ApprovalCard } from './ApprovalCard.tsx';
import { UnsavedText } from './UnsavedText.tsx';

/** Every reading that waits for the admin's word. */
export function ApprovalsTab() {
  const { readings } = useAdminDesk();
  const { data: pending, error } = useStore(readings.pending.$state);
  const left = useLeft(pending);
  useAnew(readings.pending);

  return (
    <section aria-labelledby="approvals-heading" className="grid gap-4">
      <h2 id="approvals-heading" tabIndex={-1} className="text-xl">
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
      {left.map((reading) => (
        <TextOfLeft key={reading.id} reading={reading} />
      ))}
      {pending?.length === 0 && (
        <div className="panel">
          <EmptyState card="wheel" title="No readings pending approval" />
        </div>
      )}
      {pending?.map((reading) => (
        <ApprovalCard key={reading.id} reading={reading} />
      ))}
    </section>
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

/** Somebody else decided on a reading while its text was being changed here. */
function TextOfLeft({ reading }: { reading: Reading }) {
  const { readings } = useAdminDesk();
  const draft = readings.editDraft(reading.id);
  const typed = useStore(draft.$fields);
  if (!typed) return null;
  return (
    <div className="panel p-4 sm:p-6">
      <h3 className="mb-3 text-lg wrap-anywhere">
        {reading.order.orderNumber} · {reading.order.customerName}
      </h3>
      <UnsavedText
        why="Somebody else has decided on this reading before your changes were saved."
        text={typed.content}
        onDiscard={draft.clear}
      />
    </div>
  );
}
