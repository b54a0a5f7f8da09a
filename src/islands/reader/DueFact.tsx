import { useEffect, useState } from 'react';
import { formatWeekday, timeLeft } from '../../client/format.ts';
import { classNames } from '../ui/class-names.ts';

const minute = 60_000;

/** When a reading is due, and how long that still is; it goes on while it is looked at. */
export function DueFact({ dueAt }: { dueAt: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(dueAt, now);
  return (
    <>
      {formatWeekday(dueAt)}{' '}
      <span className={classNames('whitespace-nowrap', left.isLate && 'font-semibold text-(--tone-error)')}>
        ({left.text})
      </span>
    </>
  );
}
