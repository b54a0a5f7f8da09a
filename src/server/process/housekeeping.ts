import { setImmediate as letOthersGo } from 'node:timers/promises';
import type { Context } from '../context/context.ts';
import { forgetSentMail } from '../outbox/outbox-repository.ts';
import { forgetEvents } from '../payments/payment-repository.ts';

const day = 86_400_000;

/** Stripe repeats an event for three days, and can be asked for those of the last 30. */
const eventMemory = 30 * day;

/** As long as the link in a mail to a customer works. */
const mailMemory = 183 * day;

/** How many rows are looked at in one go: the event loop is not held for longer. */
const rowsAtOnce = 1_000;

/** Forgets what was needed once and tells only who was here: events of the payment provider, and sent mail. */
export async function forgetOld({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await walk((after) => forgetEvents(db, { before: now - eventMemory, after, limit: rowsAtOnce }));
  await walk((after) => forgetSentMail(db, { before: now - mailMemory, after, limit: rowsAtOnce }));
}

/** @param step looks at the rows after one, the oldest first. @returns the last of them; null once they are too young */
async function walk(step: (after: number) => number | null): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    after = step(after);
    await letOthersGo();
  }
}
