import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { newPasswordProblem } from '../../client/account/field-problems.ts';
import { limits } from '../../shared/limits.ts';
import { changePersonSchema, type PersonChange } from '../../shared/people/account-form.ts';
import type { Person } from '../../shared/people/staff.ts';
import { DaysAwayFields, fieldOf, NameField, ProfileFields } from '../account/ReaderFields.tsx';
import { SessionList } from '../account/SessionList.tsx';
import { useAccountForm } from '../account/use-account-form.ts';
import { ConfirmedTask } from '../desk/ConfirmedTask.tsx';
import { useAdminDesk } from '../desk/desk-context.ts';
import { TaskButton } from '../desk/TaskButton.tsx';
import { useRunning } from '../desk/use-running.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { firstFocus } from '../ui/dialogs/use-return-focus.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { WholeNumberField } from '../ui/forms/NumberFields.tsx';
import { useOneField } from '../ui/forms/use-one-field.ts';
import { OpenOrClose } from './OpenOrClose.tsx';
import { RoleField } from './RoleField.tsx';
import { usePeople } from './use-people.ts';

interface PersonDialogProps {
  person: Person | null;
  /** Whether it is the signed-in admin's own account. */
  isSelf: boolean;
  onClose: () => void;
}

/** One account: its form, then what is done with it: sessions, a new password, closing and opening it. */
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
          {!isSelf && <PersonForm key={person.id} person={person} />}
          <Sessions person={person} />
          {isSelf ? (
            <p className="text-quiet">Your own account is under My account, at the top.</p>
          ) : (
            <>
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

function PersonForm({ person }: { person: Person }) {
  const people = usePeople();
  const { work } = useAdminDesk();
  const running = useRunning(work, `person:${person.id}`);
  const form = useAccountForm<PersonChange>(
    person,
    changePersonSchema,
    running !== undefined,
    (sent, refused) => people.save(person, sent, refused),
  );
  const isReader = form.fields.role === 'reader';
  return (
    <form noValidate aria-label="Account" className="grid gap-4" onSubmit={form.onSubmit}>
      {isReader && <NameField form={form} {...firstFocus} />}
      <RoleField
        hint="With another role they are signed out, and sign in to the other dashboard."
        role={form.fields.role}
        onChange={(role) => form.write({ role })}
      />
      <InputField
        {...(!isReader && firstFocus)}
        {...fieldOf(form, 'email')}
        label="Email"
        optional
        type="email"
        hint={`Notices to ${person.username} go there, and the link for a forgotten password.`}
        limit={limits.emailCharacters}
      />
      {isReader && (
        <>
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <WholeNumberField
              {...fieldOf(form, 'maxOpenOrders')}
              label="Open orders at most"
              optional
              hint="With this many no more come automatically. An order is open until its reading is submitted."
            />
            <WholeNumberField
              {...fieldOf(form, 'readingsPerDay')}
              label="Readings a day"
              optional
              hint="On a business day. When the queue is long, customers are promised a later day."
            />
          </div>
          <DaysAwayFields
            form={form}
            hint={`New orders go to other readers on these days. ${person.username} keeps the orders they have.`}
          />
          <ProfileFields form={form} portrait={person.profile?.portrait ?? null} isShown={person.isActive} />
        </>
      )}
      <div>
        <TaskButton
          type="submit"
          className="btn btn-primary"
          task="save"
          running={running}
          busyLabel="Saving…"
        >
          Save
        </TaskButton>
      </div>
    </form>
  );
}

function Sessions({ person }: { person: Person }) {
  const people = usePeople();
  const { work } = useAdminDesk();
  const fetched = people.sessionsOf(person.id);
  const { data = [], error } = useStore(fetched.$state);
  // People sign in and out while this page is open.
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

function TwoFactorOff({ person }: { person: Person }) {
  const people = usePeople();
  const { work } = useAdminDesk();
  const running = useRunning(work, `person:${person.id}`);
  return (
    <section aria-label="Two-factor sign-in" className="grid justify-items-start gap-3">
      <h3 className="text-lg">Two-factor sign-in</h3>
      <p className="text-quiet wrap-anywhere">
        On. Switch it off when {person.username} has lost both the phone and the recovery codes.
      </p>
      <ConfirmedTask
        className="btn"
        task="two-factor"
        running={running}
        busyLabel="Switching off…"
        question={`Switch two-factor sign-in off for ${person.username}?`}
        effect="Make sure the request is really from them: after this, the password alone signs them in."
        confirmLabel="Switch off"
        tone="destructive"
        onConfirm={() => void people.switchTwoFactorOff(person)}
      >
        Switch off
      </ConfirmedTask>
    </section>
  );
}

function NewPassword({ person }: { person: Person }) {
  const people = usePeople();
  const { work } = useAdminDesk();
  const running = useRunning(work, `person:${person.id}`);
  const { field, onSubmit } = useOneField('', {
    problemOf: newPasswordProblem,
    send: (password) => people.setPassword(person, password),
  });
  return (
    <form noValidate aria-label="New password" className="grid gap-3" onSubmit={onSubmit}>
      <h3 className="text-lg">New password</h3>
      <InputField
        label="Password"
        hint={`${person.username} is signed out everywhere and signs in with it.`}
        {...field}
        // The admin has to read it out to the person.
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        limit={limits.passwordCharacters}
        readOnly={running !== undefined}
      />
      <div>
        <TaskButton type="submit" className="btn" task="password" running={running} busyLabel="Saving…">
          Set password
        </TaskButton>
      </div>
    </form>
  );
}
