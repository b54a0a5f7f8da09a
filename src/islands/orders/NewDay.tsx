import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { newDayProblem, sendingNewDay } from '../../client/orders/new-day.ts';
import type { NewDayOffer } from '../../shared/checkout/new-day.ts';
import { dayWords } from '../../shared/checkout/offer-words.ts';
import { isAwaited, isToBeWritten } from '../../shared/orders/order-status.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { InputField } from '../ui/forms/Field.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';

/** Asks whether the customer is told of a later day, once their reading is nearly due and nothing is handed in. */
export function NewDay({ order }: { order: Order }) {
  const isAsked = isAwaited(order) && isToBeWritten(order.status) && order.dueAt !== null;
  return isAsked ? <Asked key={order.id} order={order} /> : null;
}

function Asked({ order }: { order: Order }) {
  const { newDays } = useAdminDesk();
  const { data } = useStore(newDays.ofOrder(order.id).$state);
  const [sentDay, setSentDay] = useState<string | null>(null);
  if (sentDay !== null) return <Sent day={sentDay} />;
  if (!data?.isLate) return null;
  return <SendForm key={data.dueDay} order={order} offer={data} onSent={setSentDay} />;
}

/** Where the form was: whoever works by keyboard goes on from here. */
function Sent({ day }: { day: string }) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <p ref={said} tabIndex={-1} className="border-l-4 border-l-success pl-4">
      The customer is told that the reading comes by {dayWords(day)}.
    </p>
  );
}

interface SendFormProps {
  order: Order;
  offer: NewDayOffer;
  onSent: (day: string) => void;
}

function SendForm({ order, offer, onSent }: SendFormProps) {
  const { newDays, work } = useAdminDesk();
  const isBusy = useRunning(work, sendingNewDay(order.id)) !== undefined;
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const day = chosen ?? offer.offeredDay;
  const isPossible = newDayProblem(day, offer) === null;

  async function send() {
    const problem = newDayProblem(day, offer);
    setError(problem);
    if (problem === null && (await newDays.send(order, day))) onSent(day);
  }

  return (
    <form
      noValidate
      aria-label="New day"
      className="grid gap-3 border-l-4 border-l-warning pl-4"
      onSubmit={(event) => submitForm(event, send)}
    >
      <h3 className="text-lg">Will this reading be late?</h3>
      <p className="max-w-prose">
        The customer was promised it by {dayWords(offer.dueDay)}, and nothing is handed in. They get a mail
        with the new day and an apology, and the due date moves there.
      </p>
      <div className="max-w-64">
        <InputField
          label="New day"
          hint={`${dayWords(offer.offeredDay)} is the next that the queue can keep.`}
          type="date"
          min={offer.firstDay}
          max={offer.lastDay}
          error={error}
          readOnly={isBusy}
          value={day}
          onChange={(event) => {
            setChosen(event.target.value);
            setError(null);
          }}
        />
      </div>
      <div>
        <ActionButton type="submit" className="btn btn-primary" isBusy={isBusy} busyLabel="Sending…">
          {isPossible ? `Send ${dayWords(day)}` : 'Send the new day'}
        </ActionButton>
      </div>
    </form>
  );
}
