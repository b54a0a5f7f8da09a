import { memo } from 'react';
import { readingTypeNames, shorten } from '../../../client/format.ts';
import { questionOf } from '../../../shared/orders/reading-types.ts';
import type { Reading } from '../../../shared/readings/readings.ts';
import { useBusinessDays } from '../../desk/business-days-context.ts';
import type { Act } from '../../desk/press.ts';
import { Badge } from '../../ui/Badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { handsOnFocus, rowFocus } from '../../ui/hands-on-focus.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';
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
  /** Opens it, and presses one of its buttons there. */
  onAct: (reading: Reading, what?: Act) => void;
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
            <p title={preview} className="line-clamp-3 font-display text-sm as-typed">
              <TypedText text={preview} />
            </p>
            {reading.internalNotes && (
              <p title={reading.internalNotes} className="line-clamp-2 text-sm text-quiet as-typed">
                <TypedText text={reading.internalNotes} />
              </p>
            )}
          </div>
          <div className="mt-1 flex min-h-6.5 flex-wrap items-center gap-x-3 text-badge">
            <span className="min-w-0 text-quiet wrap-anywhere">{order.reader ?? 'Nobody'}</span>
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
            <Acts onAct={(what) => onAct(reading, what)} />
          </div>
        </article>
      )}
    </li>
  );
});

function Fact({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0">
      <dt className="sr-only">{label}</dt>
      <dd title={text} className="line-clamp-2 as-typed">
        <TypedText text={text} />
      </dd>
    </div>
  );
}

const acts: { what: Act; label: string; drawing: string }[] = [
  { what: 'approve', label: 'Approve & Send', drawing: 'm3 8.5 3.5 3.5L13 4.5' },
  { what: 'reject', label: 'Reject', drawing: 'M6 3 2.5 6.5 6 10M3 6.5h7a3.5 3.5 0 0 1 0 7H7' },
  { what: 'edit', label: 'Edit Reading', drawing: 'm3 13 .5-3 7-7 2.5 2.5-7 7zM9 4.5 11.5 7' },
  { what: 'notes', label: 'Edit Notes', drawing: 'M3.5 2.5h9v8l-3 3h-6zM6 6h4M6 8.5h4' },
];

/**
 * What can be done about it at once, for a pointer that is over it. Without one the reading is opened first, where
 * the same buttons are, so that the keyboard makes one stop at each reading.
 */
function Acts({ onAct }: { onAct: (what: Act) => void }) {
  return (
    <div className="z-1 ml-auto flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:none)]:hidden">
      {acts.map(({ what, label, drawing }) => (
        <Tooltip key={what} text={label}>
          <button
            type="button"
            tabIndex={-1}
            aria-label={label}
            className="btn btn-ghost btn-circle btn-xs"
            onClick={() => onAct(what)}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
              <path d={drawing} fill="none" stroke="currentColor" strokeWidth="1.4" />
            </svg>
          </button>
        </Tooltip>
      ))}
    </div>
  );
}
