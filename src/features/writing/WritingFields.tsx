import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useState } from 'react';
import type { FetchedState } from '../../lib/fetched.ts';
import { excessText } from '../../shared/counted-text.ts';
import { limits } from '../../shared/limits.ts';
import { cardsText } from '../../shared/readings/cards.ts';
import type { OrderReading } from '../../shared/readings/reading-schema.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/errors/lazy-part.tsx';
import { insertText } from '../../ui/insert-text.ts';
import { useDateFormats, useRunning } from '../desk/desk-hooks.ts';
import { CardsField } from '../readings/cards/CardsField.tsx';
import { parseCards, serializeCards } from '../readings/cards/serialize-cards.ts';
import { CommentMarks, commentsHeading } from '../readings/comments/Comments.tsx';
import { OrderNotesField } from '../readings/InternalNotes.tsx';
import type { ReadingDraft } from '../readings/reading-store.ts';
import { Changes, VersionConflict } from '../readings/Versions.tsx';
import { type TextField, WritableText, writableLook } from '../readings/WritableText.tsx';
import type { Autosave, SaveState } from './autosave.ts';
import type { OrderToWrite, WritingStore } from './writing.ts';

const SnippetPicker = lazyPart(() => import('../desk/snippets/SnippetPicker.tsx'), 'SnippetPicker', null);

const $noReading = atom<FetchedState<OrderReading>>({ loading: false });
const $untouched = atom<SaveState>({ name: 'untouched' });

export type Writing = ReturnType<typeof useWriting>;

/** Returns an order's draft and whether it is loading or being submitted. A rejected reading starts from its text. */
export function useWriting(store: WritingStore, order: OrderToWrite | null, isOrderLoading = false) {
  const isRejected = order?.status === 'rejected';
  const typed = useStore(store.draftOf(order?.id ?? '').$fields);
  const { data, loading } = useStore(isRejected ? store.readingOf(order.id).$state : $noReading);
  const saveState = useStore(order ? store.autosaveOf(order.id).$state : $untouched);
  const running = useRunning(`order:${order?.id}`);
  const rejected = (isRejected && data) || null;
  const isTextLoading = saveState.name === 'loading' || (loading && !rejected);
  const start = {
    content: rejected?.content ?? '',
    ...(rejected && { cards: serializeCards(rejected.cards) }),
  };
  return {
    order,
    fields: { ...start, ...typed },
    rejected,
    running,
    isSubmitting: running === 'submit' || running === 'send',
    isLoading: isOrderLoading || (!typed && isTextLoading),
  };
}

const textLook = `${writableLook} text-to-write`;

export type WritingProps = { store: WritingStore; writing: Writing; contentField: TextField };

/** Renders the fields for a reading's cards, text, and notes, which save themselves. Ctrl+; inserts a snippet. */
export function WritingFields({
  store,
  writing,
  contentField,
  error,
}: WritingProps & { error: string | null }) {
  const { order, fields, isSubmitting, isLoading } = writing;
  const autosave = order && store.autosaveOf(order.id);
  const write = (typed: ReadingDraft) => store.write(order?.id ?? '', typed);
  const isReadOnly = isSubmitting || isLoading;
  const field = useId();
  const hint = useId();
  const problem = useId();
  const commented = writing.rejected?.comments.length ? writing.rejected : null;
  const wrong = error ?? excessText(fields.content, limits.readingCharacters);
  const described = [order && hint, wrong && problem, commented && commentsHeading];
  const [isPicking, setIsPicking] = useState<boolean | null>(null);

  function pickByKey(event: KeyboardEvent) {
    if (event.key !== ';' || !(event.ctrlKey || event.metaKey) || event.altKey || isReadOnly || !order)
      return;
    event.preventDefault();
    setIsPicking(true);
  }

  return (
    <>
      <div className="-mb-2 flex flex-col gap-3 cramped:flex-row cramped:justify-between">
        <CardsField
          value={fields.cards}
          onValueChange={(cards) => write({ ...fields, cards })}
          readOnly={isReadOnly}
        />
        <div className="flex min-h-8 flex-wrap items-center gap-x-3">
          <label htmlFor={field} className="text-sm font-semibold cramped:sr-only">
            Reading content
          </label>
          {order && (
            <>
              <p
                id={hint}
                className="min-w-0 grow text-sm text-quiet wrap-anywhere max-sm:sr-only cramped:sr-only"
              >
                The email already begins with “Dear <bdi>{order.readingAddresseeName}</bdi>,”.
              </p>
              <Button
                className="btn btn-ghost btn-sm ml-auto"
                aria-keyshortcuts="Control+;"
                disabled={isReadOnly}
                onClick={() => {
                  // The dialog returns the focus to the field and its caret.
                  contentField.current?.focus({ preventScroll: true });
                  setIsPicking(true);
                }}
              >
                Snippets <kbd className="kbd kbd-sm max-md:hidden pointer-coarse:hidden">Ctrl ;</kbd>
              </Button>
              {isPicking !== null && (
                <SnippetPicker
                  open={isPicking}
                  onClose={() => setIsPicking(false)}
                  addresseeName={order.readingAddresseeName}
                  onInsert={insertText}
                />
              )}
            </>
          )}
        </div>
      </div>
      <div className="flex flex-col gap-1">
        <div className="relative">
          <WritableText
            id={field}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={described.filter(Boolean).join(' ') || undefined}
            ref={contentField}
            rows={12}
            className={textLook}
            readOnly={isReadOnly}
            placeholder={isLoading ? 'Loading your text…' : undefined}
            value={fields.content}
            onValueChange={(text) => write({ ...fields, content: text })}
            onKeyDown={pickByKey}
          />
          {commented && (
            <CommentMarks
              reading={commented}
              text={fields.content}
              field={contentField}
              className={textLook}
              done={store.doneOf(commented.orderId)}
            />
          )}
        </div>
        {wrong && (
          <p id={problem} className="field-error" role={error ? 'alert' : undefined}>
            {wrong}
          </p>
        )}
      </div>
      {autosave && <SavedElsewhere autosave={autosave} mine={fields} contentField={contentField} />}
      <OrderNotesField
        key={order?.id}
        notes={store.notesOf(order?.id ?? '')}
        isSavedWithForm={!order}
        readOnly={isReadOnly}
      />
    </>
  );
}

