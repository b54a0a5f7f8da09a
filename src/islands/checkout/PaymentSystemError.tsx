import type { PaymentChecks } from '../../client/checkout/checkout-types.ts';

interface PaymentSystemErrorProps {
  checks: PaymentChecks;
  contactEmail: string;
  onRetry: () => void;
}

/** What the customer sees when a payment cannot be started (docs/product.md §2). */
export function PaymentSystemError({ checks, contactEmail, onRetry }: PaymentSystemErrorProps) {
  return (
    <section role="alert" aria-labelledby="payment-error" className="py-2">
      <h3 id="payment-error" className="text-2xl text-tone-error">
        Payment System Error
      </h3>
      <p className="mt-3">Unable to initialize payment system. Environment variable issue detected.</p>
      <ul className="mt-4 space-y-2">
        <Check isThere={checks.clientSecret} label="Client secret" />
        <Check isThere={checks.provider} label="Provider handle" />
        <Check isThere={checks.keyPrefix} label="Key prefix" />
      </ul>
      <p className="mt-4 text-quiet">
        Nothing was charged. Please try again; if it keeps happening, write to{' '}
        <a className="text-link wrap-anywhere" href={`mailto:${contactEmail}`}>
          {contactEmail}
        </a>
        .
      </p>
      <button type="button" className="btn btn-primary mt-5" onClick={onRetry}>
        Try again
      </button>
    </section>
  );
}

function Check({ isThere, label }: { isThere: boolean; label: string }) {
  return (
    <li className="flex items-center gap-2">
      <span aria-hidden="true" className={isThere ? 'text-tone-success' : 'text-tone-error'}>
        {isThere ? '✓' : '✗'}
      </span>
      {label}: {isThere ? 'present' : 'missing'}
    </li>
  );
}
