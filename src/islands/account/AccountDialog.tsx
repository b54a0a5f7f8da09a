import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { createOwnAccount, type OwnAccount } from '../../client/account/account.ts';
import { browserFetching } from '../../client/query.ts';
import { showToast } from '../../client/toasts.ts';
import type { Account } from '../../shared/people/account.ts';
import { useRunning } from '../desk/use-running.ts';
import { SnippetsDialog, type SnippetsOfDesk, useSnippets } from '../snippets/SnippetsDialog.tsx';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AccountForm } from './AccountForm.tsx';
import { BrowserNotifications } from './BrowserNotifications.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionList } from './SessionList.tsx';
import { TwoFactor } from './TwoFactor.tsx';

/** Everything that users can change about their own account. */
export function AccountDialog(props: {
  desk: SnippetsOfDesk;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { desk, open, onOpenChange } = props;
  const { work } = desk;
  const [own] = useState(() => createOwnAccount({ fetching: browserFetching(), work, toast: showToast }));
  const { data, error } = useStore(own.account.$state);
  const hasEnded = useStore(work.$sessionEnded);
  // Sessions begin and end in other browsers.
  useEffect(() => {
    if (open) void own.account.refresh();
  }, [open, own]);

  return (
    // Without data it would cover the dialog that asks the user to sign in again.
    <Dialog open={open && (data !== undefined || !hasEnded)} onOpenChange={onOpenChange} title="My account">
      {error && (
        <LoadProblem
          error={error}
          fallback="Your account could not be loaded."
          onRetry={own.account.refresh}
        />
      )}
      {!data && !error && <Skeleton label="Loading your account" className="h-96" />}
      {data && (
        <div className="grid gap-8">
          <AccountForm account={data} save={own.save} />
          <BrowserNotifications username={data.username} />
          <OwnSnippets desk={desk} account={data} open={open} />
          {data.role === 'reader' ? (
            <PasswordForm
              title="Password"
              submitLabel="Change password"
              className="grid gap-3"
              buttonClass="btn"
              username={data.username}
              save={own.savePassword}
            />
          ) : (
            <p>
              <a className="link" href="/admin/dashboard?tab=settings">
                Change your password in Settings
              </a>
            </p>
          )}
          <TwoFactor own={own} account={data} />
          <Sessions own={own} account={data} />
        </div>
      )}
    </Dialog>
  );
}

function OwnSnippets({ desk, account, open }: { desk: SnippetsOfDesk; account: Account; open: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const snippets = useSnippets(desk, open && isOpen);
  return (
    <section aria-label="Snippets" className="grid gap-2">
      <h3 className="text-lg">Snippets</h3>
      <p className="text-sm text-quiet">
        {account.role === 'admin'
          ? 'Texts to insert into readings: shared ones, and your own.'
          : 'Texts you use often, ready to insert into a reading.'}
      </p>
      <div>
        <button type="button" className="btn btn-sm" onClick={() => setIsOpen(true)}>
          Manage snippets
        </button>
      </div>
      <SnippetsDialog
        snippets={snippets}
        mayShare={account.role === 'admin'}
        open={isOpen}
        onOpenChange={setIsOpen}
      />
    </section>
  );
}

function Sessions({ own, account }: { own: OwnAccount; account: Account }) {
  const isSigningOut = useRunning(own.work, 'sessions') !== undefined;
  const { sessions } = account;
  return (
    <section aria-label="Sessions" className="grid gap-2">
      <h3 className="text-lg">Signed in</h3>
      <SessionList sessions={sessions} work={own.work} onEnd={(session) => void own.endSession(session)} />
      {sessions.length > 1 && (
        <div>
          <ActionButton
            className="btn btn-sm"
            isBusy={isSigningOut}
            busyLabel="Signing out…"
            onClick={() => void own.endOtherSessions()}
          >
            Sign out everywhere else
          </ActionButton>
        </div>
      )}
    </section>
  );
}
