import type { Context } from '../base/context.ts';
import type { FailureReason, PaymentTask, PaymentTrouble } from '../base/provider-failure.ts';
import { describeFailure } from '../payments/stripe/stripe-client.ts';
import { listOffersOnSale } from '../shop/manage-offers.ts';
import { moneyFormatter } from '../shop/settings-repository.ts';

const consequences: Record<PaymentTask, string> = {
  opening: 'Customers can’t pay',
  following: 'Payments cannot be looked up, so orders stay unpaid even though customers have paid',
  inspecting: 'Disputes, refunds and warnings about payments cannot be looked up',
  refunding: 'No refunds can be made',
  events: 'Later changes to payments, such as disputes, are found late or not at all',
};

/** Returns alerts about what Stripe refuses or leaves unanswered. @param stopped why the account takes no payments */
export function describeRefusals(
  { config, db }: Context,
  troubles: PaymentTrouble[],
  stopped: string | null,
): string[] {
  const isPricedSince = (at: number) => listOffersOnSale(db).some(({ pricedAt }) => pricedAt > at);
  const refused = troubles.filter(({ refused: sum }) => !sum || !isPricedSince(sum.at));
  const refusals = withoutRepeats(refused).map(({ task, failure, refused: sum }) => {
    const what = sum ? ` ${moneyFormatter(db, sum.currency)(sum.amountMinor)} by card` : '';
    return `${consequences[task]}${what}: ${describeFailure(failure, ' for a few minutes')} The error: “${failure.words}”.`;
  });
  if (stopped === null || refused.some(({ failure }) => failure.reason === 'account')) return refusals;
  const isTest = config.stripe.mode === 'test';
  const what = isTest ? 'Customers won’t be able to pay once you use live keys' : 'Customers can’t pay';
  const account = `${what}: Stripe doesn’t let the account take payments (${stopped}). Open Stripe’s dashboard and follow its instructions.${isTest ? ' Test payments work.' : ''}`;
  return [...refusals, account];
}

const reasonsForAll: FailureReason[] = ['unreachable', 'key', 'account'];

/** Reports a failure that affects all requests once, as its worst consequence: customers cannot pay. */
function withoutRepeats(troubles: PaymentTrouble[]): PaymentTrouble[] {
  const distinct: PaymentTrouble[] = [];
  for (const trouble of troubles) {
    const { task, failure } = trouble;
    const isForAll = reasonsForAll.includes(failure.reason);
    const worst = isForAll && task === 'following' ? 'opening' : task;
    const isRepeat = distinct.some(
      (other) => other.task === worst || (isForAll && other.failure.reason === failure.reason),
    );
    if (!isRepeat) distinct.push({ ...trouble, task: worst });
  }
  return distinct;
}
