import { useStore } from '@nanostores/react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { formatAmount } from '../../lib/format.ts';
import { type OrderFeedback, starsText } from '../../shared/aftercare/feedback-schema.ts';
import { settleObstacle } from '../../shared/aftercare/settling.ts';
import type { OrderWithdrawal } from '../../shared/aftercare/withdrawal.ts';
import type { Order } from '../../shared/orders/order-schema.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmedTask } from '../../ui/dialogs/ConfirmDialog.tsx';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { Disclosure, TypedText } from '../../ui/pieces.tsx';
import { AttributedText } from '../customers/Conversation.tsx';
import { useDateFormats, useDeskStore, useRunning } from '../desk/desk-hooks.ts';
import type { StaffApi } from '../desk/staff-api.ts';
import { canRefund } from './money/order-money.ts';
import { createOrderDesk } from './order-desk.ts';

type Aftercare = Awaited<ReturnType<StaffApi['aftercare']>>;

type AftercareProps = { order: Order; onRefund: () => void };

function isStopped({ hold }: Order, { liftedAt }: OrderWithdrawal): boolean {
  return liftedAt === null && hold === 'withdrawal';
}

function isToSettle(order: Order, withdrawal: OrderWithdrawal): boolean {
  return isStopped(order, withdrawal) && withdrawal.settledAt === null;
}

/** Shows the withdrawals that an admin has to handle; renders nothing without any, or while loading. */
export function AftercareToDo({ order, onRefund }: AftercareProps) {
  const { data } = useStore(useDeskStore(createOrderDesk).orderActions.aftercareOf(order.id).$state);
  return data ? withdrawalsOf(data, { order, onRefund, isToDo: true }) : null;
}

/** Shows settled withdrawals, feedback, and consent; renders nothing without any. */
export function OrderAftercare(props: AftercareProps) {
  const fetched = useDeskStore(createOrderDesk).orderActions.aftercareOf(props.order.id);
  return (
    <WhenFetched fetched={fetched} what="feedback" fallback="What the customer said could not be loaded.">
      {(aftercare) => <FromCustomer {...props} aftercare={aftercare} />}
    </WhenFetched>
  );
}

function FromCustomer({ aftercare, ...props }: AftercareProps & { aftercare: Aftercare }) {
  const { dateTime } = useDateFormats();
  const { feedback, consent } = aftercare;
  const withdrawals = withdrawalsOf(aftercare, { ...props, isToDo: false });
  if (withdrawals.length === 0 && !feedback && !consent) return null;
  return (
    <section aria-label="From the customer" className="grid gap-4 border-t border-hairline pt-4">
      <h3 className="text-lg">From the customer</h3>
      {withdrawals}
      {feedback && <Feedback order={props.order} feedback={feedback} />}
      {consent && (
        <Disclosure summary={`Consented when ordering, ${dateTime(consent.at)}`}>
          <TypedText className="max-w-prose" text={consent.words} />
        </Disclosure>
      )}
    </section>
  );
}

function withdrawalsOf(
  { withdrawals }: Aftercare,
  { order, onRefund, isToDo }: AftercareProps & { isToDo: boolean },
): ReactNode[] {
  const shown = withdrawals.filter((withdrawal) => isToDo === isToSettle(order, withdrawal));
  return shown.map((withdrawal) => (
    <Withdrawn key={withdrawal.statedAt} order={order} withdrawal={withdrawal} onRefund={onRefund} />
  ));
}

