import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { plural } from '../../../shared/counted-text.ts';
import type { Order } from '../../../shared/orders/order-schema.ts';
import { Button } from '../../../ui/Button.tsx';
import { Options } from '../../../ui/forms/choices.tsx';
import { useForm } from '../../../ui/forms/use-form.ts';
import { passFocusOnRemoval } from '../../../ui/pass-focus-on-removal.ts';
import { useDeskStore, useRunning } from '../../desk/desk-hooks.ts';
import { readerLabel } from '../../people/reader-choice.ts';
import { createOrderDesk } from '../order-desk.ts';

/** The initial choice, which keeps orders from being assigned by mistake. */
const unchosen = 'unchosen';

/** Renders the bar that assigns or exports the selected orders; nothing if none is selected. */
export function BulkBar() {
  const { selection } = useDeskStore(createOrderDesk);
  const picked = useStore(selection.$picked);
  const isAnyRefused = useStore(selection.$refused).length > 0;
  return (picked.length > 0 || isAnyRefused) && <Bar picked={picked} />;
}

function Bar({ picked }: { picked: Order[] }) {
  const { selection, readers } = useDeskStore(createOrderDesk);
  const { data: people = [] } = useStore(readers.$state);
  const isBusy = useRunning('selection') !== undefined;
  const progress = useStore(selection.$progress);
  const refused = useStore(selection.$refused);
  /** Approved orders, which stay with their reader. */
  const settled = picked.filter(({ status }) => status === 'approved').length;
  const choice = useRef<HTMLSelectElement>(null);
  const { fields, write, onSubmit } = useForm({
    stored: { reader: unchosen },
    async save({ reader }) {
      const isAssigned = await selection.assign(reader || null);
      // The button is disabled until another reader is chosen.
      if (isAssigned) choice.current?.focus();
      return isAssigned;
    },
  });
  const { reader } = fields;

  return (
    <section
      ref={passFocusOnRemoval}
      aria-label="Selected orders"
      className="panel sticky bottom-[calc(0.75rem+var(--held-height,0rem))] z-10 mt-4 flex flex-wrap items-center gap-3 px-4 py-3 shadow-lg"
    >
      <p role="status" className="font-semibold tabular-nums">
        {picked.length} selected
      </p>
      <form className="flex flex-wrap items-center gap-2" onSubmit={onSubmit}>
        <select
          ref={choice}
          data-reader-choice
          aria-label="Reader for the selected orders"
          className="select select-sm w-48"
          disabled={isBusy}
          value={reader}
          onChange={(event) => write({ reader: event.target.value })}
        >
          <option value={unchosen}>Choose a reader</option>
          <Options of={people.map((person) => [person.id, readerLabel(person)])} />
          <option value="">Unassigned</option>
        </select>
        <Button
          type="submit"
          className="btn btn-primary btn-sm"
          isBusy={isBusy}
          busyLabel={progress?.done ? `Assigning… ${progress.done} of ${progress.of}` : 'Assigning…'}
          disabled={reader === unchosen || picked.length === settled}
        >
          Assign
        </Button>
      </form>
      <Button onClick={selection.download}>Export selected</Button>
      <Button className="btn btn-ghost btn-sm ml-auto" onClick={selection.clear}>
        Clear selection
      </Button>
      {settled > 0 && refused.length === 0 && (
        <p className="basis-full text-sm">
          {`${settled} of them ${plural(settled, 'is', 'are')} approved and ${plural(settled, 'stays', 'stay')} with ${plural(settled, 'its reader', 'their readers')}.`}
        </p>
      )}
      {refused.length > 0 && (
        <ul aria-label="Not reassigned" className="basis-full text-sm">
          {[...Map.groupBy(refused, ({ message }) => message)].map(([message, orders]) => (
            <li key={message} className="wrap-anywhere">
              <span className="font-semibold tabular-nums">{nameSome(orders)}</span>: {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function nameSome(orders: { orderNumber: string }[]): string {
  const named = orders.slice(0, 3).map(({ orderNumber }) => orderNumber);
  return `${named.join(', ')}${orders.length > 3 ? ` and ${orders.length - 3} more` : ''}`;
}
