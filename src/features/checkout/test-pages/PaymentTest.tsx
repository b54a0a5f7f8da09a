import { useElements } from '@stripe/react-stripe-js';
import { type SubmitEvent, useCallback, useEffect, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Island } from '../../../ui/errors/ErrorBoundary.tsx';
import { checkoutCalls, type PaymentForm } from '../checkout-calls.ts';
import { CardFields, loadProvider, PaymentLoading, ProviderElements } from '../PaymentFields.tsx';
import { beginTestPayment, payTest } from './payment-test.ts';

/** Shows the card form of `/stripe-test`. It opens a test payment as soon as it is shown. */
export function PaymentTest() {
  return (
    <Island>
      <Steps />
    </Island>
  );
}

function Steps() {
  /** Undefined while the payment starts; a sentence or null if it could not. */
  const [begun, setBegun] = useState<Awaited<ReturnType<typeof begin>>>();
  const [isPaid, setIsPaid] = useState(false);
  const start = useCallback(() => {
    setBegun(undefined);
    void begin().then(setBegun);
  }, []);
  useEffect(start, [start]);

  if (isPaid) {
    return (
      <p
        role="alert"
        className="rounded-field bg-tone-success-paper px-4 py-3 font-semibold text-tone-success"
      >
        Payment successful!
      </p>
    );
  }
  if (begun === undefined) return <PaymentLoading>Starting a test payment...</PaymentLoading>;
  if (begun === null || typeof begun === 'string') {
    return (
      <>
        <p role="alert" className="mb-4 text-tone-error">
          <strong>Failed to load payment form</strong>
          {begun && <span className="block">{begun}</span>}
        </p>
        <Button className="btn btn-primary" onClick={start}>
          Try again
        </Button>
      </>
    );
  }
  return (
    <ProviderElements provider={begun.provider} price={begun.price} currency={begun.currency}>
      <TestPayment clientSecret={begun.clientSecret} onPaid={() => setIsPaid(true)} />
    </ProviderElements>
  );
}

const begin = () => beginTestPayment(checkoutCalls, loadProvider);

function TestPayment({ clientSecret, onPaid }: { clientSecret: string; onPaid: () => void }) {
  const elements = useElements();
  const [payment, setPayment] = useState<PaymentForm | null>(null);
  const [isPaying, setIsPaying] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!payment || isPaying) return;
    setIsPaying(true);
    const problem = await payTest(payment, clientSecret, location.href);
    setIsPaying(false);
    setError(problem);
    if (problem === null) onPaid();
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5" aria-label="Test Payment">
      <h2 className="text-2xl">Test Payment</h2>
      <ul className="flex flex-wrap gap-2" aria-label="What is ready">
        <Readiness label="Provider" isReady />
        <Readiness label="Elements" isReady={elements !== null} />
        <Readiness label="Payment form" isReady={payment !== null} />
      </ul>
      <CardFields failure="Failed to load payment form" onReady={setPayment} />
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
      <Button
        type="submit"
        className="btn btn-primary"
        isBusy={isPaying}
        busyLabel="Processing..."
        disabled={!payment}
      >
        Pay
      </Button>
    </form>
  );
}

function Readiness({ label, isReady }: { label: string; isReady: boolean }) {
  return (
    <li className={isReady ? 'badge badge-success' : 'badge badge-warning'}>
      {label}: {isReady ? 'ready' : 'loading'}
    </li>
  );
}
