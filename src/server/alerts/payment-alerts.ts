import type { Alert } from '../../shared/alerts.ts';
import type { Context } from '../context/context.ts';
import { describeFailure } from '../context/describe-failure.ts';
import type { PaymentTask, PaymentTrouble } from '../context/payment-troubles.ts';
import type { FailureReason, ProviderFailure } from '../context/provider-failure.ts';

export type PlainAlert = Omit<Alert, 'orders'> & Partial<Alert>;

/** Reasons that do not depend on the request. */
const reasonsForAll: FailureReason[] = ['unreachable', 'key', 'account'];

const consequences: Record<PaymentTask, string> = {
  opening: 'Customers can’t pay',
  following: 'Payments cannot be looked up, so that orders stay unpaid although customers have paid',
  inspecting: 'Disputes, refunds and warnings about payments cannot be looked up',
  refunding: 'No money can be given back',
  events: 'What happened to payments later, such as disputes, is found out late or not at all',
};

/** @returns an alert for each refusal of the payment provider; a reason that affects all requests only once */
export function listPaymentAlerts({ paymentTroubles }: Pick<Context, 'paymentTroubles'>): PlainAlert[] {
  return withoutRepeats(paymentTroubles()).map(({ task, failure }) => ({
    code: 'payments_refused',
    count: 1,
    message: `${consequences[task]}: ${describeFailure(failure, ' for some minutes')} It says: “${failure.words}”.`,
  }));
}

/** @returns whether customers cannot pay because of it; false once it was last seen too long ago */
export function isSerious({ task, failure, isRecent }: PaymentTrouble): boolean {
  if (!isRecent) return false;
  if (isNobodyServed(task, failure)) return true;
  // One old payment that belongs to the other mode says nothing about the next.
  return task === 'following' && failure.reason !== 'mode';
}

/** Payments are looked up every few minutes, so such a failure shows without a customer trying to pay. */
function isNobodyServed(task: PaymentTask, { reason }: ProviderFailure): boolean {
  return task === 'opening' || (task === 'following' && reasonsForAll.includes(reason));
}

/** Reports every failure that affects all requests as its worst consequence: customers cannot pay. */
function withoutRepeats(troubles: PaymentTrouble[]): PaymentTrouble[] {
  const isForAll = ({ failure }: PaymentTrouble) => reasonsForAll.includes(failure.reason);
  const told = troubles.map((trouble) =>
    isNobodyServed(trouble.task, trouble.failure) ? { ...trouble, task: 'opening' as const } : trouble,
  );
  return told.filter((trouble, index) =>
    told
      .slice(0, index)
      .every(
        ({ task, failure }) =>
          task !== trouble.task && !(isForAll(trouble) && failure.reason === trouble.failure.reason),
      ),
  );
}
