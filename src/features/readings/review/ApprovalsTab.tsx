import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Reading } from '../../../shared/readings/reading-schema.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FetchProblem } from '../../../ui/errors/WhenFetched.tsx';
import { EmptyState, Skeleton } from '../../../ui/pieces.tsx';
import { useDateFormats, useDeskStore, useRefreshOnMount } from '../../desk/desk-hooks.ts';
import { commentsAsText, writtenComments } from '../comments/comment-store.ts';
import { NotesEditor } from '../InternalNotes.tsx';
import type { InternalNotesStore } from '../internal-notes-store.ts';
import { createReadingDesk } from '../reading-store.ts';
import { UnsavedText } from '../UnsavedText.tsx';
import { Queue } from './Queue.tsx';
import { BackToList, openPaneProps, ReviewPane } from './ReviewPane.tsx';

export function ApprovalsTab() {
  const { readings, review } = useDeskStore(createReadingDesk);
  const { data: pending, error } = useStore(readings.pending.$state);
  const number = useStore(review.$chosen);
  const removed = useRemovedReadings(pending);
  useRefreshOnMount(readings.pending);
  const panes = useRef<HTMLDivElement>(null);
  const { room, isQuiet } = useMostUrgent(pending);
  useFocusOfChosen(number, panes, isQuiet);
  const isChosen = (reading: Reading) => reading.order.orderNumber === number;
  const chosen = pending?.find(isChosen);

  return (
    <section aria-labelledby="approvals-heading" className="@container/review grid gap-4">
      <h2 id="approvals-heading" tabIndex={-1} className={classNames('text-xl', number !== '' && 'sr-only')}>
        Reading Approval
      </h2>
      <FetchProblem fetched={readings.pending} what="readings" />
      {!pending && !error && (
        <div
          role="status"
          aria-label="Loading readings"
          className="grid gap-4 @4xl/review:grid-cols-[22rem_1fr]"
        >
          <Skeleton className="h-96" />
          <Skeleton className="h-96 @max-4xl/review:hidden" />
        </div>
      )}
      {removed.map((reading) => (
        <UnsentDrafts key={reading.id} reading={reading} />
      ))}
      {pending?.length === 0 && !number && <EmptyState card="wheel" title="No readings pending approval" />}
      {pending && (pending.length > 0 || number) && (
        <div ref={panes} className="grid items-start gap-6 @4xl/review:grid-cols-[22rem_minmax(0,1fr)]">
          <Queue pending={pending} chosen={number} />
          {chosen ? (
            <ReviewPane key={chosen.id} reading={chosen} />
          ) : number ? (
            <NotPending key={number} orderNumber={number} removed={removed.find(isChosen)} />
          ) : (
            <EmptyState
              ref={room}
              card="wheel"
              title="Choose a reading to see all of it"
              className="@max-4xl/review:hidden"
            >
              <Button className="btn btn-primary" onClick={() => review.step(1)}>
                Start with the most urgent
              </Button>
            </EmptyState>
          )}
        </div>
      )}
    </section>
  );
}

/** Opens the most urgent reading with the tab if there is `room` beside the list; does not move the focus. */
function useMostUrgent(pending: Reading[] | undefined) {
  const { review } = useDeskStore(createReadingDesk);
  const room = useRef<HTMLDivElement>(null);
  const isQuiet = useRef(false);
  const isOver = useRef(false);
  useLayoutEffect(() => {
    if (!pending || isOver.current) return;
    isOver.current = true;
    const [first] = pending;
    isQuiet.current = first !== undefined && room.current?.checkVisibility() === true;
    if (!first || !isQuiet.current) return;
    review.openFirst(first);
  }, [pending, review]);
  return { room, isQuiet };
}

/** Returns the readings that left the list since the tab was opened. */
function useRemovedReadings(pending: Reading[] | undefined): Reading[] {
  const [known, setKnown] = useState<Reading[]>([]);
  const isPending = ({ id }: Reading) => pending?.some((reading) => reading.id === id);
  useEffect(() => {
    if (!pending) return;
    const ids = new Set(pending.map(({ id }) => id));
    setKnown((before) => [...before.filter(({ id }) => !ids.has(id)), ...pending]);
  }, [pending]);
  return pending ? known.filter((reading) => !isPending(reading)) : [];
}

/** Moves the focus to an opened reading and back to its list entry; not at first, or from a dialog. */
function useFocusOfChosen(
  number: string,
  panes: RefObject<HTMLElement | null>,
  isQuiet: RefObject<boolean>,
): void {
  const before = useRef(number);
  const isWanted = useRef(false);
  useLayoutEffect(() => {
    const previous = before.current;
    before.current = number;
    if (previous !== number) {
      isWanted.current =
        !isQuiet.current && !document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
      isQuiet.current = false;
    }
    if (!isWanted.current) return;
    const entryOf = (id: string) =>
      panes.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(id)}"]`);
    if (!number) entryOf(previous)?.focus();
    const pane = panes.current?.querySelector<HTMLElement>('[data-pane]');
    if (number && !pane) return;
    isWanted.current = false;
    if (!pane) return;
    entryOf(number)?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    pane.focus({ preventScroll: true });
    scrollToPane(pane);
  });
}