function Withdrawn({ order, withdrawal, onRefund }: AftercareProps & { withdrawal: OrderWithdrawal }) {
  const { orderActions } = useDeskStore(createOrderDesk);
  const { dateTime } = useDateFormats();
  const { words, statedAt, settledAt, settledBy, liftedAt, liftedBy } = withdrawal;
  const isOpen = isStopped(order, withdrawal);
  const isMoneyDue = isOpen && order.amount > 0 && settledAt === null;
  const isRefundable = isMoneyDue && canRefund(order);
  return (
    <AttributedText
      title="The customer withdrew from the contract"
      at={statedAt}
      words={words}
      className="grid gap-2 border-l-4 border-l-error pl-4"
    >
      {settledAt !== null && (
        <p className="text-sm text-quiet">
          Settled {dateTime(settledAt)}
          {settledBy && <span> by {settledBy}</span>}
          <span>: nothing more is refunded</span>
        </p>
      )}
      {liftedAt !== null && (
        <p className="text-sm text-quiet">
          {liftedBy} resumed the order {dateTime(liftedAt)}
        </p>
      )}
      {isOpen && (
        <>
          {isRefundable && <p className="text-sm">Refund it within 14 days.</p>}
          <div className="flex flex-wrap gap-2">
            {isRefundable && (
              <Button className="btn btn-primary btn-sm" onClick={onRefund}>
                Refund the customer…
              </Button>
            )}
            {isMoneyDue && <Settle order={order} />}
            <AftercareTask
              order={order}
              task="lift"
              busyLabel="Resuming…"
              onClick={() => orderActions.liftWithdrawal(order)}
            >
              Resume order
            </AftercareTask>
          </div>
        </>
      )}
    </AttributedText>
  );
}

/** Settles a withdrawal by agreement: a part is kept, or the money was returned another way. */
function Settle({ order }: { order: Order }) {
  const { orderActions } = useDeskStore(createOrderDesk);
  // Sends the sum shown in the question, even if it has changed since.
  const [seen, setSeen] = useState(0);
  const { orderNumber, amount, currency, refundedAmount, refundingAmount, dispute } = order;
  const reason = settleObstacle({ isRefunding: refundingAmount > 0, dispute });
  const reasonId = useId();
  return (
    <>
      <ConfirmedTask
        task="settle"
        running={useRunning(`order:${order.id}`)}
        disabled={reason !== null}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={() => setSeen(refundedAmount)}
        question={`Is the withdrawal from order ${orderNumber} settled?`}
        effect={`${formatAmount(seen, currency)} of ${formatAmount(amount, currency)} was refunded to the card. Confirm only if the customer agreed that you keep the rest, or you paid it back another way. There will be no more reminders.`}
        confirmLabel="Mark settled"
        onConfirm={() => void orderActions.settleWithdrawal(order, seen)}
      >
        Mark settled…
      </ConfirmedTask>
      {reason !== null && (
        <p id={reasonId} className="order-last w-full text-sm text-quiet">
          {reason}
        </p>
      )}
    </>
  );
}

const helpedWords: Record<OrderFeedback['helped'], string> = {
  yes: 'It helped',
  partly: 'It helped in part',
  no: 'It did not help',
};

function Feedback({ order, feedback }: { order: Order; feedback: OrderFeedback }) {
  const { orderActions } = useDeskStore(createOrderDesk);
  const { helped, words, stars, mayPublish, name, givenAt, isPublished, canBePublished } = feedback;
  return (
    <AttributedText
      title={`${helpedWords[helped]}, says the customer`}
      at={givenAt}
      words={words}
      className="grid gap-2 border-l-2 border-base-300 pl-3"
    >
      {stars !== null && <p className="text-sm">{starsText(stars)}</p>}
      {words !== null && (
        <p className="text-sm text-quiet">
          {mayPublish
            ? `May appear on the site ${name === null ? 'without a name' : `as “${name}”`}.`
            : 'May not appear on the site.'}
        </p>
      )}
      {(isPublished || canBePublished) && (
        <div>
          <AftercareTask
            order={order}
            task="publish"
            onClick={() => orderActions.publish(order, { isPublished: !isPublished, givenAt })}
          >
            {isPublished ? 'Remove from site' : 'Show on site'}
          </AftercareTask>
        </div>
      )}
    </AttributedText>
  );
}

function AftercareTask({ order, ...button }: { order: Order } & ComponentProps<typeof Button>) {
  return <Button {...button} running={useRunning(`order:${order.id}`)} />;
}
