import { days } from '../../src/shared/durations.ts';
import { againOf } from './again.ts';
import { firstDayOf } from './run.ts';
import { runAll } from './run-all.ts';
import type { Order } from './run-one.ts';

/**
 * Looks for a smaller run that breaks the same promise: fewer readers, fewer customers, no launch, and no more time than it takes.
 *
 * @returns how to have it again, in words
 */
export async function shrink(order: Order): Promise<string> {
  const breachOf = async (tried: Order) => {
    const [outcome] = await runAll([tried], { atOnce: 1 });
    return outcome && 'result' in outcome ? outcome.result.breaches[0] : undefined;
  };
  const promise = (await breachOf(order))?.promise;
  let smallest = order;
  const tries: Partial<Order>[] = [
    { ordersPerDay: 2 },
    { ordersPerDay: 5 },
    { ordersPerDay: 10 },
    { launch: 0 },
    { launch: 100 },
    { readers: 1 },
    { readers: 2 },
  ];
  for (const change of tries) {
    const tried = { ...smallest, ...change };
    if (sizeOf(tried) < sizeOf(smallest) && (await breachOf(tried))?.promise === promise) smallest = tried;
  }
  const breach = await breachOf(smallest);
  if (!breach) return 'It did not fail again.';
  const months = Math.ceil((breach.at - firstDayOf(smallest.seed)) / days(30));
  const again = againOf({ ...smallest, months: Math.max(months, 1) });
  return `${breach.promise}: ${breach.words}\n${again}`;
}

const sizeOf = ({ ordersPerDay = 20, readers = 3, launch = 0 }: Order) => ordersPerDay * readers + launch;
