import { useCallback } from 'react';
import { serverNow } from '../../../client/desk/server-clock.ts';
import type { OrderAction } from '../../../client/orders/order-detail.ts';
import { counted } from '../../../shared/plural.ts';
import type { Reading } from '../../../shared/readings/readings.ts';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { useBetweenPresses } from '../../desk/use-between-presses.ts';
import { classNames } from '../../ui/class-names.ts';
import { QueueCard } from './QueueCard.tsx';

interface QueueProps {
  pending: Reading[];
  /** The number of the order whose reading is open; empty when none is. */
  chosen: string;
}

/** What waits, the most urgent first. Beside a reading that is open it scrolls by itself. */
export function Queue({ pending, chosen }: QueueProps) {
  const { detail, review } = useAdminDesk();
  const { dueLabel, waiting } = useBusinessDays();
  const shown = useBetweenPresses(pending);
  const act = useCallback(
    (reading: Reading, action?: OrderAction) => {
      review.choose(reading);
      if (action) detail.ask(action, reading.orderId);
    },
    [detail, review],
  );
  const now = serverNow();
  const rows = shown.map((reading) => {
    const { dueAt, orderNumber } = reading.order;
    return { reading, due: dueAt ? dueLabel(dueAt, now) : null, isChosen: orderNumber === chosen };
  });
  const late = rows.filter(({ due }) => due?.isLate).length;
  return (
    <div
      className={classNames(
        'roomy:sticky roomy:top-4 roomy:flex roomy:max-h-[calc(100svh-2rem-var(--held-height,0rem))] roomy:flex-col',
        chosen !== '' && '@max-4xl/review:hidden',
      )}
    >
      <p className="mb-2 text-sm text-quiet">
        {counted(shown.length, 'reading')}
        {shown.length > 1 && ', the most urgent first'}
        {late > 0 && <span className="font-semibold text-tone-error">{` · ${late} late`}</span>}
      </p>
      <ol
        aria-label="Readings pending approval"
        className="panel divide-y divide-base-300 roomy:min-h-0 roomy:overflow-y-auto"
      >
        {rows.map(({ reading, due, isChosen }) => (
          <QueueCard
            key={reading.id}
            reading={reading}
            due={due?.text ?? (reading.order.waitsSince ? waiting(reading.order.waitsSince) : '')}
            isLate={due?.isLate ?? false}
            isChosen={isChosen}
            isBrief={chosen !== ''}
            onAct={act}
          />
        ))}
      </ol>
    </div>
  );
}
