import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { readerLabel } from '../../client/people/reader-choice.ts';
import type { Order } from '../../shared/orders/orders.ts';
import { plural } from '../../shared/plural.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useRunning } from '../desk/use-running.ts';
import { ActionButton } from '../ui/ActionButton.tsx';
import { submitForm } from '../ui/forms/submit-form.ts';
import { handsOnFocus } from '../ui/hands-on-focus.ts';

/** The initial choice, so that orders are never assigned by an oversight. */
const unchosen = 'unchosen';

/** What can be done to the picked rows; there as soon as one is picked, and while there is more to say of one. */
export function BulkBar() {
  const { selection } = useAdminDesk();
  const picked = useStore(selection.$picked);
  const count = picked.length;
  const isLeft = useStore(selection.$left).length > 0;
  // Another selection is another bar: what was chosen for the last one is not meant for it.
  return (count > 0 || isLeft) && <Bar count={count} settled={picked.filter(isSettled).length} />;
}

interface BarProps {
  count: number;
  /** How many of them stay with their reader. */
  settled: number;
}

function Bar({ count, settled }: BarProps) {
  const { selection, readers, work } = useAdminDesk();
  const { data: people = [] } = useStore(readers.$state);
  const running = useRunning(work, 'selection');
  const progress = useStore(selection.$progress);
  const left = useStore(selection.$left);
  const [reader, setReader] = useState(unchosen);
  const choice = useRef<HTMLSelectElement>(null);

  async function assign() {
    if (!(await selection.assign(reader || null))) return;
    setReader(unchosen);
    // The button is off until another reader is chosen.
    choice.current?.focus();
  }

  return (
    <section
      ref={handsOnFocus}
      aria-label="Selected orders"
      className="panel sticky bottom-[calc(0.75rem+var(--held-height,0rem))] z-10 mt-4 flex flex-wrap items-center gap-3 px-4 py-3 shadow-lg"
    >
      <p role="status" className="font-semibold tabular-nums">
        {count} selected
      </p>
      <form className="flex flex-wrap items-center gap-2" onSubmit={(event) => submitForm(event, assign)}>
        <select
          ref={choice}
          data-reader-choice
          aria-label="Reader for the selected orders"
          className="select select-sm w-48"
          disabled={running !== undefined}
          value={reader}
          onChange={(event) => setReader(event.target.value)}
        >
          <option value={unchosen}>Choose a reader</option>
          {people.map((person) => (
            <option key={person.id} value={person.id}>
              {readerLabel(person)}
            </option>
          ))}
          <option value="">Unassigned</option>
        </select>
        <ActionButton
          type="submit"
          className="btn btn-primary btn-sm"
          isBusy={running !== undefined}
          busyLabel={progress?.done ? `Assigning… ${progress.done} of ${progress.of}` : 'Assigning…'}
          disabled={reader === unchosen || count === settled}
        >
          Assign
        </ActionButton>
      </form>
      <button type="button" className="btn btn-sm" onClick={selection.download}>
        Export selected
      </button>
      <button type="button" className="btn btn-ghost btn-sm ml-auto" onClick={selection.clear}>
        Clear selection
      </button>
      {settled > 0 && left.length === 0 && (
        <p className="basis-full text-sm">
          {`${settled} of them ${plural(settled, 'is', 'are')} approved and ${plural(settled, 'stays', 'stay')} with ${plural(settled, 'its reader', 'their readers')}.`}
        </p>
      )}
      {left.length > 0 && (
        <ul aria-label="Not reassigned" className="basis-full text-sm">
          {left.map(({ message, orderNumbers }) => (
            <li key={message} className="wrap-anywhere">
              <span className="font-semibold tabular-nums">{nameSome(orderNumbers)}</span>: {message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Its reading was approved, and is delivered or about to be. */
function isSettled({ status }: Order): boolean {
  return status === 'approved';
}

/** The rest of them can be seen in the list: they are still picked. */
function nameSome(orderNumbers: string[]): string {
  const named = orderNumbers.slice(0, 3).join(', ');
  return orderNumbers.length > 3 ? `${named} and ${orderNumbers.length - 3} more` : named;
}
