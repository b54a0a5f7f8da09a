import { formatDateTime } from '../../client/format.ts';
import type { OpenSession } from '../../shared/staff.ts';
import { ActionButton } from '../ui/ActionButton.tsx';

interface SessionListProps {
  sessions: OpenSession[];
  isEnding: (session: OpenSession) => boolean;
  onEnd: (session: OpenSession) => void;
}

/** Where somebody is signed in, and the way to end each but the one that asks. */
export function SessionList({ sessions, isEnding, onEnd }: SessionListProps) {
  return (
    <ul className="divide-y divide-base-300">
      {sessions.map((session) => (
        <li key={session.id} className="flex flex-wrap items-center gap-3 py-2">
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
              isBusy={isEnding(session)}
              busyLabel="Ending…"
              aria-label={`End the session since ${formatDateTime(session.startedAt)}, ${nameOf(session)}`}
              onClick={() => onEnd(session)}
            >
              End
            </ActionButton>
          )}
        </li>
      ))}
    </ul>
  );
}

function nameOf({ device }: OpenSession): string {
  return device ?? 'A browser that did not say which';
}
