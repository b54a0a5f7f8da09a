import { DomainError } from '../../server/basics/errors.ts';
import { type FailureReason, ProviderFailure } from '../../server/context/provider-failure.ts';

const words: Record<FailureReason, string> = {
  unreachable: 'Stripe cannot be reached',
  key: 'Stripe does not know the key',
  permission: 'the key may not do this',
  mode: 'the key belongs to the other mode',
  account: 'the Stripe account cannot take payments',
  request: 'Stripe refuses the request',
};

/** What a call ends with that the provider did not do. */
export function failure(reason: FailureReason, missingPermission: string | null = null): DomainError {
  return new DomainError('payment_provider_failed', 'We can’t reach the payment service right now.', {
    cause: new ProviderFailure(reason, words[reason], {
      missingPermission,
      isAnswered: reason !== 'unreachable',
    }),
  });
}
