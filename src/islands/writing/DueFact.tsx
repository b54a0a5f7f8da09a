import { dueLabel, formatWeekday, waitingText } from '../../client/format.ts';
import type { ReaderOrder } from '../../shared/orders/orders.ts';
import { classNames } from '../ui/class-names.ts';
import { useMinute } from './use-minute.ts';

/** When a reading is due, and how long that still is, which goes on while it is looked at; or what it waits for. */
export function DueFact({ order: { dueAt, waitsSince } }: { order: ReaderOrder }) {
  const now = useMinute();
  if (dueAt === null) return waitsSince && waitingText(waitsSince);
  const due = dueLabel(dueAt, now);
  return (
    <>
      {formatWeekday(dueAt)}{' '}
      <span className={classNames('whitespace-nowrap', due.isLate && 'font-semibold text-tone-error')}>
        ({due.left})
      </span>
    </>
  );
}
