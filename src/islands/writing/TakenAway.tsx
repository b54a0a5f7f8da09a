import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import type { ReadingDraft } from '../../client/readings/readings.ts';
import { isBlank } from '../../client/writing/autosave.ts';
import type { TakenOrder } from '../../client/writing/taken-orders.ts';
import { TypedTexts } from '../ui/errors/typed-texts.tsx';

interface TakenAwayProps {
  desk: ReaderDesk;
  /** Not while another order is written for. */
  isShown: boolean;
  /** Called when a notice goes. */
  onForgotten: () => void;
}

/** Says what became of each order that was taken away while it was written for. Nothing when none was. */
export function TakenAway({ desk, isShown, onForgotten }: TakenAwayProps) {
  const taken = useStore(desk.$taken);
  const notices = useRef<HTMLElement>(null);
  const last = taken[0]?.takenAt ?? '';
  const known = useRef(last);

  useEffect(() => {
    const box = notices.current;
    const isNew = last > known.current;
    known.current = last;
    if (!box || !isNew) return;
    box.scrollIntoView({ block: 'nearest' });
    // The field in which somebody may still type is not for that text any more.
    const takeFocus = () => {
      const { activeElement, body } = document;
      if (activeElement === body || box.closest('form')?.contains(activeElement)) box.focus();
    };
    takeFocus();
    // A dialog that was open for the order is closed only now.
    const timer = setTimeout(takeFocus);
    return () => clearTimeout(timer);
  }, [last]);

  if (!isShown || taken.length === 0) return null;
  return (
    <section
      ref={notices}
      tabIndex={-1}
      aria-label="Taken away"
      className="rounded-field border border-warning px-4 py-3"
    >
      <ul className="grid gap-4">
        {taken.map((order) => (
          <Notice
            key={order.orderId}
            desk={desk}
            order={order}
            onForget={() => {
              desk.forgetTaken(order.orderId);
              onForgotten();
            }}
          />
        ))}
      </ul>
    </section>
  );
}

interface NoticeProps {
  desk: ReaderDesk;
  order: TakenOrder;
  onForget: () => void;
}

function Notice({ desk, order: { orderId, orderNumber, why }, onForget }: NoticeProps) {
  const typed = useStore(desk.draftOf(orderId).$fields);
  const written = typed && !isBlank(typed) ? typed : null;
  return (
    <li className="grid gap-2">
      <p role="alert">
        <span className="font-semibold whitespace-nowrap">{orderNumber}</span>: {why}{' '}
        {written && 'What you wrote is kept on this device only, for you to copy.'}
      </p>
      {written && (
        <details>
          <summary className="cursor-pointer text-sm text-quiet">What you wrote for {orderNumber}</summary>
          <div className="mt-2 grid gap-2">
            <TypedTexts texts={textsOf(written, orderNumber)} />
          </div>
        </details>
      )}
      <div>
        <button type="button" className="btn btn-sm" onClick={onForget}>
          {written ? 'Discard the text' : 'Close'}
        </button>
      </div>
    </li>
  );
}

function textsOf({ content, internalNotes }: ReadingDraft, orderNumber: string) {
  return [
    { label: `Text for ${orderNumber}`, text: content },
    { label: `Notes for ${orderNumber}`, text: internalNotes },
  ].filter(({ text }) => text.trim());
}
