import { useStore } from '@nanostores/react';
import { useId } from 'react';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { useSettings } from './use-settings.ts';

/** What customers can pay with beside the card. */
export function PaymentCard() {
  const { payment: desk } = useSettings();
  const { error } = useStore(desk.settings.$state);
  const areOffered = useStore(desk.$offersWallets);
  const hint = useId();
  return (
    <section aria-labelledby="payment-heading" className="panel grid gap-4 p-4 sm:p-6">
      <h3 id="payment-heading" className="text-lg">
        Ways to pay
      </h3>
      {error && (
        <LoadProblem
          error={error}
          fallback="The setting could not be loaded."
          onRetry={desk.settings.refresh}
        />
      )}
      <label className="flex cursor-pointer items-start gap-3">
        <input
          type="checkbox"
          className="checkbox checkbox-sm checkbox-primary mt-0.5"
          aria-describedby={hint}
          disabled={areOffered === null}
          checked={areOffered ?? false}
          onChange={(event) => void desk.offerWallets(event.target.checked)}
        />
        <span className="min-w-0">Apple Pay and Google Pay</span>
      </label>
      <p id={hint} className="field-hint">
        Beside the card, for customers whose device has one of them. Stripe has to know the shop's address
        first: <code>npm run stripe -- setup</code> tells it.
      </p>
    </section>
  );
}
