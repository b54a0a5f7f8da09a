import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { handsOnFocus } from '../ui/hands-on-focus.ts';
import type { Place } from './use-place.ts';

interface NotYoursProps {
  desk: ReaderDesk;
  place: Extract<Place, { name: 'missing' }>;
}

/** Says that there is no such order. */
export function NotYours({ desk, place: { named, error, retry } }: NotYoursProps) {
  if (error) return <LoadProblem error={error} fallback="The order could not be loaded." onRetry={retry} />;
  return (
    <section
      ref={handsOnFocus}
      aria-label="Not found"
      className="panel flex flex-wrap items-center gap-3 px-4 py-3"
    >
      <p role="alert" className="min-w-0 grow basis-60 wrap-anywhere">
        There is no order <strong>{named}</strong> among yours. It may be assigned to another reader now.
      </p>
      <button type="button" className="btn btn-sm" onClick={() => desk.select('')}>
        My Assignments
      </button>
    </section>
  );
}