/** Scrolls to the pane; on a page too short for that, to the top: its tabs are never half visible. */
function scrollToPane(pane: HTMLElement): void {
  pane.scrollIntoView({ block: 'start', behavior: 'instant' });
  const margin = Number.parseFloat(getComputedStyle(pane).scrollMarginTop);
  if (pane.getBoundingClientRect().top > margin + 1) scrollTo({ top: 0, behavior: 'instant' });
}

/** Replaces a reading that is no longer pending. @param props.removed the reading, if it was pending */
function NotPending({ orderNumber, removed }: { orderNumber: string; removed: Reading | undefined }) {
  const { review } = useDeskStore(createReadingDesk);
  return (
    <section
      {...openPaneProps}
      aria-labelledby="not-pending"
      className="panel grid justify-items-start gap-3 p-4 sm:p-6"
    >
      <div className="@4xl/review:hidden">
        <BackToList />
      </div>
      <h3 id="not-pending" className="text-lg">
        {orderNumber} isn’t waiting for approval
      </h3>
      <p role="status">
        {removed ? <Outcome reading={removed} /> : 'No reading with this number is waiting for approval.'}
      </p>
      <Button className="btn @max-4xl/review:hidden" onClick={() => review.step(1)}>
        Continue with the most urgent
      </Button>
    </section>
  );
}

function Outcome({ reading }: { reading: Reading }) {
  const { dateTimePhrase } = useDateFormats();
  const last = useLastDecision(reading);
  if (!last) return 'Another admin decided on it, or its order was deleted.';
  return `${last.actor} ${decisions[last.type]} ${dateTimePhrase(last.createdAt)}.`;
}

const decisions: Readonly<Record<string, string>> = {
  reading_approved: 'approved it',
  reading_rejected: 'sent it back to its reader',
  order_deleted: 'deleted its order',
};

function useLastDecision({ orderId }: Reading) {
  const fetched = useDeskStore(createReadingDesk).readings.eventsOf(orderId);
  useRefreshOnMount(fetched);
  return useStore(fetched.$state).data?.findLast(({ type }) => type in decisions);
}

function WhoHasDecided({ reading }: { reading: Reading }) {
  const { username } = useDeskStore(createReadingDesk);
  const last = useLastDecision(reading);
  if (!last) return 'Someone';
  return last.actor === username ? 'You' : 'Another admin';
}

function UnsentDrafts({ reading }: { reading: Reading }) {
  const { readings } = useDeskStore(createReadingDesk);
  const [edit, notes, feedback, comments] = [
    readings.editDraft(reading.id),
    readings.notesOf(reading.orderId),
    readings.feedbackDraft(reading.id),
    readings.commentsOn(reading.id).draft,
  ];
  const said = commentsAsText(writtenComments(useStore(comments.$fields)));
  const feedbackText = useStore(feedback.$fields)?.feedback ?? '';
  const unsent = [
    { draft: edit, typed: useStore(edit.$fields), what: 'your changes were saved' },
    { draft: feedback, typed: { content: feedbackText }, what: 'your feedback was sent' },
    { draft: comments, typed: { content: said }, what: 'your comments were sent' },
  ].flatMap(({ typed, ...rest }) => (typed?.content ? { typed, ...rest } : []));
  const hasNotes = useStore(notes.draft.$fields) !== null && notes.unsaved() !== '';
  if (unsent.length === 0 && !hasNotes) return null;
  return (
    <div className="panel grid gap-3 p-4 sm:p-6">
      <h3 className="text-lg wrap-anywhere">
        {reading.order.orderNumber} · <bdi>{reading.order.customerName}</bdi>
      </h3>
      {unsent.map(({ draft, typed, what }) => (
        <UnsavedText
          key={draft.name}
          why={
            <>
              <WhoHasDecided reading={reading} /> decided on this reading before {what}.
            </>
          }
          typed={typed}
          onDiscard={draft.clear}
        />
      ))}
      {hasNotes && <UnsentNotes notes={notes} readingId={reading.id} />}
    </div>
  );
}

/** Shows unsaved notes, which can still be saved unless the order was deleted. */
function UnsentNotes({ notes, readingId }: { notes: InternalNotesStore; readingId: string }) {
  const { data } = useStore(notes.saved.$state);
  if (data) return <NotesEditor notes={notes} text={data.internalNotes ?? ''} readingId={readingId} />;
  return (
    <UnsavedText
      why="The order’s notes could not be loaded."
      typed={{ content: notes.unsaved() }}
      onDiscard={notes.draft.clear}
    />
  );
}