function SavedElsewhere(props: { autosave: Autosave; mine: ReadingDraft; contentField: TextField }) {
  const { autosave, mine, contentField } = props;
  const { dateTime } = useDateFormats();
  const state = useStore(autosave.$state);
  const isConflict = state.name === 'conflict';
  // Prefetched, so that the notice takes room from the text only once.
  useEffect(Changes.prefetch, []);
  useLayoutEffect(() => {
    if (isConflict) keepCaretInView(contentField.current);
  }, [isConflict, contentField]);

  if (!isConflict) return null;
  const { theirs } = state;
  return (
    <VersionConflict
      label="Saved elsewhere"
      message={
        <p>
          A different text was saved in another window or on another device, {dateTime(theirs.savedAt)}.
          Choose which one to keep. Words only in yours are <del>struck through</del>. Words only in the other
          are <ins>underlined</ins>.
        </p>
      }
      mine={mine.content}
      theirs={theirs.content}
      className="max-h-60 roomy:max-h-24"
      takeLabel="Use the other"
      onKeepMine={autosave.keepMine}
      onTakeTheirs={autosave.takeTheirs}
      field={contentField}
    >
      {mine.cards !== undefined && mine.cards !== serializeCards(theirs.cards) && (
        <div className="as-typed">
          <span className="text-sm text-quiet">Cards: </span>
          <Changes from={cardsText(parseCards(mine.cards))} to={cardsText(theirs.cards)} />
        </div>
      )}
    </VersionConflict>
  );
}

/** Selects a passage in a field, focuses the field, and scrolls to the passage. */
export function showPassage(
  field: HTMLTextAreaElement | null,
  { from, to }: { from: number; to: number },
): void {
  if (!field) return;
  field.focus();
  field.setSelectionRange(from, to);
  keepCaretInView(field);
}

/** Scrolls a field to its caret if that is out of sight. */
function keepCaretInView(field: HTMLTextAreaElement | null): void {
  if (!field) return;
  // Measures the text up to the caret: browsers do not report the caret's position.
  const measure = field.cloneNode() as HTMLTextAreaElement;
  measure.value = field.value.slice(0, field.selectionEnd);
  measure.style.cssText = `position: absolute; visibility: hidden; height: 0; min-height: 0; width: ${field.offsetWidth}px`;
  field.after(measure);
  const bottom = measure.scrollHeight;
  measure.remove();
  const { scrollTop, clientHeight } = field;
  const line = Number.parseFloat(getComputedStyle(field).lineHeight);
  if (bottom > scrollTop + clientHeight) field.scrollTop = bottom - clientHeight;
  else if (bottom - 2 * line < scrollTop) field.scrollTop = bottom - clientHeight / 2;
}
