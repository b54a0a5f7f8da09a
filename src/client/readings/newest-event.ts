import type { OrderEvent } from '../../shared/orders/orders.ts';

/** @returns the newest event of one of these types in the history of an order */
export function newestOf(events: OrderEvent[], types: string[]): OrderEvent | undefined {
  return events
    .filter(({ type }) => types.includes(type))
    .reduce<OrderEvent | undefined>(
      (newest, event) => (newest && newest.id > event.id ? newest : event),
      undefined,
    );
}
