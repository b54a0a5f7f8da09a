import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { emailProblem, newPasswordProblem } from '../../client/account/field-problems.ts';
import { limits } from '../../shared/limits.ts';
import { counted } from '../../shared/plural.ts';
import type { Person } from '../../shared/staff.ts';
import { SessionList } from '../account/SessionList.tsx';
import { useAdminDesk } from '../desk/desk-context.ts';
import { ReadersProblem } from '../desk/ReadersProblem.tsx';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { InputField } from '../ui/forms/InputField.tsx';

interface PersonDialogProps {
  person: Person | null;
  /** Whether it is the account of whoever looks at it. */
  isSelf: boolean;
  onClose: () => void;
}

/** One account: where it is signed in, its address, a new password, closing and opening it. */
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

function Sessions({ person }: { person: Person }) {
  const { people, work } = useAdminDesk();
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
  const { people, work } = useAdminDesk();
  const running = useRunning(work, `person:${person.id}`);
  const [email, setEmail] = useState(person.email ?? '');
  const [problem, setProblem] = useState<string | null>(null);

  function save(event: React.SubmitEvent) {
    event.preventDefault();
    const found = emailProblem(email);
    setProblem(found);
    if (found === null) void people.setEmail(person, email);
  }

  return (
    <form noValidate aria-label="Email address" className="grid gap-3" onSubmit={save}>
      <h3 className="text-lg">Email address</h3>
      <InputField
        label="Address"
        optional
        hint={`Notices to ${person.username} go there, and the link for a forgotten password.`}
        error={problem}
        type="email"
        autoComplete="off"
        maxLength={limits.emailCharacters}
        readOnly={running !== undefined}
        value={email}
        onChange={(event) => {
          setProblem(null);
          setEmail(event.target.value);
        }}
      />
      <div>
        <ActionButton
          type="submit"
          className="btn"
          isBusy={running === 'email'}
          busyLabel="Saving…"
          disabled={running !== undefined}
        >
          Save address
        </ActionButton>
      </div>
    </form>
  );
}

function TwoFactorOff({ person }: { person: Person }) {
  const { people, work } = useAdminDesk();
  const running = useRunning(work, `person:${person.id}`);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section aria-label="Two-factor sign-in" className="grid justify-items-start gap-3">
      <h3 className="text-lg">Two-factor sign-in</h3>
      <p className="text-quiet wrap-anywhere">
        On. Switch it off when {person.username} has lost both the phone and the recovery codes.
      </p>
      <ActionButton
        className="btn"
        isBusy={running === 'two-factor'}
        busyLabel="Switching off…"
        disabled={running !== undefined}
        onClick={() => setIsAsking(true)}
      >
        Switch off
      </ActionButton>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Switch two-factor sign-in off for ${person.username}?`}
        description="Make sure that it is really they who ask: from then on the password alone signs them in."
        confirmLabel="Switch off"
        tone="destructive"
        onConfirm={() => void people.switchTwoFactorOff(person)}
      />
    </section>
  );
}

function NewPassword({ person }: { person: Person }) {
  const { people, work } = useAdminDesk();
  const running = useRunning(work, `person:${person.id}`);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  async function save(event: React.SubmitEvent) {
    event.preventDefault();
    const found = newPasswordProblem(password);
    setProblem(found);
    if (found === null && (await people.setPassword(person, password))) setPassword('');
  }

  return (
    <form noValidate aria-label="New password" className="grid gap-3" onSubmit={save}>
      <h3 className="text-lg">New password</h3>
      <InputField
        label="Password"
        hint={`${person.username} is signed out everywhere and signs in with it.`}
        error={problem}
        type="password"
        autoComplete="new-password"
        maxLength={limits.passwordCharacters}
        readOnly={running !== undefined}
        value={password}
        onChange={(event) => {
          setProblem(null);
          setPassword(event.target.value);
        }}
      />
      <div>
        <ActionButton
          type="submit"
          className="btn"
          isBusy={running === 'password'}
          busyLabel="Saving…"
          disabled={running !== undefined}
        >
          Set password
        </ActionButton>
      </div>
    </form>
  );
}

function OpenOrClose({ person }: { person: Person }) {
  const { people, readers, work } = useAdminDesk();
  const { data: others = [] } = useStore(readers.$state);
  const running = useRunning(work, `person:${person.id}`);
  const readersLeft = others.filter(({ id }) => id !== person.id);
  const [chosen, setChosen] = useState<string | null>(null);
  const target = chosen === null ? readersLeft[0] : readersLeft.find(({ id }) => id === chosen);
  const hasOrders = person.openOrders > 0;
  const [isAsking, setIsAsking] = useState(false);

  if (!person.isActive) {
    return (
      <section aria-label="Closed account" className="grid justify-items-start gap-3">
        <h3 className="text-lg">This account is closed</h3>
        <ActionButton
          className="btn btn-primary"
          isBusy={running === 'open'}
          busyLabel="Opening…"
          disabled={running !== undefined}
          onClick={() => void people.setActive(person, true)}
        >
          Open it again
        </ActionButton>
      </section>
    );
  }
  return (
    <form
      aria-label="Close the account"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setIsAsking(true);
      }}
    >
      <h3 className="text-lg">Close the account</h3>
      <p className="text-quiet wrap-anywhere">
        {person.username} is signed out at once and gets no new orders. Nothing that was written is lost.
      </p>
      {hasOrders && (
        <Field label={`What becomes of ${counted(person.openOrders, 'open order')}`}>
          {(aria) => (
            <select
              {...aria}
              className="select w-full"
              value={target?.id ?? ''}
              onChange={(event) => setChosen(event.target.value)}
            >
              {readersLeft.map(({ id, username }) => (
                <option key={id} value={id}>
                  They go to {username}
                </option>
              ))}
              <option value="">They wait until you give them to somebody</option>
            </select>
          )}
        </Field>
      )}
      {hasOrders && <ReadersProblem />}
      <div>
        <ActionButton
          type="submit"
          className="btn btn-error"
          isBusy={running === 'close'}
          busyLabel="Closing…"
          disabled={running !== undefined}
        >
          Close account
        </ActionButton>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Close the account of ${person.username}?`}
        description={`They are signed out everywhere at once. ${hasOrders ? `Their open orders ${target ? `go to ${target.username}` : 'wait until you give them to somebody'}. ` : ''}You can open it again.`}
        confirmLabel="Close it"
        tone="destructive"
        onConfirm={() => void people.setActive(person, false, target?.id ?? null)}
      />
    </form>
  );
}
