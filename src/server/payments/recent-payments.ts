import { seconds, wholeSeconds } from '../../shared/durations.ts';
import { DomainError } from '../basics/errors.ts';
import type { Clock } from '../context/clock.ts';
import type { Payment } from '../context/payment-gateway.ts';
import { createTtlCache } from '../context/ttl-cache.ts';

/** So many questions to the provider in so many milliseconds are enough for a person with two tabs. */
const questions = 6;
const window = seconds(10);

/**
 * Recent questions to the payment provider, and who asked them. A caller that asks too often is answered from what is
 * known. It is short-lived and in memory only: a payment has its client secret in it.
 */
export interface RecentPayments {
  /**
   * Counts a question to the provider.
   *
   * @param key who asks, or what is asked about
   * @returns how many milliseconds to wait before asking; 0 when it may be asked now
   */
  take(key: string): number;
  /** Keeps a payment as the provider just told it. */
  keep(payment: Payment): Payment;
  /** @returns a payment as the provider told it within the last ten seconds */
  recall(id: string): Payment | null;
}

/** @param isEnabled false lets all callers ask as often as they like */
export function createRecentPayments(clock: Clock, isEnabled: boolean): RecentPayments {
  const askers = createTtlCache<{ questions: number }>(clock, window);
  const payments = createTtlCache<Payment>(clock, window);
  return {
    take(key) {
      if (!isEnabled) return 0;
      const known = askers.get(key);
      if (!known) askers.set(key, { questions: 1 });
      else if (known.value.questions < questions) known.value.questions += 1;
      else return known.since + window - clock.now();
      return 0;
    },
    keep(payment) {
      payments.set(payment.id, payment);
      return payment;
    },
    recall: (id) => payments.get(id)?.value ?? null,
  };
}

/** @throws {DomainError} `too_many_requests`, when the payment provider was asked too often */
export function refuseWhenTooOften(milliseconds: number): void {
  if (milliseconds === 0) return;
  throw new DomainError(
    'too_many_requests',
    'You’ve tried too many times in a row. You haven’t been charged. Please wait a few seconds and try again.',
    { retryAfterSeconds: wholeSeconds(milliseconds) },
  );
}
