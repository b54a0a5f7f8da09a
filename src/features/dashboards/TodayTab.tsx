import { useStore } from '@nanostores/react';
import { counted } from '../../shared/counted-text.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import { attentionText, type Today, type TodayOrder, type TodayReason } from '../../shared/ops/today.ts';
import type { Tone } from '../../shared/orders/order-status.ts';
import { Button } from '../../ui/Button.tsx';
import { DeskPart } from '../../ui/errors/DeskPart.tsx';
import { FetchProblem } from '../../ui/errors/WhenFetched.tsx';
import { passFocusOnRemoval, rowFocusProps } from '../../ui/pass-focus-on-removal.ts';
import { Badge, EmptyState, Skeleton } from '../../ui/pieces.tsx';
import type { OrderAction } from '../desk/asked-actions.ts';
import { useDateFormats, useRefreshOnMount } from '../desk/desk-hooks.ts';
import { useStableWhilePressed } from '../desk/use-stable-while-pressed.ts';
import { OverviewTab } from '../overview/OverviewTab.tsx';
import { PauseSales } from '../settings/PauseSales.tsx';
import type { SettingsPart } from '../settings/sections.ts';
import { orderAddress } from '../writing/reader-address.ts';
import type { AdminDesk } from './admin-desk.ts';

const words: Record<TodayReason, [label: string, tone: Tone, action: string, about?: string]> = {
  reading_late: ['Due soon', 'warning', 'Open'],
  to_approve: ['To approve', 'info', 'Review'],
  to_write: ['To write', 'warning', 'Write'],
  message_unanswered: ['Message', 'error', 'Reply', 'Waiting for a reply'],
  question_unanswered: ['No answer', 'warning', 'Decide', 'Asked twice, no reply'],
  payment_disputed: ['Disputed', 'error', 'Decide', 'The bank is asking for evidence'],
  payment_review: ['Check payment', 'error', 'Decide', 'On hold until you decide'],
  refund_failed: ['Refund failed', 'error', 'Decide', 'The money was returned to you'],
  order_withdrawn: ['Withdrawn', 'error', 'Refund', 'Refund within 14 days'],
  mail_failed: ['Not delivered', 'error', 'Correct', 'An email did not arrive'],
  answered: ['Answered', 'success', 'Read', 'Your question was answered'],
};

/** The action begun in the opened order, by the button's label. */
const begun: Partial<Record<string, OrderAction>> = { Reply: 'reply', Refund: 'refund', Correct: 'correct' };

/** Shows the tasks for an admin, the button to pause sales, and the figures. */
export function TodayTab({ desk }: { desk: AdminDesk }) {
  const { today } = desk;
  const { data, error } = useStableWhilePressed(useStore(today.$state));
  const hasKeys = useStore(desk.shortcuts.$isOn);
  useRefreshOnMount(today);
  return (
    <div className="grid gap-6">
      <section aria-labelledby="today-heading" className="grid gap-4">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h2 id="today-heading" tabIndex={-1} className="text-xl">
            Today
          </h2>
          {data && <p className="text-quiet">{attentionText(data)}</p>}
          {hasKeys && data && attentionText(data) && (
            <p className="ml-auto text-sm text-quiet max-md:hidden pointer-coarse:hidden">
              <kbd className="kbd kbd-sm">J</kbd> <kbd className="kbd kbd-sm">K</kbd> move,{' '}
              <kbd className="kbd kbd-sm">Enter</kbd> opens
            </p>
          )}
        </div>
        <FetchProblem fetched={today} what="list" />
        {!data && !error && <Skeleton label="Loading list" className="h-72" />}
        {data &&
          (attentionText(data) ? <List desk={desk} today={data} /> : <AllDone desk={desk} today={data} />)}
      </section>
      <PauseSales />
      <DeskPart name="overview">
        <OverviewTab />
      </DeskPart>
    </div>
  );
}

type ListProps = { desk: AdminDesk; today: Today };

function List({ desk, today: { alerts, orders, isMore } }: ListProps) {
  return (
    <>
      <ol aria-label="To do" className="panel divide-y divide-base-300">
        {alerts.map((alert) => (
          <AlertRow key={alert.message} desk={desk} alert={alert} />
        ))}
        {orders.map((order) => (
          <OrderRow key={order.id} desk={desk} order={order} />
        ))}
      </ol>
      {isMore && <p className="text-sm text-quiet">There are more in Order Management.</p>}
    </>
  );
}

