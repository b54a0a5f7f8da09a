import { useStore } from '@nanostores/react';
import { formatAmount } from '../../lib/format.ts';
import { hasStandardName, kindOf } from '../../shared/orders/asked.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import {
  adminStatusLabel,
  awaitsReading,
  hasEnded,
  isActive,
  isToBeWritten,
} from '../../shared/orders/order-status.ts';
import { paymentBadges, undeliveredBadge } from '../../shared/orders/payment-badges.ts';
import { nameOf } from '../../shared/people/signed-in-user.ts';
import { Button } from '../../ui/Button.tsx';
import { useFocusHandover } from '../../ui/dialogs/use-return-focus.ts';
import { FetchProblem } from '../../ui/errors/WhenFetched.tsx';
import { Options } from '../../ui/forms/choices.tsx';
import { useForm } from '../../ui/forms/use-form.ts';
import { Badge, Fact } from '../../ui/pieces.tsx';
import { useDateFormats, useDeskStore, useOrderActions, useRunning } from '../desk/desk-hooks.ts';
import { readerLabel } from '../people/reader-choice.ts';
import { isKeptByAdmins } from './money/event-text.ts';
import { RefundButton } from './money/RefundDialog.tsx';
import { AddressForm } from './OrderMails.tsx';
import { createOrderDesk } from './order-desk.ts';
import { customerPath } from './order-list-store.ts';

export function OrderFacts({ order, onRefund }: { order: Order; onRefund: () => void }) {
  const { readers } = useDeskStore(createOrderDesk);
  const { dueLabel, datedDeadline, waiting, dateTime } = useDateFormats();
  const due = order.dueAt && awaitsReading(order) ? dueLabel(order.dueAt) : null;
  const status = adminStatusLabel(order.status);
  // A withdrawal and its refund are shown where they are handled.
  const hold = order.hold === 'withdrawal' ? null : order.hold;
  const canBeGiven = order.status !== 'approved' && !hasEnded(order);
  return (
    <section aria-label="Facts" className="grid gap-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
        <dl className="flex flex-wrap gap-x-6 gap-y-3">
          <Fact label="Status">
            <div className="flex min-h-lh flex-wrap items-center gap-1">
              <Badge tone={status.tone}>{status.label}</Badge>
              {order.isUndelivered && <Badge tone={undeliveredBadge.tone}>{undeliveredBadge.label}</Badge>}
            </div>
          </Fact>
          <Fact label="Payment status">
            <div className="flex min-h-lh flex-wrap items-center gap-1">
              {paymentBadges({ ...order, hold }).map(({ label, tone }) => (
                <Badge key={label} tone={tone}>
                  {label}
                </Badge>
              ))}
              {order.hold === hold && (
                <RefundButton order={order} className="btn btn-ghost btn-xs" onClick={onRefund}>
                  Refund…
                </RefundButton>
              )}
            </div>
          </Fact>
          <Fact label="Amount">
            <span className="tabular-nums">{amountText(order)}</span>
          </Fact>
          {!canBeGiven && (
            <Fact label="Assigned reader">
              {order.assignedReader ? nameOf(order.assignedReader) : 'Unassigned'}
            </Fact>
          )}
        </dl>
        {canBeGiven && <Assignee order={order} />}
      </div>
      {canBeGiven && <FetchProblem fetched={readers} what="readers" />}
      {!order.assignedReader && isToBeWritten(order.status) && isActive(order) && (
        <UnassignedNote order={order} />
      )}
      <dl className="grid *:has-[form]:col-span-full grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-x-6 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-y-3 text-[0.9375rem]">
        <Fact label="Due date">
          {order.dueAt
            ? datedDeadline(order.dueAt)
            : order.waitsSince
              ? waiting(order.waitsSince)
              : 'Set when the order is paid'}{' '}
          {due?.isLate && <Badge tone="error">{due.text}</Badge>}
        </Fact>
        <Fact label="Customer name">{order.customerName}</Fact>
        <Fact label="Customer email">{order.customerEmail ? <CustomerEmail order={order} /> : 'Erased'}</Fact>
        <Fact label="Name for the reading">{order.readingAddresseeName}</Fact>
        <Fact label={hasStandardName(order.offer) ? 'Reading type' : 'Offer'}>{kindOf(order)}</Fact>
        {order.addOns.length > 0 && (
          <Fact label="Add-ons">
            {order.addOns
              .map(({ name, price }) => `${name} (${formatAmount(price, order.currency)})`)
              .join(', ')}
          </Fact>
        )}
        <Fact label="Order date">{dateTime(order.createdAt)}</Fact>
      </dl>
    </section>
  );
}

