import { useStore } from '@nanostores/react';
import { memo, useId } from 'react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { readingTypeNames } from '../../client/format.ts';
import { classNames } from '../ui/class-names.ts';

interface OrderChoiceProps {
  desk: ReaderDesk;
  /** Which one is chosen; empty for none. */
  orderId: string;
  disabled: boolean;
  /** What is wrong with the choice. */
  error: string | null;
  /** Whether it stands on the page of an order, which says by itself what is chosen. */
  isPage: boolean;
}

/** Chooses the order that is written for. Not rendered again at every key: there may be a hundred. */
export const OrderChoice = memo(function OrderChoice(props: OrderChoiceProps) {
  const { desk, orderId, disabled, error, isPage } = props;
  const assignments = useStore(desk.$assignments);
  const field = useId();
  const problem = useId();
  return (
    <div className="flex min-w-0 grow basis-64 flex-wrap items-baseline gap-x-3 gap-y-1">
      <label htmlFor={field} className={classNames('font-semibold', isPage && 'max-sm:sr-only')}>
        Order
      </label>
      <select
        id={field}
        className="select min-w-0 grow basis-44"
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? problem : undefined}
        value={orderId}
        onChange={(event) => desk.select(event.target.value)}
      >
        <option value="">Select an order</option>
        {assignments.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {`${choice.orderNumber} - ${choice.customerName} (${readingTypeNames[choice.readingType] ?? choice.readingType})`}
          </option>
        ))}
      </select>
      {error && (
        <p id={problem} className="field-error basis-full" role="alert">
          {error}
        </p>
      )}
    </div>
  );
});
