import { useStore } from '@nanostores/react';
import { memo } from 'react';
import { readingTypeNames, shorten } from '../../../client/format.ts';
import type { OrderAction } from '../../../client/orders/order-detail.ts';
import { questionOf } from '../../../shared/orders/reading-types.ts';
import type { Reading } from '../../../shared/readings/readings.ts';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import { useAdminDesk } from '../../desk/desk-context.ts';
import { useRunning } from '../../desk/use-running.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { handsOnFocus, rowFocus } from '../../ui/hands-on-focus.ts';
import { TypedText } from '../../ui/TypedText.tsx';

/** How many characters of a reading are shown at first (docs/product.md §9). */
const previewCharacters = 300;

interface QueueCardProps {
  reading: Reading;
  /** When it is due, in words. */
  due: string;
  isLate: boolean;
  /** Whether it is open beside the list, where all that is said of it is. */
  isChosen: boolean;
  /** Whether it takes little room, since another one is open. */
  isBrief: boolean;
  /** Opens it, and asks for something there. */
  onAct: (reading: Reading, action?: OrderAction) => void;
}

/** A reading in the list. Drawn again when something of its own has changed, and not for the others. */
export const QueueCard = memo(function QueueCard(props: QueueCardProps) {
  const { happened } = useBusinessDays();
  const { reading, due, isLate, isChosen, isBrief, onAct } = props;
  const { order } = reading;
  const headingId = `queued-${reading.id}`;
  const preview = shorten(reading.content, previewCharacters);
  const opener = (
    <button
      type="button"
      {...rowFocus}
      data-place={order.orderNumber}
      aria-current={isChosen || undefined}
      className="cursor-pointer text-left wrap-anywhere after:absolute after:inset-0"
      onClick={() => onAct(reading)}
    >
      {order.orderNumber} · <bdi>{order.customerName}</bdi>
    </button>
  );
  const head = (
    <>
      <div className={classNames('flex items-start justify-between gap-3', !isChosen && 'mb-1')}>
        <p className="min-w-0 text-badge text-quiet wrap-anywhere">
          <span className={isLate ? 'font-semibold text-tone-error' : undefined}>{due}</span>
          {isChosen && due && order.reader && <span> · </span>}
          {isChosen && <span>{order.reader}</span>}
        </p>
        {!isChosen && <Badge tone="warning">Pending Approval</Badge>}
      </div>
      {isChosen ? (
        <p className="leading-tight font-semibold">{opener}</p>
      ) : (
        <h3 id={headingId} className="font-sans leading-tight font-semibold tracking-normal">
          {opener}
        </h3>
      )}
      <p className="text-badge text-quiet">
        {readingTypeNames[order.readingType] ?? order.readingType} · Submitted {happened(reading.submittedAt)}
      </p>
    </>
  );
  return (
    <li
      ref={handsOnFocus}
      className={classNames(
        'group relative px-4 py-3',
        isChosen ? 'bg-base-200 shadow-[inset_4px_0_0_var(--color-primary)]' : 'hover:bg-base-200/60',
      )}
    >
      {isChosen ? (
        head
      ) : (
        <article aria-labelledby={headingId}>
          {head}
          <div className={isBrief ? 'sr-only' : 'mt-2 grid gap-2'}>
            <dl className="grid gap-1 text-sm">
              <Fact label="Question" text={questionOf(order)} />
              {order.backgroundContext && <Fact label="Background context" text={order.backgroundContext} />}
            </dl>
            <TypedText className="font-display text-sm" text={preview} />
            {reading.internalNotes && (
              <TypedText
                title={reading.internalNotes}
                className="line-clamp-2 text-sm text-quiet"
                text={reading.internalNotes}
              />
            )}
          </div>
          <div className="mt-1 flex min-h-6.5 flex-wrap items-center gap-x-3 text-badge">
            <span className="min-w-0 text-quiet wrap-anywhere">{order.reader ?? 'Unassigned'}</span>
            {preview !== reading.content && (
              <button
                type="button"
                tabIndex={-1}
                className="text-link z-1 min-h-6 cursor-pointer whitespace-nowrap"
                onClick={() => onAct(reading)}
              >
                View Full Text
              </button>
            )}
          </div>
          {!isBrief && <Acts reading={reading} onAct={onAct} />}
        </article>
      )}
    </li>
  );
});

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0">
      <dt className="sr-only">{label}</dt>
      <dd>
        <TypedText title={text} className="line-clamp-6" text={text} />
      </dd>
    </div>
  );
}

const acts: [OrderAction, label: string][] = [
  ['reject', 'Reject'],
  ['preview', 'Preview'],
  ['edit', 'Edit Reading'],
  ['notes', 'Edit Notes'],
];

/** What a pointer can do about it at once. The keyboard makes one stop at each reading, and finds the same there. */
function Acts({ reading, onAct }: Pick<QueueCardProps, 'reading' | 'onAct'>) {
  const { readings, work } = useAdminDesk();
  const running = useRunning(work, `reading:${reading.id}`);
  const isEdited = useStore(readings.editDraft(reading.id).$fields) !== null;
  return (
    <div className="relative z-1 mt-2 flex flex-wrap gap-2">
      <ActionButton
        tabIndex={-1}
        className="btn btn-xs btn-primary"
        isBusy={running === 'approve'}
        busyLabel="Approving…"
        onClick={() => {
          // What was typed and not saved is seen first.
          if (isEdited) onAct(reading);
          else void readings.approve(reading);
        }}
      >
        Approve &amp; Send
      </ActionButton>
      {acts.map(([what, label]) => (
        <button
          key={what}
          type="button"
          tabIndex={-1}
          className="btn btn-xs"
          onClick={() => onAct(reading, what)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
