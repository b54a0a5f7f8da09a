import { writeTransaction } from '../../../db/client.ts';
import type { Context } from '../context/context.ts';
import { giveToFreeReader } from '../orders/give-to-free-reader.ts';
import { findFreeReader } from '../people/directory/free-reader.ts';
import { listWaitingOrders } from './waiting-orders-repository.ts';

/** How many orders one run hands out. */
const ordersAtOnce = 100;

/**
 * Gives waiting orders to readers who are free now, the most urgent first: a reader came back, handed a reading in, or
 * takes more.
 */
export async function handOutWaiting(context: Context): Promise<void> {
  const { db, clock } = context;
  if (listWaitingOrders(db, 1).length === 0 || !findFreeReader(context, db, clock.now())) return;
  await writeTransaction(db, (tx) => {
    for (const order of listWaitingOrders(tx, ordersAtOnce)) giveToFreeReader(context, tx, order);
  });
}
