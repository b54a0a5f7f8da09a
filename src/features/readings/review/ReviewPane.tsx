import { useStore } from '@nanostores/react';
import { kindOf, questionOf } from '../../../shared/orders/asked.ts';
import { checkReading } from '../../../shared/readings/reading-checks.ts';
import type { Reading } from '../../../shared/readings/reading-schema.ts';
import { directionOf } from '../../../shared/text.ts';
import { Button } from '../../../ui/Button.tsx';
import { useFocusHandover } from '../../../ui/dialogs/use-return-focus.ts';
import { WhenFetched } from '../../../ui/errors/WhenFetched.tsx';
import { closeOnEscape } from '../../../ui/forms/form-keys.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { passFocusOnRemoval } from '../../../ui/pass-focus-on-removal.ts';
import { AnswerFacts, Badge, Disclosure, Fact, FoldedText, TypedText } from '../../../ui/pieces.tsx';
import { Conversation } from '../../customers/Conversation.tsx';
import { useDateFormats, useDeskStore, useOrderActions } from '../../desk/desk-hooks.ts';
import { DrawnCards } from '../cards/CardsField.tsx';
import { CommentableText } from '../comments/CommentableText.tsx';
import { noLongerInText, SentComment } from '../comments/Comments.tsx';
import { findQuote } from '../comments/passages.ts';
import { CommentsToSend, Decision, useSeenVersion } from '../Decision.tsx';
import { NotesEditor } from '../InternalNotes.tsx';
import { ReadingEditor } from '../ReadingEditor.tsx';
import { Remarks } from '../Remarks.tsx';
import { createReadingDesk } from '../reading-store.ts';
import { Changes, Revisions } from '../Versions.tsx';

export const openPaneProps = { 'data-pane': '', tabIndex: -1 };

export function ReviewPane({ reading }: { reading: Reading }) {
  const { dateTime } = useDateFormats();
  const { readings } = useDeskStore(createReadingDesk);
  const isEditing = useStore(readings.editDraft(reading.id).$fields) !== null;
  const { opener, editor } = useFocusHandover(isEditing);
  const { seen, notice } = useSeenVersion(reading, isEditing);
  const notes = readings.notesOf(reading.orderId);
  const notesText = reading.internalNotes ?? '';
  useOrderActions(reading.orderId, {
    notes() {
      if (!isEditing && !notes.draft.$fields.get()) notes.write(notesText, notesText);
    },
  });
  const { order } = reading;
  const headingId = `reading-${reading.id}`;

  return (
    <article
      {...openPaneProps}
      ref={passFocusOnRemoval}
      data-order={reading.orderId}
      onKeyDown={closeOnEscape}
      aria-labelledby={headingId}
      className="@container panel min-w-0 scroll-mt-4"
    >
      <header className="px-4 pt-3 sm:px-6 sm:pt-4">
        <div className="mb-2 @4xl/review:hidden">
          <BackToList />
        </div>
        <div className="flex flex-col-reverse items-start gap-x-4 gap-y-1 sm:flex-row">
          <h3 id={headingId} className="min-w-0 flex-1 text-lg wrap-anywhere">
            {order.orderNumber} · <bdi>{order.customerName}</bdi>
          </h3>
          <Badge tone="warning">Pending Approval</Badge>
        </div>
        <p className="text-sm text-quiet">
          {kindOf(order)} · Submitted {dateTime(reading.submittedAt)}
        </p>
      </header>
      {!isEditing && (
        <div className="sticky top-0 z-10 border-b border-hairline bg-base-100 px-4 py-2 sm:px-6">
          <Decision reading={reading} seen={seen} editButton={opener} />
          <CommentsToSend readingId={reading.id} isApproval />
        </div>
      )}
      <div className="grid gap-6 px-4 pt-4 pb-6 sm:px-6 @3xl:grid-cols-[minmax(0,1fr)_14rem] @3xl:grid-rows-[auto_1fr] @3xl:gap-y-4 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
        <aside
          aria-label="About the order"
          className="grid min-w-0 content-start gap-3 @3xl:col-start-2 @3xl:gap-4"
        >
          <Facts reading={reading} />
          {!isEditing && <NotesEditor notes={notes} text={notesText} readingId={reading.id} />}
        </aside>
        <div className="grid min-w-0 content-start gap-4 @3xl:col-start-1 @3xl:row-span-2 @3xl:row-start-1">
          {notice}
          {isEditing ? (
            <ReadingEditor reading={reading} contentField={editor} />
          ) : (
            <>
              {reading.revision > 1 && <SinceRejection reading={reading} />}
              {reading.revision > 1 && <EarlierComments reading={reading} />}
              <DrawnCards cards={reading.cards} />
              <CommentableText reading={reading} />
              <Remarks title="Before you send it" remarks={checkReading(reading.content, order)} />
              <Revisions newest={reading.revision} fetched={readings.revisionsOf(reading)} />
            </>
          )}
        </div>
        {/* Beside the letter, or below it in a narrow window. */}
        <div className="min-w-0 @3xl:col-start-2">
          <Conversation
            order={{ id: reading.orderId, readingAddresseeName: reading.order.readingAddresseeName }}
            canAsk
            canAdd
          />
        </div>
      </div>
    </article>
  );
}

