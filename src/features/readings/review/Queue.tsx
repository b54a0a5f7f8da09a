import { useStore } from '@nanostores/react';
import { shorten } from '../../../lib/format.ts';
import { counted } from '../../../shared/counted-text.ts';
import { ownWordsIn } from '../../../shared/offers/offer-answers.ts';
import { kindOf, questionOf } from '../../../shared/orders/asked.ts';
import type { Reading } from '../../../shared/readings/reading-schema.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { passFocusOnRemoval, rowFocusProps } from '../../../ui/pass-focus-on-removal.ts';
import { Badge, TypedText } from '../../../ui/pieces.tsx';
import { createPendingAction, type OrderAction } from '../../desk/asked-actions.ts';
import { useDateFormats, useDeskStore, useRunning } from '../../desk/desk-hooks.ts';
import { useStableWhilePressed } from '../../desk/use-stable-while-pressed.ts';
import { changesReading, createReadingDesk } from '../reading-store.ts';

const previewCharacters = 300;

/** Lists the pending readings, most urgent first. @param props.chosen the open one's order number, or empty */
export function Queue({ pending, chosen }: { pending: Reading[]; chosen: string }) {
  const { dueLabel } = useDateFormats();
  const shown = useStableWhilePressed(pending);
  const late = shown.filter(({ order }) => order.dueAt && dueLabel(order.dueAt).isLate).length;
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
        {shown.map((reading) => (
          <QueueCard key={reading.id} reading={reading} isChosen={reading.order.orderNumber === chosen} />
        ))}
      </ol>
    </div>
  );
}

function QueueCard({ reading, isChosen }: { reading: Reading; isChosen: boolean }) {
  const { review, storeOf } = useDeskStore(createReadingDesk);
  const { dateTime, dueLabel, waiting } = useDateFormats();
  const { order } = reading;
  const Heading = isChosen ? 'p' : 'h3';
  const due = order.dueAt ? dueLabel(order.dueAt) : null;
  const dueWords = due?.text ?? (order.waitsSince && waiting(order.waitsSince));
  const headingId = `queued-${reading.id}`;
  const preview = shorten(reading.content, previewCharacters);
  function act(action?: OrderAction) {
    review.choose(reading);
    if (action) storeOf(createPendingAction).ask(action, reading.orderId);
  }
  const head = (
    <>
      <div className={classNames('flex items-start justify-between gap-3', !isChosen && 'mb-1')}>
        <p className="min-w-0 text-badge text-quiet wrap-anywhere">
          <span className={due?.isLate ? 'font-semibold text-tone-error' : undefined}>{dueWords}</span>
          {isChosen && dueWords && order.reader && <span> · </span>}
          {isChosen && <span>{order.reader}</span>}
        </p>
        {!isChosen && <Badge tone="warning">Pending Approval</Badge>}
      </div>
      <Heading id={headingId} className="font-sans leading-tight font-semibold tracking-normal">
        <Button
          {...rowFocusProps}
          data-place={order.orderNumber}
          aria-current={isChosen || undefined}
          className="cursor-pointer text-left wrap-anywhere after:absolute after:inset-0"
          onClick={() => act()}
        >
          {order.orderNumber} · <bdi>{order.customerName}</bdi>
        </Button>
      </Heading>
      <p className="text-badge text-quiet">
        {kindOf(order)} · Submitted {dateTime(reading.submittedAt)}
      </p>
    </>
  );
  return (
    <li
      ref={passFocusOnRemoval}
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
          <div className="mt-2 grid gap-2">
            <dl className="grid gap-1 text-sm">
              <Fact label="Question" text={questionInWords(order)} />
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
              <Button
                tabIndex={-1}
                className="text-link z-1 min-h-6 cursor-pointer whitespace-nowrap"
                onClick={() => act()}
              >
                View Full Text
              </Button>
            )}
          </div>
          <Acts reading={reading} onAct={act} />
        </article>
      )}
    </li>
  );
}

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

/** Renders buttons for the pointer. The keyboard stops once per reading, and finds them in the open one. */
function Acts({ reading, onAct }: { reading: Reading; onAct: (action?: OrderAction) => void }) {
  const { readings } = useDeskStore(createReadingDesk);
  const running = useRunning(`reading:${reading.id}`);
  const hasJustMoved = useStore(readings.$hasJustMoved);
  const isEdited = changesReading(useStore(readings.editDraft(reading.id).$fields), reading);
  return (
    <div className="relative z-1 mt-2 flex flex-wrap gap-2">
      <Button
        tabIndex={-1}
        className="btn btn-sm btn-primary [--size:2rem]"
        isBusy={running === 'approve'}
        aria-disabled={hasJustMoved || undefined}
        busyLabel="Approving…"
        onClick={() => {
          // Opens an unsaved edit instead.
          if (isEdited) onAct();
          else void readings.approve(reading);
        }}
      >
        Approve &amp; Send
      </Button>
      {acts.map(([what, label]) => (
        <Button key={what} tabIndex={-1} className="btn btn-sm [--size:2rem]" onClick={() => onAct(what)}>
          {label}
        </Button>
      ))}
    </div>
  );
}

/** Returns an order's question; for offers without the standard questions, the customer's own words. */
function questionInWords(order: Reading['order']): string {
  const isOwnOffer = order.readingType === 'other' && order.customQuestion === null;
  return (isOwnOffer && ownWordsIn(order.answers)) || questionOf(order);
}
