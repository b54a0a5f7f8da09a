import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { readerLabel } from '../../client/people/reader-choice.ts';
import type { Person } from '../../shared/people/staff.ts';
import { counted } from '../../shared/plural.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { ReadersProblem } from '../desk/ReadersProblem.tsx';
import { TaskButton } from '../desk/TaskButton.tsx';
import { useRunning } from '../desk/use-running.ts';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { usePeople } from './use-people.ts';

/** Closes an account, after asking where its open orders go, or opens it again. */
export function OpenOrClose({ person }: { person: Person }) {
  const people = usePeople();
  const { readers, work } = useAdminDesk();
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
        <TaskButton
          className="btn btn-primary"
          task="open"
          running={running}
          busyLabel="Opening…"
          onClick={() => void people.setActive(person, true)}
        >
          Open it again
        </TaskButton>
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
        {person.username} is signed out right away and gets no new orders. Everything they wrote is kept.
      </p>
      {hasOrders && (
        <Field label={`What happens to ${counted(person.openOrders, 'open order')}`}>
          {(aria) => (
            <select
              {...aria}
              className="select w-full"
              value={target?.id ?? ''}
              onChange={(event) => setChosen(event.target.value)}
            >
              {readersLeft.map((reader) => (
                <option key={reader.id} value={reader.id}>
                  They go to {readerLabel(reader)}
                </option>
              ))}
              <option value="">They wait until you assign them</option>
            </select>
          )}
        </Field>
      )}
      {hasOrders && <ReadersProblem />}
      <div>
        <TaskButton
          type="submit"
          className="btn btn-error"
          task="close"
          running={running}
          busyLabel="Closing…"
        >
          Close account
        </TaskButton>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Close the account of ${person.username}?`}
        description={`They are signed out everywhere at once. ${hasOrders ? `Their open orders ${target ? `go to ${target.username}` : 'wait until you assign them'}. ` : ''}You can open it again.`}
        confirmLabel="Close it"
        tone="destructive"
        onConfirm={() => void people.setActive(person, false, target?.id ?? null)}
      />
    </form>
  );
}
