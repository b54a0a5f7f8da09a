import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { countOutcomes } from './repository.ts';

/*
 * Card testers buy lists of stolen card numbers and try them where a charge is cheap. Limits per address
 * stop one of them; this breaker stops many addresses at once.
 */

const minute = 60_000;
const window = 10 * minute;

/** So many declines in the window, and so many for each success, are no customers. */
const suspiciousDeclines = 20;
const suspiciousDeclinesPerSuccess = 4;

/** @returns whether so many cards are declined that no new checkout should begin */
export function areCardsTested(context: Pick<Context, 'db' | 'clock'>): boolean {
  const { failed, succeeded } = countOutcomes(context.db, context.clock.now() - window);
  return failed >= suspiciousDeclines && failed > succeeded * suspiciousDeclinesPerSuccess;
}

/**
 * Decides whether a visitor may begin a checkout, beyond the limits: the place for a captcha. To plug one
 * in, pass another guard to `createApp` that checks the visitor's answer and throws when it is wrong.
 */
export type CheckoutGuard = (visitor: { address: string }) => Promise<void>;

/** Without a captcha: new checkouts pause while cards are being tested. */
export function createCheckoutGuard(context: Pick<Context, 'db' | 'clock'>): CheckoutGuard {
  return async () => {
    if (!areCardsTested(context)) return;
    throw new DomainError(
      'unavailable',
      'Card payments are paused for a few minutes. Nothing was charged; please try again a little later.',
    );
  };
}
