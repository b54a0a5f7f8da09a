import { useStore } from '@nanostores/react';
import type { Stripe } from '@stripe/stripe-js';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { type Checkout, type PaymentForm, priceText } from '../../client/checkout/checkout.ts';
import { fieldOrder } from '../../client/checkout/checkout-form.ts';
import { classNames } from '../ui/class-names.ts';
import { useKeptFocus } from '../ui/use-kept-focus.ts';
import { CardFields } from './CardFields.tsx';
import { Details } from './Details.tsx';
import { ProviderElements } from './ProviderElements.tsx';
import { QuestionChoice } from './QuestionChoice.tsx';
import { usePaymentForm } from './use-payment-form.ts';

interface PaidOrderProps {
  checkout: Checkout<Stripe>;
  payable: { provider: Stripe; clientSecret: string };
}

/** The order form with its payment step. */
export function PaidOrder({ checkout, payable }: PaidOrderProps) {
  return (
    <ProviderElements provider={payable.provider} clientSecret={payable.clientSecret}>
      <PayableForm checkout={checkout} />
    </ProviderElements>
  );
}

/** The order form while the price is 0: there is no payment step. */
export function FreeOrder({ checkout }: { checkout: Checkout<Stripe> }) {
  return <OrderForm checkout={checkout} payment={null} canSubmit label="Get My Free Reading" />;
}

function PayableForm({ checkout }: { checkout: Checkout<Stripe> }) {
  const payment = usePaymentForm();
  const price = useStore(checkout.$price);
  const [hasFields, setHasFields] = useState(false);
  return (
    <OrderForm
      checkout={checkout}
      payment={payment}
      canSubmit={payment !== null && hasFields}
      label={`Pay ${priceText(price)} & Get My Reading`}
    >
      <fieldset className="form-step">
        <legend className="form-step-title">Payment</legend>
        <p className="flex items-baseline justify-between gap-4 border-y border-hairline py-2.5">
          Personal written reading <span className="font-display text-2xl">{priceText(price)}</span>
        </p>
        <CardFields onReady={() => setHasFields(true)} />
      </fieldset>
    </OrderForm>
  );
}

interface OrderFormProps {
  checkout: Checkout<Stripe>;
  payment: PaymentForm | null;
  canSubmit: boolean;
  label: string;
  children?: ReactNode;
}

function OrderForm({ checkout, payment, canSubmit, label, children }: OrderFormProps) {
  const isProcessing = useStore(checkout.$isProcessing);
  const notice = useStore(checkout.$notice);
  const element = useRef<HTMLFormElement>(null);
  const button = useKeptFocus(isProcessing);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (!canSubmit) return;
    await checkout.submit(payment);
    const errors = checkout.form.$errors.get();
    const firstWrong = fieldOrder.find((name) => errors[name]);
    const control = firstWrong && element.current?.elements.namedItem(firstWrong);
    if (control instanceof HTMLElement) control.focus();
  }

  return (
    <form ref={element} noValidate onSubmit={submit} aria-label="Order your reading" className="space-y-8">
      <QuestionChoice form={checkout.form} />
      <Details form={checkout.form} />
      {children}
      <div>
        {notice && (
          <p
            className={classNames(
              'mb-4 rounded-field px-4 py-3 wrap-anywhere',
              notice.isFailure
                ? 'bg-(--tone-error-paper) text-(--tone-error)'
                : 'bg-(--tone-warning-paper) text-(--tone-warning)',
            )}
          >
            {notice.text}
          </p>
        )}
        <button
          ref={button}
          type="submit"
          className="btn btn-primary btn-lg h-auto min-h-(--size) w-full py-2 text-base leading-snug sm:text-lg"
          disabled={!canSubmit || isProcessing}
        >
          {isProcessing ? 'Processing...' : label}
        </button>
      </div>
    </form>
  );
}
