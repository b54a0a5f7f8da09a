import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { accountCalls, createOwnAccount, type OwnAccount } from '../../client/account/account.ts';
import type { Work } from '../../client/desk/work.ts';
import { createFetching, pageVisible } from '../../client/fetched.ts';
import { createFetcherStore, invalidateKeys, revalidateKeys } from '../../client/query.ts';
import { showToast } from '../../client/toasts.ts';
import { limits } from '../../shared/limits.ts';
import type { Account } from '../../shared/people/account.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { InputField } from '../ui/forms/InputField.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AddressField } from './AddressField.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import { SessionList } from './SessionList.tsx';
import { TwoFactor } from './TwoFactor.tsx';

interface AccountDialogProps {
  work: Work;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Everything somebody can change about their own account. */
export function AccountDialog({ work, open, onOpenChange }: AccountDialogProps) {
  const [own] = useState(() =>
    createOwnAccount({
      calls: accountCalls,
      fetching: createFetching({
        query: { createFetcherStore, invalidateKeys, revalidateKeys },
        whenVisible: pageVisible,
      }),
      work,
      toast: showToast,
      copy: (text) => navigator.clipboard.writeText(text),
    }),
  );
  const { data, error } = useStore(own.account.$state);
  const hasEnded = useStore(work.$sessionEnded);
  // People sign in and out elsewhere.
  useEffect(() => {
    if (open) void own.account.refresh();
  }, [open, own]);

  return (
    // With nothing to show it would only lie on top of the question that comes first.
    <Dialog open={open && (data !== undefined || !hasEnded)} onOpenChange={onOpenChange} title="My account">
      {error && (
        <LoadProblem
          error={error}
          fallback="Your account could not be loaded."
          onRetry={own.account.refresh}
        />
      )}
      {!data && !error && (
        <div role="status" aria-label="Loading your account">
          <Skeleton className="h-96" />
        </div>
      )}
      {data && (
        <div className="grid gap-8">
          <Email own={own} account={data} />
          <Notices own={own} account={data} />
          <Password own={own} username={data.username} />
          <TwoFactor own={own} account={data} />
          <Sessions own={own} account={data} />
        </div>
      )}
    </Dialog>
  );
}

interface PartProps {
  own: OwnAccount;
  account: Account;
}

function Email({ own, account }: PartProps) {
  const typed = useStore(own.$email);
  const errors = useStore(own.$emailErrors);
  const isBusy = useRunning(own.work, 'email') !== undefined;
  return (
    <form
      noValidate
      aria-label="Email address"
      className="grid gap-3"
      onSubmit={(event) => submitForm(event, own.saveEmail)}
    >
      <h3 className="text-lg">Email address</h3>
      <AddressField
        hint="Notices go there, and the link when you forget your password."
        error={errors.email}
        autoComplete="email"
        readOnly={isBusy}
        value={typed?.email ?? account.email ?? ''}
        onChange={(event) => own.writeEmail({ email: event.target.value })}
      />
      {typed && (
        <>
          <InputField
            label="Your password"
            error={errors.currentPassword}
            type="password"
            autoComplete="current-password"
            maxLength={limits.passwordCharacters}
            readOnly={isBusy}
            value={typed.currentPassword}
            onChange={(event) => own.writeEmail({ currentPassword: event.target.value })}
          />
          <div>
            <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Saving…">
              Save address
            </ActionButton>
          </div>
        </>
      )}
    </form>
  );
}

function Notices({ own, account }: PartProps) {
  const notices = useStore(own.$notices);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-display text-lg">Notices</legend>
      <p className="text-sm text-quiet">
        {account.email ? `Mail to ${account.email} when` : 'With an address you get a mail when'}
      </p>
      {notices.map(({ kind, label, isOn }) => (
        <label key={kind} className="flex items-start gap-3 py-0.5">
          <input
            type="checkbox"
            className="checkbox checkbox-sm checkbox-primary mt-0.5"
            checked={isOn}
            onChange={(event) => void own.switchNotice(kind, event.target.checked)}
          />
          <span className="min-w-0">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Password({ own, username }: { own: OwnAccount; username: string }) {
  const isBusy = useRunning(own.work, 'password') !== undefined;
  return (
    <form
      noValidate
      aria-label="Password"
      className="grid gap-3"
      onSubmit={(event) => submitForm(event, own.savePasswords)}
    >
      <h3 className="text-lg">Password</h3>
      <PasswordFields form={own} username={username} isBusy={isBusy} />
      <div>
        <ActionButton type="submit" className="btn" isBusy={isBusy} busyLabel="Updating…">
          Change password
        </ActionButton>
      </div>
    </form>
  );
}

function Sessions({ own, account }: PartProps) {
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
