import { minutes, wholeSeconds } from '../../shared/durations.ts';
import type { Context } from '../base/context.ts';
import { DomainError } from '../base/domain-error.ts';
import { hashToken } from '../base/random.ts';
import {
  countDeclinesByAddress,
  countSuccesses,
  listDeclines,
  type PaymentOrigin,
  type Suspect,
} from './card-repository.ts';

/* A tester is blocked by payment (process-event.ts), visitor, address, card; a wide attack pauses all. */

/** Customers cause at most this many declines per success. */
const suspiciousDeclinesPerSuccess = 4;

const blockWindow = minutes(60);

/** Fifty people in one office, each declined twice before their first success, make a hundred declines. */
const declinesToBlock = { checkoutId: 10, address: 120 };

/** One card that is declined this often, at several addresses, is being guessed. */
const declinesOfGuessedCard = 24;

const pauseWindow = minutes(10);
const declinesToPause = 20;

/** The most declines of one address that count toward the pause or against a card, as many as mistyping causes. */
const countedPerAddress = 4;

const pauseSeconds = 60;

/** Returns whether cards are declined from so many addresses that no new payment may begin. */
export function isCardTestingUnderWay({ db, clock }: Pick<Context, 'db' | 'clock'>): boolean {
  const since = clock.now() - pauseWindow;
  const declines = countEverywhere(countDeclinesByAddress(db, since, null));
  return (
    declines >= declinesToPause && declines > countSuccesses(db, null, since) * suspiciousDeclinesPerSuccess
  );
}

/** Returns whether a decline is a card tester's, by visitor, address and card. */
export function isCardTester(
  context: Pick<Context, 'db' | 'clock'>,
  { checkoutId, address }: PaymentOrigin,
  card: string | null,
): boolean {
  if (blockedFor(context, checkoutId, address) > 0) return true;
  if (card === null) return false;
  const declines = countDeclinesByAddress(context.db, context.clock.now() - blockWindow, card);
  return countEverywhere(declines) >= declinesOfGuessedCard;
}

function countEverywhere(declinesByAddress: number[]): number {
  return declinesByAddress.reduce((sum, declines) => sum + Math.min(declines, countedPerAddress), 0);
}

/** Returns how many milliseconds a visitor or their address is still blocked; 0 for not at all. */
function blockedFor(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  checkoutId: string,
  address: string,
): number {
  const since = clock.now() - blockWindow;
  const suspects: Suspect[] = [
    { trait: 'checkoutId', value: checkoutId },
    { trait: 'address', value: address },
  ];
  const blocked = suspects.map((suspect) => {
    const declines = listDeclines(db, suspect, since);
    const decisive = declines[declinesToBlock[suspect.trait] - 1];
    if (decisive === undefined) return 0;
    const isHonest = declines.length <= countSuccesses(db, suspect, since) * suspiciousDeclinesPerSuccess;
    return isHonest ? 0 : decisive.at - since + 1;
  });
  return Math.max(...blocked);
}

/** Throws if a visitor may not begin a payment. Another guard can be passed to `createApp`. */
export type CheckoutGuard = (visitor: { address: string; checkoutId: string }) => Promise<void>;

/**
 * Returns a guard that refuses visitors with many declined cards (`too_many_requests`), and everyone (`unavailable`)
 * while many addresses test cards.
 */
export function createCheckoutGuard(context: Pick<Context, 'db' | 'clock'>): CheckoutGuard {
  return async ({ address, checkoutId }) => {
    const milliseconds = blockedFor(context, checkoutId, hashToken(address));
    if (milliseconds > 0) {
      throw new DomainError(
        'too_many_requests',
        'Too many cards were declined, so we’ve paused payments from your connection for now. You haven’t been charged. Please try again later, or email us.',
        { retryAfterSeconds: wholeSeconds(milliseconds) },
      );
    }
    if (!isCardTestingUnderWay(context)) return;
    throw new DomainError(
      'unavailable',
      'Card payments are paused for a few minutes. You haven’t been charged. Please try again in a few minutes.',
      { retryAfterSeconds: pauseSeconds },
    );
  };
}
