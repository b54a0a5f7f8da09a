import { mostOrdersProblem, perDayProblem } from '../../client/people/people.ts';
import type { Person } from '../../shared/people/staff.ts';
import { DaysAwayFields } from '../account/DaysAwayFields.tsx';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { firstFocus } from '../ui/dialogs/use-return-focus.ts';
import { InputField } from '../ui/forms/Field.tsx';
import { useOneField } from '../ui/forms/use-one-field.ts';
import { usePeople } from './use-people.ts';

/** When no order comes to a reader by itself: with enough of them, and on days away. */
export function ReaderAvailability({ person }: { person: Person }) {
  const people = usePeople();
  const { work } = useAdminDesk();
  const running = useRunning(work, `person:${person.id}`);
  return (
    <>
      <OneNumber
        isFirst
        person={person}
        title="Open orders"
        label="At most"
        hint={`With so many, ${person.username} gets no more by themselves. Leave it empty for no limit.`}
        name="most-orders"
        button="Save limit"
        first={person.maxOpenOrders}
        problemOf={mostOrdersProblem}
        send={(most) => people.setMaxOpenOrders(person, most)}
      />
      <OneNumber
        person={person}
        title="Readings a day"
        label="On a business day"
        hint="A long queue makes the day that customers are promised later. Leave it empty and nobody counts."
        name="per-day"
        button="Save readings a day"
        first={person.readingsPerDay}
        problemOf={perDayProblem}
        send={(count) => people.setReadingsPerDay(person, count)}
      />
      <DaysAwayFields
        daysAway={person.daysAway}
        hint={`New orders go to others then. What ${person.username} has stays theirs.`}
        isBusy={running !== undefined}
        onChange={(daysAway) => people.setDaysAway(person, daysAway)}
      />
    </>
  );
}

interface OneNumberProps {
  person: Person;
  title: string;
  label: string;
  hint: string;
  /** What is running while it is saved. */
  name: string;
  button: string;
  first: number | null;
  problemOf: (text: string) => string | null;
  send: (text: string) => Promise<boolean>;
  isFirst?: boolean;
}

function OneNumber(props: OneNumberProps) {
  const { person, title, label, hint, name, button, first, problemOf, send, isFirst } = props;
  const { work } = useAdminDesk();
  const running = useRunning(work, `person:${person.id}`);
  const { field, onSubmit } = useOneField(first === null ? '' : String(first), {
    problemOf,
    send,
    isKept: true,
  });
  return (
    <form noValidate aria-label={title} className="grid gap-3" onSubmit={onSubmit}>
      <h3 className="text-lg">{title}</h3>
      <InputField
        {...(isFirst && firstFocus)}
        label={label}
        optional
        hint={hint}
        {...field}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        readOnly={running !== undefined}
      />
      <div>
        <ActionButton
          type="submit"
          className="btn"
          isBusy={running === name}
          busyLabel="Saving…"
          disabled={running !== undefined}
        >
          {button}
        </ActionButton>
      </div>
    </form>
  );
}
