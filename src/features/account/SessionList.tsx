import { useStore } from '@nanostores/react';
import type { OpenSession } from '../../shared/people/staff.ts';
import { Button } from '../../ui/Button.tsx';
import { useDateFormats, useDeskBase } from '../desk/desk-hooks.ts';

type SessionListProps = { sessions: OpenSession[]; onEnd: (session: OpenSession) => void };

/** Lists sessions, the current one first, then by last use; all but the current one can be ended. */
export function SessionList({ sessions, onEnd }: SessionListProps) {
  const { dateTime } = useDateFormats();
  const running = useStore(useDeskBase().work.$running);
  const sorted = sessions.toSorted(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastUsedAt.localeCompare(a.lastUsedAt),
  );
  const nameOf = ({ device }: OpenSession) => device ?? 'Unknown browser';
  return (
    <ul className="divide-y divide-base-300">
      {sorted.map((session) => (
        <li key={session.id} className="flex flex-wrap items-center gap-3 py-2">
          <p className="min-w-0 flex-1 basis-52 text-sm">
            <span className="font-semibold">{nameOf(session)}</span>
            {session.isCurrent && <span> (this device)</span>}
            <span className="block text-quiet">signed in {dateTime(session.startedAt)}</span>
            <span className="block text-quiet">
              {session.isCurrent ? 'in use now' : `last used ${dateTime(session.lastUsedAt)}`}
            </span>
          </p>
          {!session.isCurrent && (
            <Button
              isBusy={running[`session:${session.id}`] !== undefined}
              busyLabel="Ending…"
              aria-label={`End the session started ${dateTime(session.startedAt)} on ${nameOf(session)}`}
              onClick={() => onEnd(session)}
            >
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