/** Shows the customer's address, which is corrected here or beside a failed mail. */
function CustomerEmail({ order }: { order: Order }) {
  const { orderActions } = useDeskStore(createOrderDesk);
  const { data, error } = useStore(orderActions.mailsOf(order.id).$state);
  const isCorrected = useStore(orderActions.addressDraft(order.id).$fields) !== null;
  const isHere = isCorrected && !data?.some(({ state }) => state === 'failed');
  const { opener, editor } = useFocusHandover<HTMLInputElement>(isHere);
  const correct = () => orderActions.addressDraft(order.id).write({ email: order.customerEmail });
  // Which field corrects it depends on the mails.
  useOrderActions(order.id, data || error ? { correct } : {});
  const [mailbox, domain] = order.customerEmail.split(/@(?=[^@]*$)/);
  return (
    <>
      <a className="text-link" href={customerPath(order.id)}>
        {mailbox}
        <wbr />@{domain}
      </a>
      {isHere ? (
        <div className="mt-2">
          <AddressForm order={order} field={editor} />
        </div>
      ) : (
        <Button
          ref={opener}
          aria-label="Correct address"
          className="btn btn-ghost btn-xs ml-1"
          onClick={correct}
        >
          Correct
        </Button>
      )}
    </>
  );
}

function UnassignedNote({ order }: { order: Order }) {
  const { orderActions, readings } = useDeskStore(createOrderDesk);
  const { data: events } = useStore(readings.eventsOf(order.id).$state);
  const running = useRunning(`order:${order.id}`);
  if (!events) return null;
  if (isKeptByAdmins(events)) {
    return <p className="text-sm text-quiet">It stays unassigned until an admin assigns it.</p>;
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span>The next free reader gets it.</span>
      <Button
        className="btn btn-xs"
        task="assign"
        running={running}
        busyLabel="Keeping…"
        onClick={() => void orderActions.assign(order, null)}
      >
        Keep unassigned
      </Button>
    </p>
  );
}

/** Returns the amount with a partial refund; badges and the list of refunds show full and pending ones. */
function amountText({ amount, currency, refundedAmount, code, discount }: Order): string {
  return [
    formatAmount(amount, currency),
    ...(discount === undefined ? [] : [`${formatAmount(discount, currency)} off with ${code}`]),
    ...(refundedAmount > 0 && refundedAmount < amount
      ? [`${formatAmount(refundedAmount, currency)} refunded`]
      : []),
  ].join(', ');
}

function Assignee({ order }: { order: Order }) {
  const { orderActions, readers } = useDeskStore(createOrderDesk);
  const { data: people = [] } = useStore(readers.$state);
  const running = useRunning(`order:${order.id}`);
  const current = order.assignedReader?.id ?? '';
  const { fields, write, onSubmit } = useForm({
    stored: { reader: current },
    save: ({ reader }) => orderActions.assign(order, reader || null),
  });
  const chosen = fields.reader;
  const isKnown = !order.assignedReader || people.some(({ id }) => id === current);
  return (
    <form className="flex min-w-0 flex-1 basis-64 flex-wrap items-end gap-2" onSubmit={onSubmit}>
      <label className="grid min-w-0 flex-1 basis-36 gap-1">
        <span className="text-sm text-quiet">Assigned reader</span>
        <select
          className="select select-sm w-full"
          value={chosen}
          onChange={(event) => write({ reader: event.target.value })}
        >
          <option value="">Unassigned</option>
          {!isKnown && order.assignedReader && (
            <option value={current}>{nameOf(order.assignedReader)}</option>
          )}
          <Options of={people.map((reader) => [reader.id, readerLabel(reader)])} />
        </select>
      </label>
      <Button type="submit" task="assign" running={running} disabled={chosen === current}>
        {current ? 'Reassign' : 'Assign'}
      </Button>
    </form>
  );
}
