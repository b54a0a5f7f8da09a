import type { PersonErased } from '../../shared/privacy/privacy.ts';
import type { Actor } from '../audit/record-audit.ts';
import { giveUpOrder } from '../checkout/abandon-checkouts.ts';
import type { Context } from '../context/context.ts';
import { erasePerson, refuseUnderWay } from './erase-person.ts';
import { canBePaid, listUnpaid } from './list-unpaid.ts';

/**
 * Cancels the payments that a person could still make, and erases them.
 *
 * @throws {DomainError} `person_conflict` when one of their orders is under way: then no payment was canceled and the
 *   person was not erased, unless the order was paid for just now; `payment_provider_failed`
 */
export async function cancelAndErase(context: Context, actor: Actor, address: string): Promise<PersonErased> {
  await refuseUnderWay(context, address, (order) => !canBePaid(order));
  // An order whose customer is to be erased can no longer be paid.
  for (const order of listUnpaid(context, address)) await giveUpOrder(context, order);
  return erasePerson(context, actor, address);
}
