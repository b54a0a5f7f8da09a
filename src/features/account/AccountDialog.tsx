import { useStore } from '@nanostores/react';
import { useEffect, useId, useState } from 'react';
import type { Account } from '../../shared/people/account-schema.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, type DialogState } from '../../ui/dialogs/Dialog.tsx';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { useDeskBase, useRunning } from '../desk/desk-hooks.ts';
import { browserNotifications } from '../desk/notifications.ts';
import { SnippetsDialog, useSnippets } from '../desk/snippets/SnippetsDialog.tsx';
import { AccountForm } from './AccountForm.tsx';
import { createOwnAccount, type OwnAccount } from './account-store.ts';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionList } from './SessionList.tsx';
import { TwoFactor } from './TwoFactor.tsx';

/** Shows the signed-in user's account, settings, and sessions; refetches them each time it opens. */
export function AccountDialog({ open, onClose }: DialogState) {
  const { storeOf, work } = useDeskBase();
  const own = storeOf(createOwnAccount);
  const { data } = useStore(own.account.$state);
  const hasEnded = useStore(work.$sessionEnded) !== null;
  // Sessions begin and end in other browsers.
  useEffect(() => {
    if (open) void own.account.refresh();
  }, [open, own]);

  return (
    // Without data it would cover the dialog that asks the user to sign in again.
    <Dialog open={open && (data !== undefined || !hasEnded)} onClose={onClose} title="My account">
      <WhenFetched
        fetched={own.account}
        what="your account"
        fallback="Your account could not be loaded."
        height="h-96"
      >
        {(account) => (
          <div className="grid gap-8">
            <AccountForm account={account} save={own.save} />
            <BrowserNotifications username={account.username} />
            <OwnSnippets account={account} open={open} />
            {account.role === 'reader' ? (
              <PasswordForm
                title="Password"
                submitLabel="Change password"
                className="grid gap-3"
                buttonClass="btn"
                username={account.username}
                save={own.savePassword}
              />
            ) : (
              <p>
                <a className="link" href="/admin/dashboard?tab=settings">
                  Change your password in Settings
                </a>
              </p>
            )}
            <TwoFactor own={own} account={account} />
            <Sessions own={own} account={account} />
          </div>
        )}
      </WhenFetched>
    </Dialog>
  );
}

function OwnSnippets({ account, open }: { account: Account; open: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const snippets = useSnippets(open && isOpen);
  return (
    <section aria-label="Snippets" className="grid gap-2">
      <h3 className="text-lg">Snippets</h3>
      <p className="text-sm text-quiet">
        {account.role === 'admin'
          ? 'Shared texts and your own, ready to insert into a reading.'
          : 'Texts you use often, ready to insert into a reading.'}
      </p>
      <div>
        <Button onClick={() => setIsOpen(true)}>Manage snippets</Button>
      </div>
      <SnippetsDialog
        snippets={snippets}
        mayShare={account.role === 'admin'}
        open={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </section>
  );
}

function Sessions({ own, account }: { own: OwnAccount; account: Account }) {
  const isSigningOut = useRunning('sessions') !== undefined;
  const { sessions } = account;
  return (
    <section aria-label="Sessions" className="grid gap-2">
      <h3 className="text-lg">Signed in</h3>
      <SessionList sessions={sessions} onEnd={(session) => void own.endSession(session)} />
      {sessions.length > 1 && (
        <div>
          <Button isBusy={isSigningOut} busyLabel="Signing out…" onClick={() => void own.endOtherSessions()}>
            Sign out everywhere else
          </Button>
        </div>
      )}
    </section>
  );
}

const hints = {
  on: 'They only say that something is new, without names.',
  off: 'They only say that something is new, without names.',
  blocked: 'Your browser blocks notifications for this site. You can allow them in the address bar.',
  impossible: 'This browser can’t show notifications.',
};

function BrowserNotifications({ username }: { username: string }) {
  const [setting] = useState(() => browserNotifications(username));
  const state = useStore(setting.$state);
  const hint = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-display text-lg">Notifications</legend>
      <label className="flex items-start gap-3 py-0.5">
        <input
          type="checkbox"
          className="checkbox checkbox-sm checkbox-primary mt-0.5"
          checked={state === 'on'}
          disabled={state !== 'on' && state !== 'off'}
          aria-describedby={hint}
          onChange={(event) => (event.target.checked ? void setting.switchOn() : setting.switchOff())}
        />
        <span className="min-w-0">In this browser, while my dashboard is open in the background</span>
      </label>
      <p id={hint} className="text-sm text-quiet">
        {hints[state]}
      </p>
    </fieldset>
  );
}