function AlertRow({ desk, alert: { code, message } }: { desk: AdminDesk; alert: Today['alerts'][number] }) {
  const [label, section] = settingsOf[code] ?? (['Check health', 'health'] as const);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-1.5">
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{message}</p>
      <RowButton onClick={() => desk.selectTab('settings', section)}>{label}</RowButton>
    </li>
  );
}

const settingsOf: Partial<Record<Alert['code'], [label: string, section: SettingsPart]>> = {
  backup_failed: ['Open Backups', 'health'],
  mail_failed: ['Open Email', 'mail'],
  no_reader_free: ['Open People', 'people'],
};

function OrderRow({ desk, order }: { desk: AdminDesk; order: TodayOrder }) {
  const { dueLabel, deadline } = useDateFormats();
  const { reason, id, orderNumber, customerName, status, dueAt, reader, isMine } = order;
  const due = dueAt === null ? null : dueLabel(dueAt);
  const isLate = reason === 'reading_late' && due?.isLate;
  const [label, tone, action, about] = words[reason];
  const isToReview = status === 'reading_uploaded' && about === undefined;
  const isToWrite = isMine && !isToReview && about === undefined;
  const answerBy =
    reason === 'payment_disputed' && dueAt !== null ? `Respond by ${deadline(dueAt)}` : undefined;
  const writer = about || isMine ? null : (reader ?? 'No reader');
  return (
    <li
      data-order={id}
      ref={passFocusOnRemoval}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-1.5 md:grid-cols-[7rem_minmax(0,5fr)_minmax(0,4fr)_7rem] lg:grid-cols-[8.5rem_minmax(0,3fr)_minmax(0,2fr)_9rem] md:py-0.5"
    >
      <span className="flex max-md:row-start-2">
        <Badge tone={isLate ? 'error' : tone}>{isLate ? 'Late' : label}</Badge>
      </span>
      <p className="truncate max-md:col-span-2 max-md:row-start-1" title={`${orderNumber} · ${customerName}`}>
        <span className="font-semibold tabular-nums">{orderNumber}</span> · <bdi>{customerName}</bdi>
      </p>
      <p className="min-w-0 text-sm text-quiet wrap-anywhere max-md:row-start-2">
        {answerBy ?? about ?? due?.text}
        {writer && (
          <span className={reader ? 'max-lg:sr-only' : undefined}>
            {due && ' · '}
            {writer}
          </span>
        )}
      </p>
      <RowButton
        onClick={() => {
          if (isToReview) desk.review.open(orderNumber);
          else if (isToWrite) location.assign(orderAddress(orderNumber));
          else desk.detail.open(id, begun[action]);
        }}
        about={orderNumber}
      >
        {isToReview ? 'Review' : isToWrite ? 'Write' : action}
      </RowButton>
    </li>
  );
}

function RowButton({ about, onClick, children }: { about?: string; onClick: () => void; children: string }) {
  return (
    <Button
      {...rowFocusProps}
      data-row
      className="btn btn-sm justify-self-end max-md:col-start-3 max-md:row-span-2 max-md:row-start-1"
      onClick={onClick}
    >
      {children}
      {about && <span className="sr-only"> {about}</span>}
      <span
        aria-hidden="true"
        className="font-mono text-xs font-normal text-quiet max-md:hidden pointer-coarse:hidden"
      >
        Enter
      </span>
    </Button>
  );
}

/** Shows the day's numbers of orders and deliveries, and the order due next. */
function AllDone({ desk, today: { done, next } }: ListProps) {
  const { dueLabel } = useDateFormats();
  return (
    <EmptyState card="star" title="Nothing needs attention">
      {done && (
        <p>{`Today: ${counted(done.orders, 'new order')}, ${counted(done.delivered, 'reading')} delivered.`}</p>
      )}
      {next && (
        <p>
          Next:{' '}
          <Button className="text-link cursor-pointer" onClick={() => desk.detail.open(next.id)}>
            {next.orderNumber}
          </Button>
          , {dueLabel(next.dueAt).text.replace('Due', 'due')}.
        </p>
      )}
    </EmptyState>
  );
}
