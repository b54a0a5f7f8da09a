import { useEffect, useRef } from 'react';
import type { CheckoutNotice } from './checkout-state.ts';

interface AnotherReadingProps {
  question: Extract<CheckoutNotice, { kind: 'question' }>;
  label: string;
  canOrder: boolean;
  onOrder: () => void;
  onShow: () => void;
}

/**
 * Replaces the Pay button after a paid order and asks whether this form is for another reading.
 * `canOrder` enables the button that orders it.
 */
export function AnotherReading({ question, label, canOrder, onOrder, onShow }: AnotherReadingProps) {
  const group = useRef<HTMLFieldSetElement>(null);

  useEffect(() => {
    // The focus stays in a field the customer is writing in: then the question is only announced.
    const isFree = document.activeElement === document.body;
    if (question.isAnswer || isFree) group.current?.focus();
  }, [question]);

  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      className="rounded-field border border-base-300 bg-tone-warning-paper p-4"
      aria-labelledby="another-reading"
      aria-describedby="another-reading-text"
    >
      <p id="another-reading" role="alert" className="font-semibold wrap-anywhere">
        Your order {question.orderNumber} is paid. Do you want to order another reading?
      </p>
      <p id="another-reading-text" className="mt-1">
        What you typed here is saved, and you haven’t been charged for it.
      </p>
      <button
        type="button"
        className="btn btn-primary btn-lg mt-4 w-full text-base leading-[1.2]"
        disabled={!canOrder}
        onClick={onOrder}
      >
        {label}
      </button>
      <button type="button" className="btn mt-3 w-full" onClick={onShow}>
        View my order {question.orderNumber}
      </button>
    </fieldset>
  );
}
