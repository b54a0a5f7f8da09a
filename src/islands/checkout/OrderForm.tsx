import { useStore } from '@nanostores/react';
import type { Stripe } from '@stripe/stripe-js';
import { lazy, type ReactNode, type SubmitEvent, Suspense, useRef, useState } from 'react';
import { fieldOrder } from '../../client/checkout/checkout-form.ts';
import type { Checkout } from '../../client/checkout/checkout-types.ts';
import { priceText } from '../../client/checkout/checkout-words.ts';
import type { PaymentForm } from '../../client/checkout/payment-form.ts';
import { CardFields } from './CardFields.tsx';
import { Details } from './Details.tsx';
import { NoticeArea } from './NoticeArea.tsx';
import { PaymentSystemError } from './PaymentSystemError.tsx';
import { ProviderElements } from './ProviderElements.tsx';
import { QuestionChoice } from './QuestionChoice.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { usePaymentForm } from './use-payment-form.ts';

// Few are asked. Without it the island says that the page has to be loaded again, which keeps what was typed.
const AnotherReading = lazy(async () => ({ default: (await import('./AnotherReading.tsx')).AnotherReading }));

interface PaidOrderProps {
  checkout: Checkout<Stripe>;
  provider: Stripe;
  /** What stands above the button. */
  above: ReactNode;
}

/** The order form with its payment step. */
export function PaidOrder({ provider, ...form }: PaidOrderProps) {
  const price = useStore(form.checkout.$price);
  return (
    <ProviderElements provider={provider} price={price}>
      <PayableForm {...form} />
    </ProviderElements>
  );
}

/** The order form while the price is 0: there is no payment step. */
export function FreeOrder(form: Pick<PaidOrderProps, 'checkout' | 'above'>) {
  return (
    <OrderForm
      {...form}
      payment={null}
      canSubmit
      label="Get My Free Reading"
      anotherLabel="Order another free reading"
    />
  );
}

function PayableForm({ checkout, above }: Omit<PaidOrderProps, 'provider'>) {
  const payment = usePaymentForm();
  const price = useStore(checkout.$price);
  const missing = useStore(checkout.$missing);
  const [hasFields, setHasFields] = useState(false);
  return (
    <OrderForm
      checkout={checkout}
      above={above}
      payment={payment}
      canSubmit={payment !== null && hasFields}
      label={`Pay ${priceText(price)} & Get My Reading`}
      anotherLabel={`Order another reading for ${priceText(price)}`}
      obstacle={missing && <PaymentSystemError checks={missing} onRetry={() => void checkout.openAgain()} />}
    >
      {/* Out of sight it keeps the card that was typed. */}
      <fieldset className="form-step" hidden={missing !== null}>
        <legend className="form-step-title">Payment</legend>
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
  anotherLabel: string;
  /** What stands in place of the button when there is no way to order. */
  obstacle?: ReactNode;
  /** What stands above the button. */
  above: ReactNode;
  children?: ReactNode;
}

function OrderForm(props: OrderFormProps) {
  const { checkout, payment, canSubmit, label, anotherLabel, obstacle, above, children } = props;
  const isProcessing = useStore(checkout.$isProcessing);
  const notice = useStore(checkout.$notice);
  const element = useRef<HTMLFormElement>(null);
  const button = useKeptFocus(isProcessing || Boolean(obstacle));
  const question = notice?.kind === 'question' ? notice : null;

  async function send(order: (form: PaymentForm | null) => Promise<void>) {
    await order(payment);
    const errors = checkout.form.$errors.get();
    const firstWrong = fieldOrder.find((name) => errors[name]);
    const control = firstWrong && element.current?.elements.namedItem(firstWrong);
    if (control instanceof HTMLElement) control.focus();
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    // Enter in a field is no answer to a question.
    if (canSubmit && !obstacle && !question) await send(checkout.submit);
  }

  return (
    <form ref={element} noValidate onSubmit={submit} aria-label="Order your reading" className="space-y-8">
      <QuestionChoice form={checkout.form} />
      <Details form={checkout.form} />
      {children}
      {above}
      <div>
        {obstacle}
        {!obstacle && question && (
          <Suspense>
            <AnotherReading
              question={question}
              label={anotherLabel}
              canOrder={canSubmit}
              onOrder={() => void send(checkout.orderAnother)}
              onShow={checkout.showOrder}
            />
          </Suspense>
        )}
        {!obstacle && !question && (
          <button
            ref={button}
            type="submit"
            className="btn btn-primary btn-lg h-auto min-h-(--size) w-full py-2 text-base leading-snug sm:text-lg"
            disabled={!canSubmit || isProcessing}
          >
            {isProcessing ? 'Processing...' : label}
          </button>
        )}
        <NoticeArea notice={notice} onLook={() => void checkout.lookAgain(payment)} />
      </div>
    </form>
  );
}
