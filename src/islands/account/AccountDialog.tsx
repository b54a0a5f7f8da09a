import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { accountCalls, createOwnAccount, type OwnAccount } from '../../client/account/account.ts';
import { browserFetching } from '../../client/browser-fetching.ts';
import { showToast } from '../../client/toasts.ts';
import { limits } from '../../shared/limits.ts';
import type { Account } from '../../shared/people/account.ts';
import { changeOwnSchema } from '../../shared/people/account-form.ts';
import { useRunning } from '../desk/use-running.ts';
import { SnippetsDialog, type SnippetsOfDesk, useSnippets } from '../snippets/SnippetsDialog.tsx';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { firstFocus } from '../ui/dialogs/use-return-focus.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { BrowserNotifications } from './BrowserNotifications.tsx';
import { PasswordFields } from './PasswordFields.tsx';
import { DaysAwayFields, fieldOf, NameField, ProfileFields } from './ReaderFields.tsx';
import { SessionList } from './SessionList.tsx';
import { TwoFactor } from './TwoFactor.tsx';
import { type AccountForm, useAccountForm } from './use-account-form.ts';

interface AccountDialogProps {
  desk: SnippetsOfDesk;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Everything that users can change about their own account. */
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
      {!data && !error && <Skeleton label="Loading your account" className="h-96" />}
      {data && (
        <div className="grid gap-8">
          <OwnForm own={own} account={data} />
          <BrowserNotifications username={data.username} />
          <OwnSnippets desk={desk} account={data} open={open} />
          {data.role === 'reader' ? (
            <Password own={own} username={data.username} />
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

interface PartProps {
  own: OwnAccount;
  account: Account;
}

function OwnForm({ own, account }: PartProps) {
  const isBusy = useRunning(own.work, 'account') !== undefined;
  const form = useAccountForm(account, changeOwnSchema, isBusy, own.save);
  const isReader = account.role === 'reader';
  return (
    <form noValidate aria-label="Account" className="grid gap-4" onSubmit={form.onSubmit}>
      {isReader && <NameField form={form} {...firstFocus} />}
      <InputField
        {...(!isReader && firstFocus)}
        {...fieldOf(form, 'email')}
        label="Email"
        optional
        type="email"
        hint="Notices go there, and the link when you forget your password."
        autoComplete="email"
        limit={limits.emailCharacters}
      />
      {form.isChanged('email') && (
        <InputField
          {...fieldOf(form, 'currentPassword')}
          label="Your password"
          hint="For another address."
          type="password"
          autoComplete="current-password"
          limit={limits.passwordCharacters}
        />
      )}
      <Notices form={form} account={account} />
      {isReader && (
        <>
          <DaysAwayFields
            form={form}
            hint="New orders go to other readers on these days. You keep the orders you have."
          />
          <ProfileFields form={form} portrait={account.profile?.portrait ?? null} />
        </>
      )}
      <div>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Saving…">
          Save
        </ActionButton>
      </div>
    </form>
  );
}

function Notices({ form, account }: { form: AccountForm; account: Account }) {
  const { mutedNotices } = form.fields;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold">Notices</legend>
      <p className="field-hint">
        {account.email ? `Email to ${account.email} when` : 'With an address you get an email when'}
      </p>
      {account.notices.map(({ kind, label }) => (
        <label key={kind} className="flex items-start gap-3 py-0.5">
          <input
            type="checkbox"
            className="checkbox checkbox-sm checkbox-primary mt-0.5"
            checked={!mutedNotices.includes(kind)}
            onChange={(event) => {
              const others = mutedNotices.filter((other) => other !== kind);
              form.write({ mutedNotices: event.target.checked ? others : [...others, kind] });
            }}
          />
          <span className="min-w-0">{label}</span>
        </label>
      ))}
    </fieldset>
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
