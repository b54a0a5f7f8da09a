import type { ReaderOrder } from '../../shared/orders/orders.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { classNames } from '../ui/class-names.ts';
import { useMinute } from './use-minute.ts';

/** When a reading is due, and how long that still is, which goes on while it is looked at; or what it waits for. */
export function DueFact({ order: { dueAt, waitsSince } }: { order: ReaderOrder }) {
  const now = useMinute();
  const { dueLabel, deadline, waiting } = useBusinessDays();
  if (dueAt === null) return waitsSince && <span key="waits">{waiting(waitsSince)}</span>;
  const due = dueLabel(dueAt, now);
  return (
    <span key="due">
      {deadline(dueAt)}{' '}
      <span className={classNames('whitespace-nowrap', due.isLate && 'font-semibold text-tone-error')}>
        ({due.left})
      </span>
    </span>
  );
}
