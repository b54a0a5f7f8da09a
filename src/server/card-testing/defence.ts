import { minutes, wholeSeconds } from '../../shared/durations.ts';
import { DomainError } from '../basics/errors.ts';
import { hashToken } from '../basics/random.ts';
import type { Context } from '../context/context.ts';
import {
  countDeclinesByAddress,
  countSuccesses,
  listDeclines,
  type PaymentOrigin,
  type Suspect,
} from './card-repository.ts';

/*
 * Card testers buy lists of stolen card numbers and try them where a charge is cheap. Each tester is blocked by payment
 * (follow-event.ts), visitor, address and card. New payments pause for all visitors only when cards are declined from
 * many addresses at once, so that no single tester can be blocked.
 */

/** More declines than this for each success do not come from customers. */
const suspiciousDeclinesPerSuccess = 4;

/** How long declines count against a visitor, an address or a card, and so how long these are blocked. */
const containmentWindow = minutes(60);

/**
 * From this many declines in the window on a visitor or an address is blocked. Customers do not mistype ten times;
 * fifty people of one office, each declined twice before the first succeeds, are a hundred.
 */
const containedFrom = { visitor: 10, address: 120 };

/** One card that is declined this often, at several addresses, is being guessed. */
const guessedFrom = 24;

const pauseWindow = minutes(10);

/** This many declines in all pause new payments. */
const pausedFrom = 20;

/** How many declines of one address count toward the pause at most: no more than a customer who mistypes makes. */
const countedPerAddress = 4;

/** After how many seconds to retry while payments are paused. */
const pauseSeconds = 60;

/** @returns whether cards are declined from so many addresses that no new payment may begin */
export function areCardsTested({ db, clock }: Pick<Context, 'db' | 'clock'>): boolean {
  const since = clock.now() - pauseWindow;
  const declines = countEverywhere(countDeclinesByAddress(db, since, null));
  return declines >= pausedFrom && declines > countSuccesses(db, null, since) * suspiciousDeclinesPerSuccess;
}

/** @returns whether a card tester is behind a decline: the visitor, their address, or their card */
export function isTester(
  context: Pick<Context, 'db' | 'clock'>,
  { checkoutId, address }: PaymentOrigin,
  card: string | null,
): boolean {
  const suspects: Suspect[] = [{ checkoutId }, { address }];
  return suspects.some((suspect) => containedFor(context, suspect) > 0) || isGuessed(context, card);
}

function isGuessed({ db, clock }: Pick<Context, 'db' | 'clock'>, card: string | null): boolean {
  if (card === null) return false;
  return countEverywhere(countDeclinesByAddress(db, clock.now() - containmentWindow, card)) >= guessedFrom;
}

function countEverywhere(declinesByAddress: number[]): number {
  return declinesByAddress.reduce((sum, declines) => sum + Math.min(declines, countedPerAddress), 0);
}

/** @returns for how many more milliseconds a suspect gets no new payment; 0 when not blocked */
function containedFor({ db, clock }: Pick<Context, 'db' | 'clock'>, suspect: Suspect): number {
  const now = clock.now();
  const since = now - containmentWindow;
  const declines = listDeclines(db, suspect, since);
  const decisive = declines[('address' in suspect ? containedFrom.address : containedFrom.visitor) - 1];
  if (decisive === undefined) return 0;
  const isHonest = declines.length <= countSuccesses(db, suspect, since) * suspiciousDeclinesPerSuccess;
  return isHonest ? 0 : decisive - since + 1;
}

/**
 * Decides whether a visitor may begin a payment, beyond the limits: the place for a captcha. To plug one
 * in, pass another guard to `createApp` that checks the visitor's answer and throws when it is wrong.
 *
 * @param visitor their address, and the id of their checkout
 */
export type CheckoutGuard = (visitor: { address: string; checkoutId: string }) => Promise<void>;

/**
 * Creates the guard without a captcha: it refuses new payments to testers, and to all visitors while cards are tested
 * from everywhere.
 */
export function createCheckoutGuard(context: Pick<Context, 'db' | 'clock'>): CheckoutGuard {
  return async ({ address, checkoutId }) => {
    const suspects: Suspect[] = [{ checkoutId }, { address: hashToken(address) }];
    const milliseconds = Math.max(...suspects.map((suspect) => containedFor(context, suspect)));
    if (milliseconds > 0) {
      throw new DomainError(
        'too_many_requests',
        'Too many cards were declined, so we’ve paused payments from your connection for now. You haven’t been charged. Please try again later, or email us.',
        { retryAfterSeconds: wholeSeconds(milliseconds) },
      );
    }
    if (!areCardsTested(context)) return;
    throw new DomainError(
      'unavailable',
      'Card payments are paused for a few minutes. You haven’t been charged. Please try again a little later.',
      { retryAfterSeconds: pauseSeconds },
    );
  };
}
