import type { Work } from '../../client/desk/work.ts';
import type { OpenSession } from '../../shared/people/staff.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';

interface SessionListProps {
  sessions: OpenSession[];
  work: Work;
  onEnd: (session: OpenSession) => void;
}

/** The sessions of a user, this device first, and the way to end each of the others. */
export function SessionList({ sessions, work, onEnd }: SessionListProps) {
  const sorted = sessions.toSorted(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastUsedAt.localeCompare(a.lastUsedAt),
  );
  return (
    <ul className="divide-y divide-base-300">
      {sorted.map((session) => (
        <SessionRow key={session.id} session={session} work={work} onEnd={onEnd} />
      ))}
    </ul>
  );
}

interface SessionRowProps extends Pick<SessionListProps, 'work' | 'onEnd'> {
  session: OpenSession;
}

function SessionRow({ session, work, onEnd }: SessionRowProps) {
  const { happened } = useBusinessDays();
  const isEnding = useRunning(work, `session:${session.id}`) !== undefined;
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <p className="min-w-0 flex-1 basis-52 text-sm">
        <span className="font-semibold">{nameOf(session)}</span>
        {session.isCurrent && <span> (this device)</span>}
        <span className="block text-quiet">signed in {happened(session.startedAt)}</span>
        <span className="block text-quiet">
          {session.isCurrent ? 'in use now' : `last used ${happened(session.lastUsedAt)}`}
        </span>
      </p>
      {!session.isCurrent && (
        <ActionButton
          className="btn btn-sm"
          isBusy={isEnding}
          busyLabel="Ending…"
          aria-label={`End the session since ${happened(session.startedAt)}, ${nameOf(session)}`}
          onClick={() => onEnd(session)}
        >
          End
        </ActionButton>
      )}
    </li>
  );
}

function nameOf({ device }: OpenSession): string {
  return device ?? 'Unknown browser';
}
