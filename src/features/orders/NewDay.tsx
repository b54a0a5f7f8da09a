import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { longDayText } from '../../shared/checkout/offer-text.ts';
import type { NewDayOffer, Order } from '../../shared/orders/order-schema.ts';
import { shiftDay } from '../../shared/people/days-away.ts';
import { SubmitButton } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { InputField } from '../../ui/forms/Field.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Disclosure } from '../../ui/pieces.tsx';
import { useDeskStore, useRunning } from '../desk/desk-hooks.ts';
import { createOrderDesk } from './order-desk.ts';

type DayProps = { order: Order };

/** Asks the admin for a later day if the reading is nearly due and not submitted; otherwise renders nothing. */
export function LateReading({ order }: DayProps) {
  const { data: offer } = useStore(useDeskStore(createOrderDesk).orderActions.newDayOf(order.id).$state);
  const [sentDay, setSentDay] = useState<string | null>(null);
  if (sentDay !== null) return <Sent day={sentDay} />;
  return offer?.isLate && <SendForm key={offer.dueDay} order={order} offer={offer} onSent={setSentDay} />;
}

/** Shows a folded form to promise a later day, for an order that is due; nothing while `LateReading` asks for one. */
export function LaterDay({ order }: DayProps) {
  const fetched = useDeskStore(createOrderDesk).orderActions.newDayOf(order.id);
  const isAsked = useStore(fetched.$state).data?.isLate;
  const [sentDay, setSentDay] = useState<string | null>(null);
  if (isAsked) return null;
  return (
    <div className="grid gap-3">
      {sentDay !== null && <Sent key={sentDay} day={sentDay} />}
      <Disclosure key={`after ${sentDay}`} summary="Promise a later date">
        <div className="pt-2">
          <WhenFetched fetched={fetched} what="days" height="h-6">
            {(offer) =>
              offer === null ? (
                <p>This order no longer has a due date.</p>
              ) : (
                <SendForm key={offer.dueDay} order={order} offer={offer} onSent={setSentDay} />
              )
            }
          </WhenFetched>
        </div>
      </Disclosure>
    </div>
  );
}

function Sent({ day }: { day: string }) {
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => said.current?.focus(), []);
  return (
    <p ref={said} tabIndex={-1} className="border-l-4 border-l-success pl-4">
      We’re emailing the customer the new date: {longDayText(day)}.
    </p>
  );
}

type SendFormProps = DayProps & { offer: NewDayOffer; onSent: (day: string) => void };

function SendForm({ order, offer, onSent }: SendFormProps) {
  const { orderActions, now } = useDeskStore(createOrderDesk);
  const running = useRunning(`order:${order.id}`);
  const { changed, errors, field, fields, onSubmit } = useForm({
    stored: { day: offer.offeredDay },
    check: ({ day }) => ({ day: newDayProblem(day, offer) }),
    async save({ day }) {
      const isSent = await orderActions.sendNewDay(order, day);
      if (isSent) onSent(day);
      return isSent;
    },
  });
  const { day } = fields;

  return (
    <form
      noValidate
      aria-label="New date"
      className={classNames(
        'grid gap-3 border-l-4 pl-4',
        offer.isLate ? 'border-l-warning' : 'border-l-base-300',
      )}
      onSubmit={onSubmit}
    >
      {offer.isLate && (
        <h3 className="text-lg">
          {order.dueAt !== null && Date.parse(order.dueAt) < now()
            ? 'This reading is late'
            : 'Will this reading be late?'}
        </h3>
      )}
      <p className="max-w-prose">
        The customer gets an email with the new date and an apology, and the due date moves.
      </p>
      <div className="max-w-64">
        <InputField
          {...field('day')}
          label="New date"
          hint={`${longDayText(offer.offeredDay)} is the earliest available date.`}
          type="date"
          min={offer.firstDay}
          max={offer.lastDay}
          error={errors.day ?? (changed.day === undefined ? null : closedDayProblem(day, offer))}
        />
      </div>
      <SubmitButton task="new-day" running={running} busyLabel="Sending…">
        {newDayProblem(day, offer) === null ? `Promise ${longDayText(day)}` : 'Promise the new date'}
      </SubmitButton>
    </form>
  );
}

/** Returns why a day is not a business day; null for a day out of range, as while a year is being typed. */
export function closedDayProblem(day: string, { firstDay, lastDay, closedDays }: NewDayOffer): string | null {
  const isWeekend = (one: string) => [0, 6].includes(new Date(one).getUTCDay());
  const isWorkday = (one: string) => !isWeekend(one) && !closedDays.includes(one);
  if (day < firstDay || day > lastDay || isWorkday(day)) return null;
  let next = day;
  while (next <= lastDay && !isWorkday(next)) next = shiftDay(next, 1);
  return next > lastDay
    ? `${longDayText(day)} isn’t a business day. Choose an earlier date.`
    : `${longDayText(day)} isn’t a business day. The next one is ${longDayText(next)}.`;
}

/** Returns why a day cannot be promised; null if it can. */
export function newDayProblem(day: string, offer: NewDayOffer): string | null {
  const { firstDay, lastDay } = offer;
  if (day === '') return 'Choose a date.';
  if (day < firstDay) return `Choose ${longDayText(firstDay)} or later.`;
  if (day > lastDay) return `Choose ${longDayText(lastDay)} or earlier.`;
  return closedDayProblem(day, offer);
}
