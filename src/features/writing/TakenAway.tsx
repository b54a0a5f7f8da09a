import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { ReaderOrder } from '../../shared/orders/order-schema.ts';
import { Button } from '../../ui/Button.tsx';
import { TypedTexts } from '../../ui/errors/typed-texts.tsx';
import { readingTexts } from '../readings/UnsavedText.tsx';
import type { ReaderDesk } from './reader-desk.ts';
import type { TakenOrder } from './taken-orders.ts';

/** Lists the orders taken from the reader, or only `order`, with reasons and unsent texts; nothing without any. */
export function TakenAway(props: { desk: ReaderDesk; order: ReaderOrder | null; onForgotten: () => void }) {
  const { desk, order: shown, onForgotten } = props;
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
    // A dialog that was open for the order closes after this.
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

function Notice({ order, onForget }: { order: TakenOrder; onForget: () => void }) {
  const { orderNumber, why, isHandedIn } = order;
  const texts = readingTexts(order).map(({ label, text }) => ({
    label: `${label} for ${orderNumber}`,
    text,
  }));
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
            <TypedTexts texts={texts} />
          </div>
        </details>
      )}
      <div>
        <Button onClick={onForget}>{isWritten ? 'Discard the text' : 'Close'}</Button>
      </div>
    </li>
  );
}
