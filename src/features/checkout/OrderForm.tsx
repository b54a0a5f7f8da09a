import { useStore } from '@nanostores/react';
import type { Stripe } from '@stripe/stripe-js';
import {
  type ReactNode,
  type SubmitEvent,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { pageStorage } from '../../lib/page-storage.ts';
import { retriable } from '../../lib/retriable.ts';
import { $hasToaster, $toast } from '../../lib/toasts.ts';
import { classNames } from '../../ui/class-names.ts';
import { useLazyComponent } from '../../ui/use-lazy-component.ts';
import type { PaymentForm } from './checkout-calls.ts';
import { findCode } from './checkout-memory.ts';
import type { CheckoutNotice, PaymentChecks } from './checkout-state.ts';
import type { CheckoutStore } from './checkout-store.ts';
import { Details } from './Details.tsx';
import {
  type CheckoutErrors,
  emptyFieldsOf,
  fieldNames,
  formAtWork,
  formBegun,
  formCleared,
  readFields,
} from './form-fields.ts';
import { priceText } from './order-form-store.ts';
import { CardFields, PaymentLoading, ProviderElements } from './PaymentFields.tsx';

const loadCodeField = retriable(() => import('./LazyFields.tsx'), 'CodeField');
const loadOrderLines = retriable(() => import('./LazyFields.tsx'), 'OrderLines');
const loadAnotherReading = retriable(() => import('./AnotherReading.tsx'), 'AnotherReading');

interface OrderFormProps {
  checkout: CheckoutStore<Stripe>;
  above: ReactNode;
  wallets: boolean;
  hasCodes?: boolean | undefined;
  onFocus: () => void;
}

export function OrderForm({ checkout, above, wallets, hasCodes, onFocus }: OrderFormProps) {
  // Deferred: drawing the payment step at once would block a slow phone.
  const state = useDeferredValue(useStore(checkout.form.$provider));
  const checks = useStore(checkout.$missing);
  const offer = useStore(checkout.form.$offer);
  const price = useStore(checkout.form.$price);
  const isProcessing = useStore(checkout.$isProcessing);
  const notice = useStore(checkout.$notice);
  const [linkedCode] = useState(() => globalThis.location && findCode(pageStorage, location.search));
  const CodeField = useLazyComponent(loadCodeField, hasCodes || linkedCode);
  const OrderLines = useLazyComponent(loadOrderLines, useStore(checkout.form.$hasLines));
  const [payment, setPayment] = useState<PaymentForm | null>(null);
  const element = useRef<HTMLFormElement>(null);

  const question = notice?.kind === 'question' ? notice : null;
  const AnotherReading = useLazyComponent(loadAnotherReading, question);
  const canSubmit = state.name === 'free' || payment !== null;
  const button = useKeptFocus(isProcessing || checks !== null || question !== null, canSubmit);
  const priced = priceText(price, offer);
  const label = price === 0 ? 'Get My Free Reading' : `Pay ${priced} & Get My Reading`;
  const anotherLabel = price === 0 ? 'Order another free reading' : `Order another reading for ${priced}`;

  useLayoutEffect(() => {
    if (element.current) checkout.form.adopt(readFields(element.current));
  }, [checkout]);

  useEffect(() => {
    element.current?.addEventListener(formBegun, () => checkout.begin());
    element.current?.addEventListener(formCleared, ({ target }) =>
      checkout.form.adopt(emptyFieldsOf(target as HTMLFormElement)),
    );
    element.current?.dispatchEvent(new Event(formAtWork));
  }, [checkout]);

  async function send(order: (form: PaymentForm | null) => Promise<void>) {
    await order(payment);
    if (element.current) focusFirstWrong(element.current, checkout.form.$errors.get());
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    // Enter in a field does not answer a question.
    if (checks || question) return;
    await send(checkout.submit);
  }

  return (
    // Keeps the browser from sending the form before its scripts run: this method works only in a dialog.
    <form
      ref={element}
      method="dialog"
      // The browser's own copy would return after paying, when our draft is already deleted.
      autoComplete="off"
      noValidate
      onFocus={onFocus}
      onSubmit={submit}
      aria-label="Order your reading"
      className="space-y-8"
    >
      <Details form={checkout.form} offer={offer} />
      {CodeField && <CodeField checkout={checkout} />}
      {price > 0 && (
        // Hidden instead of removed, so that it keeps the typed card.
        <fieldset className="form-step" hidden={checks !== null}>
          <legend className="form-step-title">Payment</legend>
          {state.name === 'ready' ? (
            <ProviderElements provider={state.provider} price={price} currency={offer.currency}>
              <CardFields wallets={wallets} onReady={setPayment} />
            </ProviderElements>
          ) : (
            <div className="payment-fields">
              <PaymentLoading>Loading checkout...</PaymentLoading>
            </div>
          )}
        </fieldset>
      )}
      {above}
      {OrderLines && <OrderLines checkout={checkout} />}
      <div>
        {checks && <PaymentSystemError checks={checks} onRetry={() => void checkout.retry()} />}
        {!checks && question && AnotherReading && (
          <AnotherReading
            question={question}
            label={anotherLabel}
            canOrder={canSubmit}
            onOrder={() => void send(checkout.orderAnother)}
            onShow={checkout.showOrder}
          />
        )}
        {notice?.kind === 'declined' && (
          <div role="alert" className="mb-4">
            <Words text={notice.text} isFailure />
          </div>
        )}
        {!checks && !question && (
          <button
            ref={button}
            type="submit"
            className="btn btn-primary btn-lg w-full text-base leading-[1.2] sm:text-lg"
            disabled={isProcessing || !canSubmit}
          >
            {isProcessing ? 'Processing...' : label}
          </button>
        )}
        {/* Screen readers announce a change here, but not on the button. */}
        <p role="status" className="sr-only">
          Your total is {priced}.
        </p>
        <NoticeArea notice={notice} onLook={() => void checkout.lookAgain(payment)} />
      </div>
    </form>
  );
}

function focusFirstWrong(form: HTMLFormElement, errors: CheckoutErrors): void {
  const firstWrong = fieldNames(form).find((name) => errors[name]);
  const control = firstWrong && form.elements.namedItem(firstWrong);
  const [radio] = control instanceof RadioNodeList ? control : [control];
  const addOn = errors.addOns && form.querySelector('[name^="add-on-"]:checked');
  const wrong = radio ?? addOn;
  if (wrong instanceof HTMLElement) wrong.focus();
}

/** Returns the focus to a button that was disabled or hidden, unless the focus has moved elsewhere. */
function useKeptFocus(isBusy: boolean, canFocus: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const isOwed = useRef(false);
  useEffect(() => {
    if (isBusy) isOwed.current = true;
    else if (isOwed.current && canFocus) {
      isOwed.current = false;
      if (document.activeElement === document.body) button.current?.focus();
    }
  }, [isBusy, canFocus]);
  return button;
}

function PaymentSystemError({ checks, onRetry }: { checks: PaymentChecks; onRetry: () => void }) {
  const check = (isThere: boolean, label: string) => (
    <li className="flex items-center gap-2">
      <span aria-hidden="true" className={isThere ? 'text-tone-success' : 'text-tone-error'}>
        {isThere ? '✓' : '✗'}
      </span>
      {label}: {isThere ? 'present' : 'missing'}
    </li>
  );
  return (
    <section role="alert" aria-label="Payment System Error">
      <h3 className="text-2xl text-tone-error">Payment System Error</h3>
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

/** Shows the notice under the Pay button, unless it is a question or a toast shows the same text. */
function NoticeArea({ notice, onLook }: { notice: CheckoutNotice | null; onLook: () => void }) {
  const toast = useStore($toast);
  const hasToaster = useStore($hasToaster);
  const text = notice && 'text' in notice && notice.kind !== 'declined' ? notice.text : '';
  const isQuiet = notice?.kind === 'waiting' || notice?.kind === 'slow';
  const isToasted = hasToaster && toast?.isOpen && toast.description === text;
  const shown = isToasted ? '' : text;
  return (
    <>
      {/* Failures and news are announced by their toasts. */}
      <div role="status">{isQuiet && <Words text={shown} isFailure={false} />}</div>
      {!isQuiet && shown && <Words text={shown} isFailure={notice?.kind === 'failure'} />}
      {notice?.kind === 'slow' && notice.canLook && (
        <button type="button" className="btn mt-3" onClick={onLook}>
          Check again
        </button>
      )}
    </>
  );
}

function Words({ text, isFailure }: { text: string; isFailure: boolean }) {
  return (
    <p
      className={classNames(
        'mt-4 rounded-field px-4 py-3 wrap-anywhere',
        isFailure ? 'bg-tone-error-paper text-tone-error' : 'bg-tone-warning-paper text-tone-warning',
      )}
    >
      {text}
    </p>
  );
}
