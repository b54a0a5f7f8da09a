import type { Queryable } from '../../../../db/client.ts';
import type { ReaderRef } from '../../../shared/orders/orders.ts';
import type { Context } from '../../context/context.ts';
import { dayOf } from '../../time/business-days.ts';
import { findLeastBusyReader } from './people-repository.ts';

/** @returns the day in the business's time zone, as `2026-11-30` */
export function businessDay({ clock, config }: Pick<Context, 'clock' | 'config'>, at = clock.now()): string {
  return dayOf(at, config.businessTimeZone);
}

/** @returns the reader who gets an order that is due then; undefined when all readers are away or have enough */
export function findFreeReader(
  context: Pick<Context, 'clock' | 'config'>,
  db: Queryable,
  dueAt: number,
): ReaderRef | undefined {
  return findLeastBusyReader(db, { today: businessDay(context), dueDay: businessDay(context, dueAt) });
}
