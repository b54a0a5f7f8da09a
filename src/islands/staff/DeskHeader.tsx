import { useState } from 'react';
import { sessionCalls, signOut } from '../../client/session.ts';
import { showToast } from '../../client/toasts.ts';
import { ActionButton } from './ActionButton.tsx';

interface DeskHeaderProps {
  title: string;
  username: string;
}

/** Whose dashboard this is, and the way out. */
export function DeskHeader({ title, username }: DeskHeaderProps) {
  const [isLeaving, setIsLeaving] = useState(false);

  async function leave() {
    setIsLeaving(true);
    await signOut({ calls: sessionCalls, toast: showToast, navigate: (path) => location.assign(path) });
    setIsLeaving(false);
  }

  return (
    <header className="border-b border-hairline bg-base-100">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 sm:px-6">
        <h1 className="w-full text-2xl sm:w-auto sm:flex-1">{title}</h1>
        <p className="min-w-0 flex-1 text-quiet sm:flex-none wrap-anywhere">
          Welcome, <strong className="text-base-content">{username}</strong>
        </p>
        <ActionButton className="btn btn-sm" isBusy={isLeaving} busyLabel="Signing out…" onClick={leave}>
          Sign Out
        </ActionButton>
      </div>
    </header>
  );
}