function Facts({ reading: { order } }: { reading: Reading }) {
  const { dueLabel, waiting } = useDateFormats();
  const due = order.dueAt ? dueLabel(order.dueAt) : null;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-3 *:nth-last-[n+3]:col-span-full @3xl:grid-cols-1">
      <Fact label="Question">
        <span dir={directionOf(questionOf(order))}>{questionOf(order)}</span>
      </Fact>
      {order.backgroundContext && (
        <Fact label="Background context">
          <FoldedText text={order.backgroundContext} />
        </Fact>
      )}
      <AnswerFacts answers={order.answers} />
      {order.addOns.length > 0 && (
        <Fact label="Add-ons">{order.addOns.map(({ name }) => name).join(', ')}</Fact>
      )}
      <Fact label="Delivery">
        {due ? (
          <span className={due.isLate ? 'text-tone-error' : undefined}>{due.text}</span>
        ) : (
          order.waitsSince && waiting(order.waitsSince)
        )}
      </Fact>
      <Fact label="Reader">{order.reader ?? 'Unassigned'}</Fact>
    </dl>
  );
}

export function BackToList() {
  const { review } = useDeskStore(createReadingDesk);
  return (
    <Button className="btn btn-ghost btn-sm" onClick={review.leave}>
      <Icon path="M10 3 5 8l5 5" />
      All readings
    </Button>
  );
}

function SinceRejection({ reading }: { reading: Reading }) {
  const { dateTimePhrase } = useDateFormats();
  const { readings } = useDeskStore(createReadingDesk);
  const { data: events = [] } = useStore(readings.eventsOf(reading.orderId).$state);
  const rejection = events.findLast(({ type }) => type === 'reading_rejected');
  if (!rejection && !reading.lastFeedback) return null;
  const rejected = Number(rejection?.data.revision);
  return (
    <section
      aria-label="Since the last rejection"
      className="grid gap-3 rounded-field border border-hairline px-4 py-3"
    >
      <div>
        <p className="text-sm font-semibold">Feedback at the last rejection</p>
        {rejection && (
          <p className="text-sm text-quiet">
            {rejection.actor} {dateTimePhrase(rejection.createdAt)}
          </p>
        )}
        <TypedText className="max-w-prose" text={reading.lastFeedback ?? 'No feedback was given.'} />
      </div>
      {rejected < reading.revision && (
        <Disclosure
          isOpenAtFirst
          summary={
            <span className="text-sm">
              Changed since: <del>removed</del>, <ins>added</ins>
            </span>
          }
        >
          <WhenFetched fetched={readings.revisionsOf(reading)} what="versions" height="h-24">
            {(revisions) => {
              const before = revisions.find(({ revision }) => revision === rejected);
              return (
                before && (
                  <div className="mt-2 max-w-[36rem] font-display text-letter leading-[1.75] as-typed">
                    <Changes from={before.content} to={reading.content} />
                  </div>
                )
              );
            }}
          </WhenFetched>
        </Disclosure>
      )}
    </section>
  );
}

function EarlierComments({ reading }: { reading: Reading }) {
  const fetched = useDeskStore(createReadingDesk).readings.ofOrder(reading.orderId);
  return (
    <WhenFetched fetched={fetched} what="comments">
      {({ comments }) => {
        const version = comments.at(-1)?.revision;
        const last = comments.filter(({ revision }) => revision === version);
        if (!version) return null;
        return (
          <section
            aria-label="Comments at the last rejection"
            className="rounded-field border border-hairline px-4 py-3"
          >
            <p className="text-sm font-semibold">Comments on version {version}</p>
            <ol className="mt-1 grid max-w-prose gap-3">
              {last.map((comment) => (
                <SentComment key={comment.id} comment={comment}>
                  {!findQuote(reading.content, comment) && <p className="text-sm">{noLongerInText}.</p>}
                </SentComment>
              ))}
            </ol>
          </section>
        );
      }}
    </WhenFetched>
  );
}
