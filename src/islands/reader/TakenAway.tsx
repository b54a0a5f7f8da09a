import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { ReaderDesk } from '../../client/desk/reader-desk.ts';

interface TakenAwayProps {
  desk: ReaderDesk;
  /** Called when the notice goes. */
  onForgotten: () => void;
}

/** Says what became of an order that was taken away while it was written for. Nothing when none was. */
export function TakenAway({ desk, onForgotten }: TakenAwayProps) {
  const taken = useStore(desk.$taken);
  const notice = useRef<HTMLElement>(null);
  const orderNumber = taken?.orderNumber;

  useEffect(() => {
    if (!orderNumber) return;
    notice.current?.scrollIntoView({ block: 'nearest' });
    // A dialog that was open for the order is closed, and what it was opened with cannot be used any more.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) notice.current?.focus();
    });
    return () => clearTimeout(timer);
  }, [orderNumber]);

  if (!taken) return null;
  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-label="Taken away"
      className="grid justify-items-start gap-2 rounded-field border border-warning px-4 py-3"
    >
      <p role="alert">
        <span className="font-semibold whitespace-nowrap">{taken.orderNumber}</span>: {taken.why}{' '}
        {taken.hasText && 'What you wrote still stands below, for you to copy.'}
      </p>
      <button
        type="button"
        className="btn btn-sm"
        onClick={() => {
          desk.forgetTaken();
          onForgotten();
        }}
      >
        {taken.hasText ? 'Discard the text' : 'Close'}
      </button>
    </section>
  );
}
