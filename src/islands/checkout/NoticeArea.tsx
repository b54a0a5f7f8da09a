import { useStore } from '@nanostores/react';
import type { CheckoutNotice } from '../../client/checkout/checkout-words.ts';
import { $hasToaster, $toast, isToasted } from '../../client/toasts.ts';
import { classNames } from '../ui/class-names.ts';

interface NoticeAreaProps {
  notice: CheckoutNotice | null;
  /** Asks what became of a payment that takes long. */
  onLook: () => void;
}

/** What there is to know after the button was pressed. What a toast is telling is not told here, too. */
export function NoticeArea({ notice, onLook }: NoticeAreaProps) {
  const toast = useStore($toast);
  const hasToaster = useStore($hasToaster);
  const text = notice && notice.kind !== 'question' ? notice.text : '';
  const isQuiet = notice?.kind === 'waiting' || notice?.kind === 'slow';
  const shown = isToasted(toast, hasToaster, text) ? '' : text;
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
