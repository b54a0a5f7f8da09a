import type { PaymentChecks } from '../../client/checkout/checkout-types.ts';

interface PaymentSystemErrorProps {
  checks: PaymentChecks;
  onRetry: () => void;
}

/** Shown when a payment cannot be started: what is missing, and what the customer can do (docs/product.md §2). */
export function PaymentSystemError({ checks, onRetry }: PaymentSystemErrorProps) {
  const check = (isThere: boolean, label: string) => (
    <li className="flex items-center gap-2">
      <span aria-hidden="true" className={isThere ? 'text-tone-success' : 'text-tone-error'}>
        {isThere ? '✓' : '✗'}
      </span>
      {label}: {isThere ? 'present' : 'missing'}
    </li>
  );
  return (
    <section role="alert" aria-labelledby="payment-error">
      <h3 id="payment-error" className="text-2xl text-tone-error">
        Payment System Error
      </h3>
      <p className="mt-3">Unable to initialize payment system. Environment variable issue detected.</p>
      <ul className="mt-4 space-y-2">
        {check(checks.clientSecret, 'Client secret')}
        {check(checks.provider, 'Provider handle')}
        {check(checks.keyPrefix, 'Key prefix')}
      </ul>
      <p className="mt-4">
        You haven’t been charged, and what you typed is saved. Please try again, or email us at the address
        below.
      </p>
      <button type="button" className="btn btn-primary mt-5" onClick={onRetry}>
        Try again
      </button>
    </section>
  );
}
