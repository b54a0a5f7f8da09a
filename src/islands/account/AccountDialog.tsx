import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { accountCalls, createOwnAccount, type OwnAccount } from '../../client/account/account.ts';
import { browserFetching } from '../../client/browser-fetching.ts';
import { showToast } from '../../client/toasts.ts';
import { limits } from '../../shared/limits.ts';
import type { Account } from '../../shared/people/account.ts';
import type { ReaderProfile } from '../../shared/people/profiles.ts';
import { useRunning } from '../desk/use-running.ts';
import { SnippetsDialog } from '../snippets/SnippetsDialog.tsx';
import { type SnippetsOfDesk, useSnippets } from '../snippets/use-snippets.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { firstFocus } from '../ui/dialogs/use-return-focus.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AddressField } from './AddressField.tsx';
import { BrowserNotifications } from './BrowserNotifications.tsx';
import { DaysAwayFields } from './DaysAwayFields.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import { ProfileFields } from './ProfileFields.tsx';
import { SessionList } from './SessionList.tsx';
import { TwoFactor } from './TwoFactor.tsx';

interface AccountDialogProps {
  desk: SnippetsOfDesk;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Everything somebody can change about their own account. */
export function AccountDialog({ desk, open, onOpenChange }: AccountDialogProps) {
  const { work } = desk;
  const [own] = useState(() =>
    createOwnAccount({
      calls: accountCalls,
      fetching: browserFetching(),
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
          <BrowserNotifications username={data.username} />
          {data.role === 'reader' && <OwnDaysAway own={own} account={data} />}
          {data.profile && <OwnProfile own={own} profile={data.profile} />}
          <OwnSnippets desk={desk} account={data} open={open} />
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
        {...firstFocus}
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
            limit={limits.passwordCharacters}
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

function OwnDaysAway({ own, account }: PartProps) {
  return (
    <DaysAwayFields
      daysAway={account.daysAway}
      hint="New orders go to other readers on these days. You keep the orders you have."
      isBusy={useRunning(own.work, 'days-away') !== undefined}
      onChange={own.setDaysAway}
    />
  );
}

function OwnProfile({ own, profile }: { own: OwnAccount; profile: ReaderProfile }) {
  const running = useStore(own.work.$running);
  return (
    <ProfileFields
      profile={profile}
      running={['profile', 'portrait', 'no-portrait'].find((subject) => running[subject])}
      onSave={own.setProfile}
      onPortrait={own.setPortrait}
      onRemovePortrait={own.removePortrait}
    />
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
