import { days } from '../../shared/durations.ts';
import type { Alert } from '../../shared/ops/alerts.ts';
import { countToday, type Today, type TodayOrder, type TodayReason } from '../../shared/ops/today.ts';
import { findNextDue, listIdsToApprove, listOverdueIds, sumFigures } from '../admin/overview-repository.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { addBusinessDays, dayOf, startOfDay } from '../base/time/business-days.ts';
import { isoTime } from '../base/time/moments.ts';
import { listOpenOrderIds } from '../orders/assignment-repository.ts';
import { listAnsweredIds } from '../orders/messages/message-repository.ts';
import { listShownOrders, type ShownOrder } from '../orders/order-repository.ts';
import { readClosedDays } from '../shop/business-calendar.ts';
import { listOrdersWithUnansweredDispute } from './alerts-repository.ts';

type Reason = { reason: TodayReason; ids: string[] };

/** The most orders listed for each reason. */
const listedAtMost = 50;

/** Returns the alerts and orders that need an admin now, most urgent first, or today’s figures, and what is due next. */
export function readToday(context: Context, user: SignedIn, alerts: Alert[]): Today {
  const { db, clock, config } = context;
  const now = clock.now();
  const toApprove = listIdsToApprove(db);
  const soon = addBusinessDays(now, 1, config.businessTimeZone, readClosedDays(db));
  const answerTimes = new Map(listOrdersWithUnansweredDispute(db).map(({ id, dueAt }) => [id, dueAt]));
  const toAnswerSoon = [...answerTimes]
    .filter(([, at]) => at !== null && at > now && at <= soon)
    .map(([id]) => id);
  const reasons: Reason[] = [
    { reason: 'payment_disputed', ids: toAnswerSoon },
    ...listReasons(context, user, alerts, toApprove),
  ];
  /** Puts late readings and answers that a bank soon needs first, by due date. */
  const rank = ({ id, reason, dueAt }: TodayOrder) =>
    reason === 'reading_late' || toAnswerSoon.includes(id) ? Date.parse(dueAt ?? '') : Number.MAX_VALUE;
  const known = new Map<string, TodayReason>();
  for (const { reason, ids } of reasons) {
    for (const id of ids.slice(0, listedAtMost)) if (!known.has(id)) known.set(id, reason);
  }
  const shown = new Map(listShownOrders(db, [...known.keys()]).map((order) => [order.id, order]));
  const next = findNextDue(db, now);
  const list = {
    alerts: alerts
      .filter(({ code, orders }) => orders.length === 0 || code === 'no_reader_free')
      .map(({ code, message }) => ({ code, message })),
    orders: [...known]
      .flatMap(([id, reason]) => {
        const order = shown.get(id);
        const answerAt = reason === 'payment_disputed' ? (answerTimes.get(id) ?? null) : undefined;
        return order ? present(order, reason, user, answerAt) : [];
      })
      .sort((a, b) => rank(a) - rank(b)),
  };
  const midnight = startOfDay(dayOf(now, config.businessTimeZone), config.businessTimeZone);
  const [done] = countToday(list) === 0 ? sumFigures(db, [{ from: midnight, to: now + 1 }]) : [];
  return {
    ...list,
    isMore: alerts.some(isCut) || reasons.some(({ ids }) => ids.length > listedAtMost),
    toReview: toApprove.length,
    done: done ? { orders: done.orders, delivered: done.delivered } : null,
    next: next ? { ...next, dueAt: isoTime(next.dueAt) } : null,
  };
}

function present(order: ShownOrder, reason: TodayReason, user: SignedIn, dueAt = order.dueAt): TodayOrder {
  const { id, orderNumber, customerName, status, readerName, readerDisplayName } = order;
  const reader = readerDisplayName ?? readerName;
  const isMine = user.writes && order.assignedReaderId === user.id;
  return { reason, id, orderNumber, customerName, status, dueAt: isoTime(dueAt), reader, isMine };
}

const isCut = ({ count, orders }: Alert) => orders.length > 0 && count > orders.length;

/** The reasons for which orders are listed, the most urgent first, with the ids of their orders. */
function listReasons({ db, clock }: Context, user: SignedIn, alerts: Alert[], toApprove: string[]): Reason[] {
  const now = clock.now();
  const ofAlert = (code: TodayReason & Alert['code']) => ({
    reason: code,
    ids: alerts.filter((alert) => alert.code === code).flatMap(({ orders }) => orders.map(({ id }) => id)),
  });
  const late = ofAlert('reading_late');
  return [
    { ...late, ids: [...listOverdueIds(db, now, listedAtMost + 1), ...late.ids] },
    { reason: 'to_approve', ids: toApprove },
    { reason: 'to_write', ids: [...listOpenOrderIds(db, user.id), ...listOpenOrderIds(db, null)] },
    ofAlert('message_unanswered'),
    ofAlert('question_unanswered'),
    ofAlert('payment_disputed'),
    ofAlert('payment_review'),
    ofAlert('refund_failed'),
    ofAlert('order_withdrawn'),
    ofAlert('mail_failed'),
    { reason: 'answered', ids: listAnsweredIds(db, now - days(1)) },
  ];
}
