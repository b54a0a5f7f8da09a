import { writeTransaction } from '../../../db/client.ts';
import type { Context } from '../context/context.ts';
import { giveToFreeReader } from '../orders/give-to-free-reader.ts';
import { findFreeReader } from '../people/directory/people-repository.ts';
import { listWaitingOrders } from './waiting-orders-repository.ts';

const batchSize = 100;

export async function handOutWaiting(context: Context): Promise<void> {
  const { db, clock } = context;
  if (listWaitingOrders(db, 1).length === 0 || !findFreeReader(context, db, clock.now())) return;
  await writeTransaction(db, (tx) => {
    for (const order of listWaitingOrders(tx, batchSize)) giveToFreeReader(context, tx, order);
  });
}
