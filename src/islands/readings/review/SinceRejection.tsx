import { useStore } from '@nanostores/react';
import { serverNow } from '../../../client/desk/server-clock.ts';
import { newestOf } from '../../../client/readings/newest-event.ts';
import type { Reading } from '../../../shared/readings/readings.ts';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { LoadProblem } from '../../ui/errors/LoadProblem.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TypedText } from '../../ui/TypedText.tsx';
import { Changes } from '../Changes.tsx';

/** What was said when the reading was sent back, beside what has changed since. Nothing when it never was. */
export function SinceRejection({ reading }: { reading: Reading }) {
  return reading.revision > 1 ? <LastRejection reading={reading} /> : null;
}

function LastRejection({ reading }: { reading: Reading }) {
  const { happenedWhen } = useBusinessDays();
  const { readings } = useAdminDesk();
  const { data: events = [] } = useStore(readings.eventsOf(reading.orderId).$state);
  const rejection = newestOf(events, ['reading_rejected']);
  if (!rejection && !reading.lastFeedback) return null;
  const rejected = Number(rejection?.data.revision);
  return (
    <section
      aria-label="Since the last rejection"
      className="grid gap-3 rounded-field border border-hairline px-4 py-3"
    >
      <div>
        <p className="text-sm font-semibold">Feedback at the last rejection</p>
        {rejection && (
          <p className="text-sm text-quiet">
            {rejection.actor} {happenedWhen(rejection.createdAt, serverNow())}
          </p>
        )}
        <p className="max-w-prose as-typed">
          <TypedText text={reading.lastFeedback ?? 'No feedback was given.'} />
        </p>
      </div>
      {rejected < reading.revision && (
        <Disclosure
          isOpenAtFirst
          summary={
            <span className="text-sm">
              Changed since: <del>removed</del>, <ins>added</ins>
            </span>
          }
        >
          <ChangesSince rejected={rejected} reading={reading} />
        </Disclosure>
      )}
    </section>
  );
}

function ChangesSince({ rejected, reading }: { rejected: number; reading: Reading }) {
  const { readings } = useAdminDesk();
  const fetched = readings.revisionsOf(reading);
  const { data: revisions, error } = useStore(fetched.$state);
  const before = revisions?.find(({ revision }) => revision === rejected);
  if (error && !revisions) {
    return (
      <LoadProblem error={error} fallback="The versions could not be loaded." onRetry={fetched.refresh} />
    );
  }
  if (!revisions) {
    return (
      <div role="status" aria-label="Loading versions">
        <Skeleton className="h-24" />
      </div>
    );
  }
  if (!before) return null;
  return (
    <p className="mt-2 max-w-[36rem] font-display text-letter leading-[1.75] as-typed">
      <Changes from={before.content} to={reading.content} />
    </p>
  );
}
