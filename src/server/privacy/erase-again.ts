import { writeTransaction } from '../../../db/client.ts';
import { canonicalEmail } from '../../shared/email-address.ts';
import { counted } from '../../shared/plural.ts';
import type { Actor } from '../audit/record-audit.ts';
import { oneByOne, untilDone } from '../basics/in-turns.ts';
import { requireOrderEvenDeleted } from '../orders/find-order.ts';
import { type Eraser, eraseAudited, eraseMails } from './erase-person.ts';
import { type Erasures, hashOf, readErasures } from './erasure-list.ts';
import { listAddresses, listMailAddresses } from './person-repository.ts';
import { whyNotYet } from './why-not-yet.ts';

/** How many orders or mails are looked at in one go. */
const rowsAtOnce = 500;

/** What erasing again came to: how many people, orders and other mails, and what could not be done, as sentences. */
interface ErasedAgain {
  people: number;
  orders: number;
  otherMails: number;
  refused: string[];
}

/** @returns what it came to, in a sentence; what could not be done is said beside it */
export function erasedAgainInWords({ people, orders, otherMails, refused }: ErasedAgain): string {
  // Refused customers had been erased before, too.
  if (people === 0 && refused.length > 0) return 'No customer could be erased again.';
  if (people === 0) return 'No customer in this database had been erased before.';
  const mails = otherMails > 0 ? ` and ${counted(otherMails, 'other mail')}` : '';
  return `Erased again: ${counted(people, 'person', 'people')} with ${counted(orders, 'order')}${mails}.`;
}

/**
 * Erases people again who were erased before, for a database that was restored from an older copy: orders that were
 * erased, whatever their address was, and the orders and mails that an erased address had by then. Orders that a
 * customer placed after the erasure stay, and so do those that are under way in the copy: the result says why.
 */
export async function eraseAgain(
  eraser: Eraser,
  actor: Actor,
  progress: (done: number, total: number) => void = () => {},
): Promise<ErasedAgain> {
  const { db } = eraser;
  const erasures = readErasures(eraser);
  const refused =
    erasures.unreadable === 0
      ? []
      : [
          `Lines of ${erasures.path} that cannot be read: ${erasures.unreadable}. The customers in them were not erased.`,
        ];
  const people = new Set<string>();
  let orders = 0;
  let looked = 0;
  if (erasures.at.size === 0) return { people: 0, orders, otherMails: 0, refused };
  const found = await findErased(eraser, erasures);
  try {
    await oneByOne(found, async (id) => {
      progress(looked++, found.length);
      await writeTransaction(db, (tx) => {
        const order = requireOrderEvenDeleted(tx, id);
        const why = whyNotYet(tx, order, eraser.clock.now());
        if (why !== null) return void refused.push(`${order.orderNumber} was not erased: ${why}`);
        people.add(order.canonicalEmail);
        eraseAudited(tx, eraser, actor, order, { again: true });
        orders += 1;
      });
    });
  } finally {
    // Their words may have stood on the site.
    if (orders > 0) eraser.publicChanged('business');
  }
  const otherMails = await eraseMailsAgain(eraser, actor, erasures, people);
  return { people: people.size, orders, otherMails, refused };
}

/** @returns the orders in the database whose customers the list says were erased */
async function findErased(eraser: Eraser, { at }: Erasures): Promise<string[]> {
  const found: string[] = [];
  let after = 0;
  await untilDone(async () => {
    const rows = listAddresses(eraser.db, { after, limit: rowsAtOnce });
    for (const { id, email, createdAt, erasedAt } of rows) {
      if (erasedAt !== null) continue;
      const until = at.get(hashOf(eraser, { address: email })) ?? Number.NEGATIVE_INFINITY;
      if (createdAt <= until || at.has(hashOf(eraser, { orderId: id }))) found.push(id);
    }
    after = rows.at(-1)?.seq ?? after;
    return rows.length < rowsAtOnce;
  });
  return found;
}

/** Deletes mails to addresses that the list has, which belong to orders with another one or to none. @returns how many */
async function eraseMailsAgain(
  eraser: Eraser,
  actor: Actor,
  { at }: Erasures,
  people: Set<string>,
): Promise<number> {
  let deleted = 0;
  let after = 0;
  const untilOf = (address: string) =>
    Math.max(
      at.get(hashOf(eraser, { address })) ?? Number.NEGATIVE_INFINITY,
      at.get(hashOf(eraser, { mailsTo: address })) ?? Number.NEGATIVE_INFINITY,
    );
  await untilDone(async () => {
    const rows = listMailAddresses(eraser.db, { after, limit: rowsAtOnce });
    const until = rows.at(-1)?.id ?? after;
    const customers = rows.filter(({ userId }) => userId === null);
    for (const email of new Set(customers.map(({ email }) => canonicalEmail(email)))) {
      const writtenBy = untilOf(email);
      if (writtenBy === Number.NEGATIVE_INFINITY) continue;
      const stretch = { email, after, until, writtenBy };
      const mails = await writeTransaction(eraser.db, (tx) => eraseMails(tx, eraser, actor, stretch));
      if (mails > 0) people.add(email);
      deleted += mails;
    }
    after = until;
    return rows.length < rowsAtOnce;
  });
  return deleted;
}
