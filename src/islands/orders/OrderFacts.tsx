import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { dueLabel, formatDateTime, formatDollars, readingTypeNames } from '../../client/format.ts';
import { isAwaited } from '../../shared/orders/order-status.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { ReadersProblem } from '../desk/ReadersProblem.tsx';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Fact } from '../ui/Fact.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { PaymentBadges } from './money/PaymentBadges.tsx';
import { RefundButton } from './money/RefundButton.tsx';

/** Who ordered what, when and for how much, and who writes it. */
export function OrderFacts({ order, onRefund }: { order: Order; onRefund: () => void }) {
  const due = order.dueAt && isAwaited(order) ? dueLabel(order.dueAt, Date.now()) : null;
  return (
    <section aria-label="Facts" className="grid gap-4">
      <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-1">
        <Fact label="Customer name">{order.customerName}</Fact>
        <Fact label="Customer email">{order.customerEmail}</Fact>
        <Fact label="Name in the reading">{order.readingAddresseeName}</Fact>
        <Fact label="Reading type">{readingTypeNames[order.readingType] ?? order.readingType}</Fact>
        <Fact label="Order date">{formatDateTime(order.createdAt)}</Fact>
        <Fact label="Due date">
          {order.dueAt ? formatDateTime(order.dueAt) : 'Set when the order is paid'}{' '}
          {due?.isLate && <Badge tone="error">{due.text}</Badge>}
        </Fact>
        <Fact label="Amount">
          {formatDollars(order.amount)}
          {order.refundedAmount > 0 && `, ${formatDollars(order.refundedAmount)} given back`}
          {order.refundingAmount > 0 && `, ${formatDollars(order.refundingAmount)} on its way back`}
        </Fact>
        <Fact label="Payment status">
          <div className="flex flex-wrap items-center gap-1">
            <PaymentBadges order={order} />
            <RefundButton order={order} onPress={onRefund} />
          </div>
        </Fact>
      </dl>
      {order.status === 'approved' ? (
        <dl>
          <Fact label="Assigned reader">{order.assignedReader?.username ?? 'Nobody'}</Fact>
        </dl>
      ) : (
        <>
          <Assignee order={order} />
          <ReadersProblem />
        </>
      )}
    </section>
  );
}

function Assignee({ order }: { order: Order }) {
  const { orderActions, readers, work } = useAdminDesk();
  const { data: people = [] } = useStore(readers.$state);
  const running = useRunning(work, `order:${order.id}`);
  const current = order.assignedReader?.id ?? '';
  const [chosen, setChosen] = useState(current);
  useEffect(() => setChosen(current), [current]);

  const isKnown = !order.assignedReader || people.some(({ id }) => id === current);
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void orderActions.assign(order, chosen || null);
      }}
    >
      <div className="min-w-40 flex-1">
        <Field label="Assigned reader">
          {(aria) => (
            <select
              {...aria}
              className="select w-full"
              value={chosen}
              onChange={(event) => setChosen(event.target.value)}
            >
              <option value="">Nobody</option>
              {!isKnown && <option value={current}>{order.assignedReader?.username}</option>}
              {people.map(({ id, username }) => (
                <option key={id} value={id}>
                  {username}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <ActionButton
        type="submit"
        className="btn"
        isBusy={running === 'assign'}
        busyLabel="Saving…"
        disabled={chosen === current || running !== undefined}
      >
        {current ? 'Reassign' : 'Assign'}
      </ActionButton>
    </form>
  );
}
