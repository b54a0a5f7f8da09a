import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { counted } from '../../shared/counted-text.ts';
import { limits } from '../../shared/limits.ts';
import { nameOf } from '../../shared/people/signed-in-user.ts';
import { type Person, setPasswordSchema } from '../../shared/people/staff.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmedTask } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { FetchProblem } from '../../ui/errors/WhenFetched.tsx';
import { SelectField } from '../../ui/forms/choices.tsx';
import { InputField } from '../../ui/forms/Field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { AccountForm } from '../account/AccountForm.tsx';
import { SessionList } from '../account/SessionList.tsx';
import { useDeskBase, useDeskStore, useRunning } from '../desk/desk-hooks.ts';
import { createPeople } from './people-store.ts';
import { createReaders, readerLabel } from './reader-choice.ts';

export const usePeople = () => useDeskStore(createPeople);

/** Props of a password field that shows its text, because the admin passes the password on. */
export const shownPasswordProps = {
  type: 'text',
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
  limit: limits.passwordCharacters,
} as const;

interface PartProps {
  person: Person;
  people: ReturnType<typeof usePeople>;
  running: string | undefined;
}

/** Shows the account `$openId` for an admin to manage; of the admin's own, only the sessions. */
export function PersonDialog() {
  const { username } = useDeskBase();
  const people = usePeople();
  const openId = useStore(people.$openId);
  const person = useStore(people.list.$state).data?.find(({ id }) => id === openId);
  return (
    <Dialog
      open={person !== undefined}
      onClose={() => people.$openId.set(null)}
      title={person ? `The account of ${nameOf(person)}` : ''}
    >
      {person && <ManagedAccount person={person} isSelf={person.username === username} />}
    </Dialog>
  );
}

function ManagedAccount({ person, isSelf }: { person: Person; isSelf: boolean }) {
  const people = usePeople();
  const running = useRunning(`person:${person.id}`);
  // Sessions begin and end while this page is open.
  useEffect(() => void people.list.refresh(), [people]);
  const part = { person, people, running };
  return (
    <div className="grid gap-6">
      {!isSelf && (
        <AccountForm
          key={person.id}
          account={person}
          disabled={running !== undefined}
          save={(sent, explain) => people.save(person, sent, explain)}
        />
      )}
      <section aria-label="Sessions">
        <h3 className="text-lg">Signed in</h3>
        {person.sessions.length === 0 ? (
          <p className="text-quiet">Nowhere.</p>
        ) : (
          <SessionList
            sessions={person.sessions}
            onEnd={(session) => void people.endSession(person, session)}
          />
        )}
      </section>
      {isSelf ? (
        <p className="text-quiet">Your own account is under My account, at the top.</p>
      ) : (
        <>
          {person.isInvited && person.isActive && person.email && <Invitation {...part} />}
          <NewPassword {...part} />
          {person.hasTwoFactor && <TwoFactorOff {...part} />}
          <OpenOrClose key={String(person.isActive)} {...part} />
        </>
      )}
    </div>
  );
}

function Invitation({ person, people, running }: PartProps) {
  return (
    <section aria-label="Invitation" className="grid justify-items-start gap-3">
      <h3 className="text-lg">Invited</h3>
      <p className="text-quiet wrap-anywhere">
        {nameOf(person)} hasn’t set a password yet. The link in the email works once and expires after 72
        hours.
      </p>
      <Button
        className="btn"
        task="invite"
        running={running}
        busyLabel="Sending…"
        onClick={() => void people.inviteAgain(person)}
      >
        Resend invitation
      </Button>
    </section>
  );
}

function TwoFactorOff({ person, people, running }: PartProps) {
  return (
    <section aria-label="Two-factor sign-in" className="grid justify-items-start gap-3">
      <h3 className="text-lg">Two-factor sign-in</h3>
      <p className="text-quiet wrap-anywhere">
        On. Turn it off if {nameOf(person)} has lost both the phone and the recovery codes.
      </p>
      <ConfirmedTask
        className="btn"
        task="two-factor"
        running={running}
        busyLabel="Turning off…"
        question={`Turn off two-factor sign-in for ${nameOf(person)}?`}
        effect="Make sure the request is really from them: after this, the password alone signs them in."
        confirmLabel="Turn off"
        tone="destructive"
        onConfirm={() => void people.switchTwoFactorOff(person)}
      />
    </section>
  );
}

function NewPassword({ person, people, running }: PartProps) {
  const { field, onSubmit } = useForm({
    stored: { newPassword: '' },
    schema: setPasswordSchema,
    save: ({ newPassword }) => people.setPassword(person, newPassword),
  });
  return (
    <form noValidate aria-label="New password" className="grid gap-3" onSubmit={onSubmit}>
      <h3 className="text-lg">New password</h3>
      <InputField
        {...field('newPassword')}
        {...shownPasswordProps}
        label="Password"
        hint={`${nameOf(person)} is signed out everywhere and signs in with the new password.`}
      />
      <div>
        <Button type="submit" className="btn" task="password" running={running}>
          Set password
        </Button>
      </div>
    </form>
  );
}

function OpenOrClose({ person, people, running }: PartProps) {
  const readers = useDeskStore(createReaders);
  const { data: others = [] } = useStore(readers.$state);
  const readersLeft = others.filter(({ id }) => id !== person.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const target = chosen === null ? readersLeft[0] : readersLeft.find(({ id }) => id === chosen);
  const hasOrders = person.openOrders > 0;

  if (!person.isActive) {
    return (
      <section aria-label="Closed account" className="grid justify-items-start gap-3">
        <h3 className="text-lg">This account is closed</h3>
        <Button
          className="btn btn-primary"
          task="open"
          running={running}
          busyLabel="Reopening…"
          onClick={() => void people.setActive(person, true)}
        >
          Reopen account
        </Button>
      </section>
    );
  }
  return (
    <section aria-label="Close the account" className="grid gap-3">
      <h3 className="text-lg">Close the account</h3>
      <p className="text-quiet wrap-anywhere">
        {nameOf(person)} is signed out right away and gets no new orders. Everything they wrote is kept.
      </p>
      {hasOrders && (
        <SelectField
          label={`What happens to ${counted(person.openOrders, 'open order')}`}
          choices={[
            ...readersLeft.map((reader) => [reader.id, `They go to ${readerLabel(reader)}`] as const),
            ['', 'They wait until you assign them'],
          ]}
          value={target?.id ?? ''}
          onChange={(event) => setChosen(event.target.value)}
        />
      )}
      {hasOrders && <FetchProblem fetched={readers} what="readers" />}
      <div>
        <ConfirmedTask
          className="btn btn-error"
          task="close"
          running={running}
          busyLabel="Closing…"
          question={`Close the account of ${nameOf(person)}?`}
          effect={`They are signed out everywhere at once. ${hasOrders ? `Their open orders ${target ? `go to ${nameOf(target)}` : 'wait until you assign them'}. ` : ''}You can reopen it.`}
          confirmLabel="Close it"
          tone="destructive"
          onConfirm={() => void people.setActive(person, false, target?.id ?? null)}
        >
          Close account
        </ConfirmedTask>
      </div>
    </section>
  );
}
