import { useStore } from '@nanostores/react';
import { useElements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { type SubmitEvent, useEffect, useState } from 'react';
import { checkoutCalls } from '../../client/checkout/checkout-calls.ts';
import type { PaymentForm } from '../../client/checkout/payment-form.ts';
import { loadProvider } from '../../client/checkout/payment-provider.ts';
import { createPaymentTest, type PaymentTest as Test } from '../../client/test-pages/payment-test.ts';
import { CardFields, PaymentLoading, ProviderElements } from '../checkout/PaymentFields.tsx';
import { WorkingButton } from '../ui/ActionButton.tsx';
import { Island } from '../ui/errors/Island.tsx';

export function PaymentTest() {
  return (
    <Island>
      <Steps />
    </Island>
  );
}

function Steps() {
  const [test] = useState(() =>
    createPaymentTest({ calls: checkoutCalls, loadProvider, returnUrl: () => location.href }),
  );
  const state = useStore(test.$state);
  useEffect(() => void test.start(), [test]);

  switch (state.name) {
    case 'ready':
      return (
        <ProviderElements provider={state.provider} price={state.price}>
          <TestPayment test={test} />
        </ProviderElements>
      );
    case 'paid':
      return (
        <p
          role="alert"
          className="rounded-field bg-tone-success-paper px-4 py-3 font-semibold text-tone-success"
        >
          Payment successful!
        </p>
      );
    case 'failed':
      return (
        <>
          <p role="alert" className="mb-4 text-tone-error">
            <strong>{state.message}</strong>
            {state.detail && <span className="block">{state.detail}</span>}
          </p>
          <button type="button" className="btn btn-primary" onClick={() => void test.start()}>
            Try again
          </button>
        </>
      );
    case 'starting':
      return <PaymentLoading>Starting a test payment...</PaymentLoading>;
  }
}

function TestPayment({ test }: { test: Test<Stripe> }) {
  const elements = useElements();
  const [payment, setPayment] = useState<PaymentForm | null>(null);
  const isPaying = useStore(test.$isPaying);
  const error = useStore(test.$error);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (payment) void test.pay(payment);
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-5" aria-labelledby="test-payment">
      <h2 id="test-payment" className="text-2xl">
        Test Payment
      </h2>
      <ul className="flex flex-wrap gap-2" aria-label="What is ready">
        <Readiness label="Provider" isReady />
        <Readiness label="Elements" isReady={elements !== null} />
        <Readiness label="Payment form" isReady={payment !== null} />
      </ul>
      <CardFields onReady={setPayment} />
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
      <WorkingButton type="submit" className="btn btn-primary" isBusy={isPaying} disabled={!payment}>
        {isPaying ? 'Processing...' : 'Pay'}
      </WorkingButton>
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
