import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $hasToaster, $toast } from '../../lib/toasts.ts';
import { classNames } from '../../ui/class-names.ts';
import type { CheckoutNotice } from './checkout-texts.ts';

/** Shows the notice under the Pay button; nothing for a question, or while a toast shows the same text. */
export function NoticeArea({ notice, onLook }: { notice: CheckoutNotice | null; onLook: () => void }) {
  const toast = useStore($toast);
  const hasToaster = useStore($hasToaster);
  const text = notice && notice.kind !== 'question' ? notice.text : '';
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

interface AnotherReadingProps {
  question: Extract<CheckoutNotice, { kind: 'question' }>;
  label: string;
  canOrder: boolean;
  onOrder: () => void;
  onShow: () => void;
}

/** Replaces the Pay button while an order is paid that this form may not belong to. */
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
        Your order {question.orderNumber} is paid. Is this another reading?
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
