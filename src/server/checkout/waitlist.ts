import { writeNow, writeTransaction } from '../../../db/client.ts';
import { hours } from '../../shared/durations.ts';
import { maskAddress } from '../../shared/email/email-address.ts';
import { isPresented } from '../../shared/offers/offer-types.ts';
import { linkSecretIn } from '../../shared/text.ts';
import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { hashToken } from '../base/random.ts';
import { enqueueMail } from '../mail/outbox-repository.ts';
import { readOffersOnSale } from '../shop/manage-offers.ts';
import {
  countConfirmed,
  deleteWaiting,
  findWaiting,
  findWaitingById,
  findWaitingByLink,
  insertWaiting,
  takeConfirmed,
  updateWaiting,
} from '../shop/waitlist-repository.ts';

export const confirmWithinMs = hours(48);

/** Returns whether none of the shop's offers can be ordered now. */
function areSalesClosed(context: Context): boolean {
  return readOffersOnSale(context)
    .filter(isPresented)
    .every(({ closed }) => closed !== null);
}

/** Adds an address and mails its link; neither if confirmed or not `mayMail`. @throws {DomainError} while selling */
export async function joinWaitlist(context: Context, email: string, mayMail: boolean): Promise<void> {
  const { db, clock, random } = context;
  if (!areSalesClosed(context)) {
    throw new DomainError('closed_conflict', 'We’re taking orders again. You can order now.');
  }
  await writeTransaction(db, (tx) => {
    const known = findWaiting(tx, email);
    if (!mayMail || known?.confirmedAt) return;
    deleteWaiting(tx, email);
    const id = random.newId();
    insertWaiting(tx, { id, email, createdAt: clock.now() });
    const to = { name: '', address: email };
    enqueueMail(context, tx, { kind: 'waitlist_confirmation', subjectId: id, to });
  });
  context.signals.wakeMailWorker();
}

/** Stores a new confirmation link for a waitlist entry, and returns its URL; null if the entry is confirmed or gone. */
export function createWaitlistLink(context: Context, id: string): string | null {
  const { db, clock, config, random } = context;
  const found = findWaitingById(db, id);
  if (!found || found.confirmedAt !== null || isExpired(found, clock.now())) return null;
  const token = random.newLinkToken();
  writeNow(db, (tx) => updateWaiting(tx, id, { linkId: hashToken(token) }));
  return `${config.publicUrl}/reopening/${token}`;
}

/**
 * Confirms the address of an opened link, and returns it masked; null for an unknown or expired link. If a mail scanner
 * opens it, the address gets one more mail and is then deleted.
 */
export function confirmWaiting(context: Context, text: string): { sentTo: string } | null {
  const { db, clock } = context;
  const found = findWaitingByLink(db, hashToken(linkSecretIn(text)));
  const now = clock.now();
  if (!found || (found.confirmedAt === null && isExpired(found, now))) return null;
  if (found.confirmedAt === null) writeNow(db, (tx) => updateWaiting(tx, found.id, { confirmedAt: now }));
  return { sentTo: maskAddress(found.email) };
}

function isExpired({ createdAt }: { createdAt: number }, now: number): boolean {
  return createdAt < now - confirmWithinMs;
}

/** Mails everyone on the waitlist once the shop sells again, and deletes their addresses. */
export async function announceReopening(context: Context): Promise<void> {
  const { db, log } = context;
  if (countConfirmed(db) === 0 || areSalesClosed(context)) return;
  const mailed = await writeTransaction(db, (tx) => {
    const waiting = takeConfirmed(tx);
    for (const { id, email } of waiting) {
      enqueueMail(context, tx, { kind: 'sales_open', subjectId: id, to: { name: '', address: email } });
    }
    return waiting.length;
  });
  context.signals.wakeMailWorker();
  log.info({ mailed }, 'the waitlist was mailed that sales are open');
}
