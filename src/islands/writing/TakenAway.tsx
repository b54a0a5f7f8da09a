import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { readingTexts } from '../../client/readings/reading-texts.ts';
import type { TakenOrder } from '../../client/writing/taken-orders.ts';
import type { ReaderOrder } from '../../shared/orders/orders.ts';
import { TypedTexts } from '../ui/errors/typed-texts.tsx';

interface TakenAwayProps {
  desk: ReaderDesk;
  /** The order whose page it is, where the others are not told of. */
  order: ReaderOrder | null;
  /** Called when a notice goes. */
  onForgotten: () => void;
}

/** Says what became of each order that was taken away, or submitted elsewhere, while its reader wrote for it. */
export function TakenAway({ desk, order: shown, onForgotten }: TakenAwayProps) {
  const everything = useStore(desk.$taken);
  const taken = everything.filter(({ orderId }) => !shown || orderId === shown.id);
  const notices = useRef<HTMLElement>(null);
  const last = everything[0]?.takenAt ?? '';
  const known = useRef(last);

  useEffect(() => {
    const box = notices.current;
    const isNew = last > known.current;
    known.current = last;
    if (!box || !isNew) return;
    box.scrollIntoView({ block: 'nearest' });
    // The field that the reader may still type in no longer belongs to that text.
    const takeFocus = () => {
      const { activeElement, body } = document;
      if (activeElement === body || box.closest('form, article')?.contains(activeElement)) box.focus();
    };
    takeFocus();
    // A dialog that was open for the order is closed only now.
    const timer = setTimeout(takeFocus);
    return () => clearTimeout(timer);
  }, [last]);

  if (taken.length === 0) return null;
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
            key={`${order.orderId} ${order.takenAt}`}
            order={order}
            onForget={() => {
              desk.forgetTaken(order);
              onForgotten();
            }}
          />
        ))}
      </ul>
    </section>
  );
}

interface NoticeProps {
  order: TakenOrder;
  onForget: () => void;
}

function Notice({ order, onForget }: NoticeProps) {
  const { orderNumber, why, isHandedIn } = order;
  const texts = readingTexts(order);
  const isWritten = texts.length > 0;
  return (
    <li className="grid gap-2">
      <p role="alert">
        <span className="font-semibold whitespace-nowrap">{orderNumber}</span>: {why}{' '}
        {isWritten && (
          <span>
            {isHandedIn
              ? 'What you wrote here is different. It is saved on this device only, for you to copy.'
              : 'What you wrote is saved on this device only, for you to copy.'}
          </span>
        )}
      </p>
      {isWritten && (
        <details>
          <summary className="cursor-pointer text-sm text-quiet">What you wrote for {orderNumber}</summary>
          <div className="mt-2 grid gap-2">
            <TypedTexts
              texts={texts.map(({ label, text }) => ({
                label: `${label} for ${orderNumber}`,
                text,
              }))}
            />
          </div>
        </details>
      )}
      <div>
        <button type="button" className="btn btn-sm" onClick={onForget}>
          {isWritten ? 'Discard the text' : 'Close'}
        </button>
      </div>
    </li>
  );
}
