import type { Order } from './run-one.ts';

/** @returns the command that has a run once more, to the last row */
export function againOf({ seed, months, ordersPerDay, readers, launch }: Order): string {
  const given = Object.entries({
    seed,
    months,
    'orders-per-day': ordersPerDay,
    readers,
    launch: launch === 0 ? undefined : launch,
  });
  const options = given.flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${value}`]));
  return `npm run simulate -- ${options.join(' ')}`;
}
