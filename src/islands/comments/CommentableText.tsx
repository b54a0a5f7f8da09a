import { useStore } from '@nanostores/react';
import { Fragment, type KeyboardEvent, useId, useRef, useState } from 'react';
import { readUnsent } from '../../client/comments/comments.ts';
import { findWords, nextSentence } from '../../client/comments/passages.ts';
import { directionOf } from '../../shared/direction.ts';
import { limits } from '../../shared/limits.ts';
import type { Passage } from '../../shared/readings/comments.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useOrderActions } from '../desk/use-order-actions.ts';
import { CommentForm, UnsentCard } from './CommentForm.tsx';
import { MarkedText } from './MarkedText.tsx';
import { selectedPassage, selectPassage, useSelectedPassage } from './selected-passage.ts';

/** As the customer will have it before them: in the letter's serif, some 65 characters wide. */
const letterLook = 'max-w-[36rem] font-display text-letter leading-[1.75] as-typed';

/** How wide the button at the selection is, in pixels: it stays within the text. */
const buttonWidth = 96;

/**
 * A reading whose passages can be commented on: selected with the mouse or by a long press, or by sentences with the
 * keys. The comments stand below the paragraphs they are about until they are sent with the rejection.
 */
export function CommentableText({ reading: { id, orderId, content } }: { reading: Reading }) {
  const comments = useAdminDesk().readings.commentsOn(id);
  /** The index of the comment that is being written. */
  const [open, setOpen] = useState<number | null>(null);
  const list = readUnsent(useStore(comments.draft.$fields))
    .map((comment, index) => ({ comment, index, place: findWords(content, comment) }))
    .filter(({ comment, index }) => index === open || comment.text.trim() !== '')
    .sort((a, b) => (a.place?.from ?? 0) - (b.place?.from ?? 0));
  const box = useRef<HTMLFieldSetElement>(null);
  const selected = useSelectedPassage(box, content);
  /** Where the keys go on when nothing is selected. */
  const last = useRef<Passage | null>(null);
  const [isByKeys, setIsByKeys] = useState(false);
  const hint = useId();
  const isFull = list.length >= limits.comments;
  const focusText = () => box.current?.focus({ preventScroll: true });
  useOrderActions(orderId, {
    comment() {
      focusText();
      step(true);
    },
  });

  function begin(passage: Passage) {
    if (isFull) return;
    last.current = passage;
    getSelection()?.removeAllRanges();
    setOpen(comments.begin(content, passage));
  }

  function leave() {
    setOpen(null);
    focusText();
  }

  function step(isForward: boolean) {
    if (!box.current) return;
    last.current = nextSentence(content, selectedPassage(box.current, content) ?? last.current, isForward);
    if (last.current) selectPassage(box.current, last.current);
    setIsByKeys(true);
  }

  function actByKey(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    // With Shift the browser itself selects more or less.
    if (!box.current || event.target !== box.current || ctrlKey || metaKey || altKey || shiftKey) return;
    // What is drawn may be a key behind.
    const chosen = selectedPassage(box.current, content);
    if (key === 'ArrowDown' || key === 'ArrowUp') step(key === 'ArrowDown');
    else if (key === 'Enter' && chosen) begin(chosen);
    else if (key === 'Escape' && chosen) getSelection()?.removeAllRanges();
    else return;
    event.preventDefault();
  }

  const remarks = (isHere: (place: Passage | null) => boolean) =>
    list
      .filter(({ place }) => isHere(place))
      .map(({ comment, index, place }) =>
        index === open ? (
          <CommentForm
            // The same place in the list may be about other words now.
            key={`${index} ${comment.from} ${comment.quote}`}
            comment={comment}
            onType={(text) => comments.type(index, text)}
            onKeep={leave}
            onCancel={(before) => {
              comments.type(index, before);
              if (!before) comments.remove(index);
              leave();
            }}
          />
        ) : (
          <UnsentCard
            key={index}
            comment={comment}
            isGone={!place}
            onChange={() => setOpen(index)}
            onRemove={() => {
              comments.remove(index);
              leave();
            }}
          />
        ),
      );

  return (
    <div className="group">
      <fieldset
        ref={box}
        aria-label="Text of the reading"
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: passages are chosen in it by keys
        tabIndex={0}
        className="relative min-w-0 rounded-sm outline-offset-4"
        onKeyDown={actByKey}
        onPointerDown={() => setIsByKeys(false)}
      >
        {paragraphsOf(content).map(({ from, text }) => (
          <Fragment key={from}>
            <p data-of-text dir={directionOf(text)} className={letterLook}>
              <MarkedText text={text} from={from} passages={list.flatMap(({ place }) => place ?? [])} />
            </p>
            {remarks((place) => place !== null && place.to > from && place.to <= from + text.length)}
          </Fragment>
        ))}
        {remarks((place) => place === null)}
        {selected && !isFull && (
          <button
            // Who chooses with the mouse or a finger looks at it.
            ref={(button) => {
              if (isByKeys) button?.scrollIntoView({ block: 'nearest' });
            }}
            type="button"
            // While the mouse selects, it would be in the way.
            className="btn absolute z-1 scroll-my-20 shadow-sm btn-sm [fieldset:active:not(:has(button:active))>&]:hidden"
            style={{
              top: selected.top + 4,
              left: Math.max(0, Math.min(selected.left, (box.current?.clientWidth ?? 0) - buttonWidth)),
            }}
            // The selection stays what it is.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => begin(selected)}
          >
            Comment
          </button>
        )}
      </fieldset>
      <p id={hint} className="mt-2 text-sm text-quiet">
        Select words to comment on them.
        <span className="sr-only group-has-[fieldset:focus-visible]:not-sr-only">
          {' '}
          By keyboard: up and down choose a sentence, Shift and the arrows more or less of it; Enter comments.
        </span>
      </p>
      <p role="status" className="sr-only">
        {isByKeys && selected && `Chosen: ${content.slice(selected.from, selected.to)}`}
      </p>
    </div>
  );
}

/** The text in its paragraphs, each with the empty lines after it. */
function paragraphsOf(content: string): { from: number; text: string }[] {
  return [...content.matchAll(/[^\n]+\n*|\n+/g)].map(({ 0: text, index }) => ({ from: index, text }));
}
