import { writeTransaction } from '../../../db/client.ts';
import { aboutPerson, recordAudit } from '../audit/record-audit.ts';
import { DomainError } from '../basics/errors.ts';
import type { Context, SignedIn } from '../context/context.ts';
import { giveOrders } from '../orders/assign-orders.ts';
import { giveToFreeReader } from '../orders/give-to-free-reader.ts';
import { listOpenOrderIds, listOrdersWithReader } from '../orders/order-repository.ts';
import { endSessions } from '../people/credentials/sessions-repository.ts';
import { refuseLastAdmin, requirePerson } from '../people/directory/find-person.ts';
import { setActive } from '../people/directory/people-repository.ts';

/** `moveOrdersTo` is a reader’s id; null leaves the orders to the admin, undefined to free readers. */
export async function setPersonActive(
  context: Context,
  user: SignedIn,
  personId: string,
  change: { isActive: boolean; moveOrdersTo?: string | null | undefined },
): Promise<void> {
  await writeTransaction(context.db, (tx) => {
    const person = requirePerson({ db: tx }, personId);
    if (!change.isActive && person.id === user.id) {
      throw new DomainError('person_conflict', 'You cannot close your own account.');
    }
    if (!change.isActive) refuseLastAdmin(tx, person);
    const left = change.isActive ? [] : listOpenOrderIds(tx, personId);
    if (change.moveOrdersTo !== undefined) giveOrders(context, tx, user, left, change.moveOrdersTo);
    setActive(tx).run({ userId: personId, isActive: change.isActive });
    if (!change.isActive) endSessions(tx, personId);
    recordAudit(tx, {
      actor: user,
      at: context.clock.now(),
      action: change.isActive ? 'person_opened' : 'person_closed',
      subject: aboutPerson(person),
      details: { role: person.role },
    });
    if (change.moveOrdersTo !== undefined) return;
    for (const order of listOrdersWithReader(tx, left)) giveToFreeReader(context, tx, order);
  });
  context.publicChanged();
  context.log.info({ personId, isActive: change.isActive, userId: user.id }, 'an account was changed');
}
