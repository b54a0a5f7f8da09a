import type { PersonErased } from '../../shared/privacy/privacy.ts';
import type { Actor } from '../audit/record-audit.ts';
import { DomainError } from '../basics/errors.ts';
import { type Eraser, erasePerson } from './erase-person.ts';
import { hashOfAddress, readErasures } from './erasure-list.ts';
import { untilDone } from './in-turns.ts';
import { listAddresses } from './person-repository.ts';

/** How many orders are looked at in one go. */
const ordersAtOnce = 500;

/** What erasing again came to: how many people, and what could not be done, as sentences. */
export interface ErasedAgain {
  people: number;
  orders: number;
  refused: string[];
}

/**
 * Erases once more who was erased before, for a database that was restored from an older copy. Orders that somebody
 * placed after they had been erased stay.
 */
export async function eraseAgain(
  eraser: Eraser,
  actor: Actor,
  progress: (done: number, total: number) => void = () => {},
): Promise<ErasedAgain> {
  const people = await findErased(eraser);
  const done: PersonErased[] = [];
  const refused: string[] = [];
  for (const [address, until] of people) {
    try {
      done.push(await erasePerson(eraser, actor, address, { until }));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refused.push(error.message);
    }
    progress(done.length + refused.length, people.size);
  }
  const orders = done.reduce((sum, { orderNumbers }) => sum + orderNumbers.length, 0);
  return { people: done.length, orders, refused };
}

/** @returns whose orders are in the database that the list says were erased, and until when theirs count */
async function findErased(eraser: Eraser): Promise<Map<string, number>> {
  const erasures = readErasures(eraser);
  const found = new Map<string, number>();
  if (erasures.size === 0) return found;
  let after = 0;
  await untilDone(() => {
    const rows = listAddresses(eraser.db, { after, limit: ordersAtOnce });
    for (const { email, createdAt, erasedAt } of rows) {
      const until = erasedAt === null ? erasures.get(hashOfAddress(eraser, email)) : undefined;
      if (until !== undefined && createdAt <= until) found.set(email.toLowerCase(), until);
    }
    after = rows.at(-1)?.seq ?? after;
    return rows.length < ordersAtOnce;
  });
  return found;
}
