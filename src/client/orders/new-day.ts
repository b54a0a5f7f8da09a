import type { NewDayOffer } from '../../shared/checkout/new-day.ts';
import { dayWords } from '../../shared/checkout/offer-words.ts';
import type { Order } from '../../shared/orders/orders.ts';
import type { DeskBase } from '../desk/desk-base.ts';
import type { Fetched } from '../fetched.ts';

/** Later days for readings that will be late, and the mails that tell their customers. */
export interface NewDays {
  ofOrder(orderId: string): Fetched<NewDayOffer>;
  /** @param day as `2026-11-27` */
  send(order: Order, day: string): Promise<boolean>;
}

export function createNewDays({ api, fetching, work, toast }: DeskBase): NewDays {
  const changed = ({ id }: Order) => void fetching.changed(`orders/${id}`);
  return {
    ofOrder: (id) => fetching.store(`orders/${id}/new-day`, () => work.watch(api.newDay(id))),
    send: (order, day) =>
      work.perform({
        subject: sendingNewDay(order.id),
        name: 'send',
        run: async () => {
          await api.sendNewDay(order.id, day);
          const description = `${order.orderNumber} is due by ${dayWords(day)} now.`;
          toast({ title: 'New Day Sent', description });
          changed(order);
        },
        failure: { title: 'Not Sent', message: 'Failed to send the new day' },
        onConflict: () => changed(order),
      }),
  };
}

/** @returns what the sending of a new day is done to: see `Work` */
export function sendingNewDay(orderId: string): string {
  return `new-day:${orderId}`;
}

/** @returns why a day cannot be sent, as far as the browser knows; null when it may */
export function newDayProblem(day: string, { firstDay, lastDay }: NewDayOffer): string | null {
  if (day === '') return 'Choose a day.';
  if (day < firstDay) return `Choose a later day: ${dayWords(firstDay)} is the first.`;
  return day > lastDay ? `Choose an earlier day: ${dayWords(lastDay)} is the last.` : null;
}
