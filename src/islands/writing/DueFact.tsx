import { dueLabel, formatWeekday } from '../../client/format.ts';
import { classNames } from '../ui/class-names.ts';
import { useMinute } from './use-minute.ts';

/** When a reading is due, and how long that still is; it goes on while it is looked at. */
export function DueFact({ dueAt }: { dueAt: string }) {
  const due = dueLabel(dueAt, useMinute());
  return (
    <>
      {formatWeekday(dueAt)}{' '}
      <span className={classNames('whitespace-nowrap', due.isLate && 'font-semibold text-tone-error')}>
        ({due.left})
      </span>
    </>
  );
}
