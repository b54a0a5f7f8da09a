import { longDayText } from '../../shared/checkout/offer-text.ts';
import type { NewDayOffer } from '../../shared/orders/order-schema.ts';
import { shiftDay } from '../../shared/people/days-away.ts';

/** Returns why a day is no business day; null also for one out of range: a year that is typed passes through those. */
export function closedDayProblem(day: string, { firstDay, lastDay, closedDays }: NewDayOffer): string | null {
  const isWeekend = (one: string) => [0, 6].includes(new Date(one).getUTCDay());
  const isWorkday = (one: string) => !isWeekend(one) && !closedDays.includes(one);
  if (day < firstDay || day > lastDay || isWorkday(day)) return null;
  let next = day;
  while (next <= lastDay && !isWorkday(next)) next = shiftDay(next, 1);
  return next > lastDay
    ? 'That is not a business day, and none follows: choose an earlier day.'
    : `${longDayText(day)} is not a business day. The next one is ${longDayText(next)}.`;
}

export function newDayProblem(day: string, offer: NewDayOffer): string | null {
  const { firstDay, lastDay } = offer;
  if (day === '') return 'Choose a day.';
  if (day < firstDay) return `Choose a later day: ${longDayText(firstDay)} is the first.`;
  if (day > lastDay) return `Choose an earlier day: ${longDayText(lastDay)} is the last.`;
  return closedDayProblem(day, offer);
}
