import { writeTransaction } from '../../../db/client.ts';
import type { Context } from '../base/context.ts';
import { findFreeReader } from '../shop/people-repository.ts';
import { giveToFreeReader } from './give-to-free-reader.ts';
import { listWaitingOrders } from './waiting-orders-repository.ts';

const batchSize = 100;

export async function handOutWaiting(context: Context): Promise<void> {
  const { db, clock } = context;
  if (listWaitingOrders(db, 1).length === 0 || !findFreeReader(context, db, clock.now())) return;
  await writeTransaction(db, (tx) => {
    for (const order of listWaitingOrders(tx, batchSize)) giveToFreeReader(context, tx, order);
  });
}
