import type { ComponentProps } from 'react';
import { mostOrdersProblem, perDayProblem } from '../../client/people/people.ts';
import type { Person } from '../../shared/people/staff.ts';
import { DaysAwayFields } from '../account/DaysAwayFields.tsx';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { firstFocus } from '../ui/dialogs/use-return-focus.ts';
import { WholeNumberField } from '../ui/forms/NumberFields.tsx';
import { OneFieldForm } from './OneFieldForm.tsx';
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
        hint={`An order is open until its reading is submitted. With this many, ${person.username} gets no more automatically. Leave it empty for no limit.`}
        task="most-orders"
        button="Save limit"
        first={person.maxOpenOrders}
        problemOf={mostOrdersProblem}
        send={(most) => people.setMaxOpenOrders(person, most)}
      />
      <OneNumber
        person={person}
        title="Readings a day"
        label="On a business day"
        hint="When the queue is long, customers are promised a later day. Leave it empty to set no number."
        task="per-day"
        button="Save readings a day"
        first={person.readingsPerDay}
        problemOf={perDayProblem}
        send={(count) => people.setReadingsPerDay(person, count)}
      />
      <DaysAwayFields
        daysAway={person.daysAway}
        hint={`New orders go to other readers on these days. ${person.username} keeps the orders they have.`}
        isBusy={running !== undefined}
        onChange={(daysAway) => people.setDaysAway(person, daysAway)}
      />
    </>
  );
}

interface OneNumberProps extends Omit<ComponentProps<typeof OneFieldForm>, 'first' | 'children'> {
  label: string;
  hint: string;
  first: number | null;
  isFirst?: boolean;
}

function OneNumber({ label, hint, first, isFirst, ...form }: OneNumberProps) {
  return (
    <OneFieldForm {...form} first={first === null ? '' : String(first)} isKept>
      {(field) => (
        <WholeNumberField {...(isFirst && firstFocus)} label={label} optional hint={hint} {...field} />
      )}
    </OneFieldForm>
  );
}
