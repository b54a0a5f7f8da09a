import { useStore } from '@nanostores/react';
import type { BusinessDesk } from '../../client/settings/business.ts';
import type { BusinessPart, BusinessVersion } from '../../shared/business.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

interface BusinessHistoryProps {
  business: BusinessDesk;
  part: BusinessPart;
}

/** What a part was, the newest first; each can count again. */
export function BusinessHistory({ business, part }: BusinessHistoryProps) {
  const history = business.historyOf(part);
  const { data, error } = useStore(history.$state);
  return (
    <section aria-labelledby="history-heading" className="grid gap-2 border-t border-hairline pt-4">
      <h3 id="history-heading" className="font-semibold">
        History
      </h3>
      {error && (
        <LoadProblem error={error} fallback="The history could not be loaded." onRetry={history.refresh} />
      )}
      {!data && !error && <Skeleton className="h-12" />}
      <ol className="divide-y divide-base-300">
        {data?.map((version, place) => (
          <Version key={version.version} business={business} version={version} place={place} />
        ))}
      </ol>
    </section>
  );
}

interface VersionProps {
  business: BusinessDesk;
  version: BusinessVersion;
  /** 0: the one that counts. */
  place: number;
}

function Version({ business, version: { version, value, changedAt, changedBy }, place }: VersionProps) {
  const { happened } = useBusinessDays();
  const running = useRunning(business.work, 'business');
  const when = changedAt === null ? 'Original' : `${happened(changedAt)}, ${changedBy}`;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2">
      <details className="min-w-0 flex-1 basis-56">
        <summary className="cursor-pointer py-0.5 wrap-anywhere">{when}</summary>
        <p className="mt-1 max-w-[65ch] text-sm as-typed text-quiet">{value}</p>
      </details>
      {place === 0 ? (
        <span className="badge">Current</span>
      ) : (
        <ActionButton
          className="btn btn-sm"
          isBusy={running === `restore:${version}`}
          busyLabel="Restoring…"
          disabled={running !== undefined}
          aria-label={`Restore this version: ${when}`}
          onClick={() => void business.restore(version)}
        >
          {place === 1 ? 'Undo to this' : 'Use again'}
        </ActionButton>
      )}
    </li>
  );
}
