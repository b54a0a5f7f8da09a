import { type ComponentType, useState } from 'react';
import type { Work } from '../../client/desk/work.ts';
import { sessionCalls, signOut } from '../../client/sign-in/session.ts';
import { showToast } from '../../client/toasts.ts';
import type { AccountDialog } from '../account/AccountDialog.tsx';
import { ActionButton } from '../ui/ActionButton.tsx';
import { DeskPart } from '../ui/errors/DeskPart.tsx';
import { useIsHydrated } from '../ui/use-is-hydrated.ts';

interface DeskHeaderProps {
  title: string;
  username: string;
  /** The desk's; null until it is there. */
  work: Work | null;
}

type AccountDialogType = ComponentType<Parameters<typeof AccountDialog>[0]>;

/** Whose dashboard this is, their account, and the way out. */
export function DeskHeader({ title, username, work }: DeskHeaderProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  const isReady = useIsHydrated();

  async function leave() {
    setIsLeaving(true);
    await signOut({ calls: sessionCalls, toast: showToast, navigate: (path) => location.assign(path) });
    setIsLeaving(false);
  }

  return (
    <header className="border-b border-hairline bg-base-100">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 sm:px-6">
        <h1 className="w-full text-2xl sm:w-auto sm:flex-1">{title}</h1>
        <p className="min-w-0 flex-1 basis-20 text-quiet sm:flex-none wrap-anywhere">
          Welcome, <strong className="text-base-content">{username}</strong>
        </p>
        <AccountButton work={work} />
        <ActionButton
          className="btn btn-sm"
          isBusy={isLeaving}
          busyLabel="Signing out…"
          disabled={!isReady}
          onClick={leave}
        >
          Sign Out
        </ActionButton>
      </div>
    </header>
  );
}

/** Opens the account of whoever is signed in. It is rarely looked at, so it is fetched with the first look. */
function AccountButton({ work }: { work: Work | null }) {
  const [Account, setAccount] = useState<AccountDialogType | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  function open() {
    setIsOpen(true);
    if (Account) return;
    import('../account/AccountDialog.tsx').then(
      (loaded) => setAccount(() => loaded.AccountDialog),
      () => {
        setIsOpen(false);
        showToast({
          title: 'Not Opened',
          description: 'Your account could not be loaded. Please check your connection and try again.',
          variant: 'destructive',
        });
      },
    );
  }

  return (
    <>
      <button type="button" className="btn btn-ghost btn-sm" disabled={!work} onClick={open}>
        My account
      </button>
      {Account && work && (
        <DeskPart name="dialog">
          <Account work={work} open={isOpen} onOpenChange={setIsOpen} />
        </DeskPart>
      )}
    </>
  );
}
