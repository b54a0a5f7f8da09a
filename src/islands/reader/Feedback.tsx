import { useStore } from '@nanostores/react';
import type { ReaderDesk } from '../../client/desk/reader-desk.ts';
import { LoadProblem } from '../staff/LoadProblem.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** What the admin wants changed in a rejected reading. */
export function Feedback({ desk, orderId }: { desk: ReaderDesk; orderId: string }) {
  const fetched = desk.readingOf(orderId);
  const { data: reading, error } = useStore(fetched.$state);
  if (error && !reading) {
    return (
      <LoadProblem error={error} fallback="The feedback could not be loaded." onRetry={fetched.refresh} />
    );
  }
  if (!reading) return <Skeleton className="h-12" />;
  return (
    <div className="rounded-field border border-error px-3 py-2">
      <p className="text-sm font-semibold">Feedback from the admin</p>
      <p className="whitespace-pre-wrap wrap-anywhere">
        {reading.feedback || 'None was given. Please ask what should be different.'}
      </p>
    </div>
  );
}
