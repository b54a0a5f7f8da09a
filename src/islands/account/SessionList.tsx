import type { Work } from '../../client/desk/work.ts';
import { formatDateTime } from '../../client/format.ts';
import type { OpenSession } from '../../shared/people/staff.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';

interface SessionListProps {
  sessions: OpenSession[];
  work: Work;
  onEnd: (session: OpenSession) => void;
}

/** Where somebody is signed in, and the way to end each but the one that asks. */
export function SessionList({ sessions, work, onEnd }: SessionListProps) {
  return (
    <ul className="divide-y divide-base-300">
      {sessions.map((session) => (
        <SessionRow key={session.id} session={session} work={work} onEnd={onEnd} />
      ))}
    </ul>
  );
}

interface SessionRowProps extends Pick<SessionListProps, 'work' | 'onEnd'> {
  session: OpenSession;
}

function SessionRow({ session, work, onEnd }: SessionRowProps) {
  const isEnding = useRunning(work, `session:${session.id}`) !== undefined;
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <p className="min-w-0 flex-1 basis-52 text-sm">
        {nameOf(session)}
        {session.isCurrent && <strong> (this device)</strong>}
        <span className="block text-quiet">since {formatDateTime(session.startedAt)}</span>
        {!session.isCurrent && (
          <span className="block text-quiet">last used {formatDateTime(session.lastUsedAt)}</span>
        )}
      </p>
      {!session.isCurrent && (
        <ActionButton
          className="btn btn-sm"
          isBusy={isEnding}
          busyLabel="Ending…"
          aria-label={`End the session since ${formatDateTime(session.startedAt)}, ${nameOf(session)}`}
          onClick={() => onEnd(session)}
        >
          End
        </ActionButton>
      )}
    </li>
  );
}

function nameOf({ device }: OpenSession): string {
  return device ?? 'A browser that did not say which';
}
