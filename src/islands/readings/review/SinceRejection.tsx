import { useStore } from '@nanostores/react';
import { serverNow } from '../../../client/desk/server-clock.ts';
import { newestOf } from '../../../client/readings/newest-event.ts';
import type { Reading } from '../../../shared/readings/readings.ts';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TypedText } from '../../ui/TypedText.tsx';
import { Changes } from '../Changes.tsx';

/**
 * What the admin said when the reading was sent back, beside what has changed since. Renders nothing without a
 * rejection.
 */
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
        <TypedText className="max-w-prose" text={reading.lastFeedback ?? 'No feedback was given.'} />
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
          <WhenFetched
            fetched={readings.revisionsOf(reading)}
            fallback="The versions could not be loaded."
            loading={<Skeleton label="Loading versions" className="h-24" />}
          >
            {(revisions) => {
              const before = revisions.find(({ revision }) => revision === rejected);
              return (
                before && (
                  <div className="mt-2 max-w-[36rem] font-display text-letter leading-[1.75] as-typed">
                    <Changes from={before.content} to={reading.content} />
                  </div>
                )
              );
            }}
          </WhenFetched>
        </Disclosure>
      )}
    </section>
  );
}
