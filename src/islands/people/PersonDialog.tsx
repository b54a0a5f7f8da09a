import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { emailProblem, newPasswordProblem } from '../../client/account/field-problems.ts';
import { limits } from '../../shared/limits.ts';
import type { ReaderProfile } from '../../shared/people/profiles.ts';
import type { Person } from '../../shared/people/staff.ts';
import { AddressField } from '../account/AddressField.tsx';
import { ProfileFields } from '../account/ProfileFields.tsx';
import { SessionList } from '../account/SessionList.tsx';
import { useAdminDesk } from '../desk/desk-context.ts';
import { TaskButton } from '../desk/TaskButton.tsx';
import { useRunning } from '../desk/use-running.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { firstFocus } from '../ui/dialogs/use-return-focus.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { OneFieldForm } from './OneFieldForm.tsx';
import { OpenOrClose } from './OpenOrClose.tsx';
import { ReaderAvailability } from './ReaderAvailability.tsx';
import { usePeople } from './use-people.ts';

interface PersonDialogProps {
  person: Person | null;
  /** Whether it is the account of whoever looks at it. */
  isSelf: boolean;
  onClose: () => void;
}

/** One account: when a reader gets orders, how customers know them, where it is signed in, its address, a new password, closing and opening it. */
export function PersonDialog({ person, isSelf, onClose }: PersonDialogProps) {
  return (
    <Dialog
      open={person !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={person ? `The account of ${person.username}` : ''}
    >
      {person && (
        <div className="grid gap-6">
          {person.role === 'reader' && <ReaderAvailability person={person} />}
          {person.profile && <Profile person={person} profile={person.profile} />}
          <Sessions person={person} />
          {isSelf ? (
            <p className="text-quiet">
              Your own address, password and two-factor sign-in are under My account, at the top.
            </p>
          ) : (
            <>
              <Email person={person} />
              <NewPassword person={person} />
              {person.hasTwoFactor && <TwoFactorOff person={person} />}
              <OpenOrClose key={String(person.isActive)} person={person} />
            </>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Profile({ person, profile }: { person: Person; profile: ReaderProfile }) {
  const people = usePeople();
  const { work } = useAdminDesk();
  return (
    <ProfileFields
      profile={profile}
      isShown={person.isActive}
      running={useRunning(work, `person:${person.id}`)}
      onSave={(change) => people.setProfile(person, change)}
      onPortrait={(form) => people.setPortrait(person, form)}
      onRemovePortrait={() => people.removePortrait(person)}
    />
  );
}

function Sessions({ person }: { person: Person }) {
  const people = usePeople();
  const { work } = useAdminDesk();
  const fetched = people.sessionsOf(person.id);
  const { data = [], error } = useStore(fetched.$state);
  // People sign in and out without anybody at this desk doing anything.
  useEffect(() => void fetched.refresh(), [fetched]);
  return (
    <section aria-label="Sessions">
      <h3 className="text-lg">Signed in</h3>
      {error && (
        <LoadProblem error={error} fallback="The sessions could not be loaded." onRetry={fetched.refresh} />
      )}
      {data.length === 0 && !error && <p className="text-quiet">Nowhere.</p>}
      <SessionList sessions={data} work={work} onEnd={(session) => void people.endSession(person, session)} />
    </section>
  );
}

function Email({ person }: { person: Person }) {
  const people = usePeople();
  return (
    <OneFieldForm
      person={person}
      title="Email address"
      first={person.email ?? ''}
      isKept
      problemOf={emailProblem}
      send={(email) => people.setEmail(person, email)}
      task="email"
      button="Save address"
    >
      {(field) => (
        <AddressField
          {...(person.role === 'admin' && firstFocus)}
          hint={`Notices to ${person.username} go there, and the link for a forgotten password.`}
          {...field}
          autoComplete="off"
        />
      )}
    </OneFieldForm>
  );
}

function TwoFactorOff({ person }: { person: Person }) {
  const people = usePeople();
  const { work } = useAdminDesk();
  const running = useRunning(work, `person:${person.id}`);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section aria-label="Two-factor sign-in" className="grid justify-items-start gap-3">
      <h3 className="text-lg">Two-factor sign-in</h3>
      <p className="text-quiet wrap-anywhere">
        On. Switch it off when {person.username} has lost both the phone and the recovery codes.
      </p>
      <TaskButton
        className="btn"
        task="two-factor"
        running={running}
        busyLabel="Switching off…"
        onClick={() => setIsAsking(true)}
      >
        Switch off
      </TaskButton>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Switch two-factor sign-in off for ${person.username}?`}
        description="Make sure the request is really from them: after this, the password alone signs them in."
        confirmLabel="Switch off"
        tone="destructive"
        onConfirm={() => void people.switchTwoFactorOff(person)}
      />
    </section>
  );
}

function NewPassword({ person }: { person: Person }) {
  const people = usePeople();
  return (
    <OneFieldForm
      person={person}
      title="New password"
      first=""
      problemOf={newPasswordProblem}
      send={(password) => people.setPassword(person, password)}
      task="password"
      button="Set password"
    >
      {(field) => (
        <InputField
          label="Password"
          hint={`${person.username} is signed out everywhere and signs in with it.`}
          {...field}
          type="password"
          autoComplete="new-password"
          limit={limits.passwordCharacters}
        />
      )}
    </OneFieldForm>
  );
}
