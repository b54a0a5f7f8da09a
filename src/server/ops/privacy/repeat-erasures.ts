import { truncateWal, writeTransaction } from '../../../../db/client.ts';
import { counted } from '../../../shared/counted-text.ts';
import { canonicalEmail } from '../../../shared/email/email-address.ts';
import type { Actor } from '../../base/record-audit.ts';
import { requireOrderEvenDeleted } from '../../orders/find-order.ts';
import { listWaiting } from '../../shop/waitlist-repository.ts';
import { type Eraser, eraseAndAudit, eraseMails, erasureObstacle } from './erase-person.ts';
import { erasureEntry, readErasures } from './erasure-list.ts';
import { listCustomerMails, listOrdersNotErased } from './person-repository.ts';

/** Repeats the erasures since a restored copy was made. Returns a summary, and those that were refused. */
export async function repeatErasures(eraser: Eraser, actor: Actor) {
  const { db, clock } = eraser;
  const erasures = readErasures(eraser);
  const refused: string[] = [];
  if (erasures.unreadable > 0) {
    refused.push(
      `Lines of ${erasures.path} that cannot be read: ${erasures.unreadable}. The customers in them were not erased.`,
    );
  }
  if (erasures.isEmpty) return { words: wordsFor(0, 0, 0, refused), refused };
  const erasedOrders = listOrdersNotErased(db).filter(
    ({ id, customerEmail, createdAt }) =>
      createdAt <= erasures.lastAt(erasureEntry.person(customerEmail)) ||
      erasures.lastAt(erasureEntry.order(id)) > 0,
  );
  // The list may know a person only by their orders.
  const erasedAt = new Map(
    erasedOrders.map(({ id, customerEmail }) => [
      canonicalEmail(customerEmail),
      erasures.lastAt(erasureEntry.order(id)),
    ]),
  );
  const erasedMails = listCustomerMails(db).filter(
    ({ toAddress, createdAt }) =>
      createdAt <= erasures.lastAt(erasureEntry.person(toAddress)) ||
      createdAt <= erasures.lastAt(erasureEntry.mailsTo(toAddress)) ||
      createdAt <= (erasedAt.get(canonicalEmail(toAddress)) ?? 0),
  );
  const erasedWaiting = listWaiting(db)
    .filter(
      ({ email, createdAt }) =>
        createdAt <= erasures.lastAt(erasureEntry.person(email)) ||
        createdAt <= erasures.lastAt(erasureEntry.mailsTo(email)),
    )
    .map(({ email }) => email);
  const people = new Set<string>();
  let orders = 0;
  const mails = await writeTransaction(db, (tx) => {
    const at = clock.now();
    for (const { id } of erasedOrders) {
      const order = requireOrderEvenDeleted(tx, id);
      const why = erasureObstacle(tx, order, at);
      if (why !== null) {
        refused.push(`${order.orderNumber} was not erased: ${why}`);
        continue;
      }
      people.add(order.canonicalEmail);
      orders += 1;
      eraseAndAudit(tx, order, { actor, at, again: true });
    }
    return eraseMails(
      tx,
      erasedMails.map(({ id }) => id),
      erasedWaiting,
      { actor, at },
    );
  });
  for (const address of mails) people.add(canonicalEmail(address));
  // The site may have quoted them.
  if (orders > 0) eraser.signals.invalidatePublicPages();
  truncateWal(db);
  return { words: wordsFor(people.size, orders, mails.length, refused), refused };
}

function wordsFor(people: number, orders: number, otherMails: number, refused: string[]): string {
  if (people === 0 && refused.length > 0) return 'No customer could be erased again.';
  if (people === 0) return 'No customer in this database had been erased before.';
  const mails = otherMails > 0 ? ` and ${counted(otherMails, 'other email')}` : '';
  return `Erased again: ${counted(people, 'person', 'people')} with ${counted(orders, 'order')}${mails}.`;
}
