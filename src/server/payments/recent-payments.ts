import { seconds, wholeSeconds } from '../../shared/durations.ts';
import { DomainError } from '../basics/errors.ts';
import type { Clock } from '../context/clock.ts';
import type { Payment } from '../context/payment-gateway.ts';
import { createTtlCache } from '../context/ttl-cache.ts';

const maximumQuestions = 6;
const window = seconds(10);

export type RecentPayments = ReturnType<typeof createRecentPayments>;

/** Limits the questions to the provider, and keeps its recent answers: in memory only, they have client secrets. */
export function createRecentPayments(clock: Clock, isEnabled: boolean) {
  const askers = createTtlCache<{ questions: number }>(clock, window);
  const payments = createTtlCache<Payment>(clock, window);
  return {
    /** @returns how many milliseconds to wait before asking */
    take(key: string): number {
      if (!isEnabled) return 0;
      const known = askers.get(key);
      if (!known) askers.set(key, { questions: 1 });
      else if (known.value.questions < maximumQuestions) known.value.questions += 1;
      else return known.since + window - clock.now();
      return 0;
    },
    keep(payment: Payment): Payment {
      payments.set(payment.id, payment);
      return payment;
    },
    recall: (id: string): Payment | null => payments.get(id)?.value ?? null,
  };
}

export function refuseWhenTooOften(milliseconds: number): void {
  if (milliseconds === 0) return;
  throw new DomainError(
    'too_many_requests',
    'You’ve tried too many times in a row. You haven’t been charged. Please wait a few seconds and try again.',
    { retryAfterSeconds: wholeSeconds(milliseconds) },
  );
}
