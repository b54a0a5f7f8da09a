import { useStore } from '@nanostores/react';
import { Fragment, type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { readUnsent } from '../../client/comments/comments.ts';
import {
  findWords,
  type StepKey,
  sentenceAt,
  stepKeys,
  stepPassage,
} from '../../client/comments/passages.ts';
import { directionOf } from '../../shared/direction.ts';
import { limits } from '../../shared/limits.ts';
import type { Passage } from '../../shared/readings/comments.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { useOrderActions } from '../desk/use-order-actions.ts';
import { CommentForm } from './CommentForm.tsx';
import { MarkedText } from './MarkedText.tsx';
import { placeAtPoint, selectedPassage, selectPassage, useSelectedPassage } from './selected-passage.ts';
import { UnsentCard } from './UnsentCard.tsx';

/** As the customer will have it before them: in the letter's serif, some 65 characters wide. */
const letterLook = 'max-w-[36rem] font-display text-letter leading-[1.75] as-typed';

/** How wide the button at the selection is, in pixels: it stays within the text. */
const buttonWidth = 96;

/**
 * A reading whose passages can be commented on: selected with the mouse or by a long press, chosen by keys or by a
 * tap. The comments stand below the paragraphs they are about until they are sent with the rejection.
 */
export function CommentableText({ reading: { id, orderId, content } }: { reading: Reading }) {
  const comments = useAdminDesk().readings.commentsOn(id);
  const list = readUnsent(useStore(comments.draft.$fields))
    .map((comment, index) => ({ comment, index, place: findWords(content, comment) }))
    .sort((a, b) => (a.place?.from ?? 0) - (b.place?.from ?? 0));
  const box = useRef<HTMLFieldSetElement>(null);
  const selected = useSelectedPassage(box, content);
  /** Where the keys go on when nothing is selected. */
  const last = useRef<Passage | null>(null);
  const [isByKeys, setIsByKeys] = useState(false);
  /** The form takes the focus when it is opened here, and not when it was found open. */
  const [isOpenedHere, setIsOpenedHere] = useState(false);
  const hint = useId();
  const isFull = list.length >= limits.comments;
  const focusText = () => box.current?.focus({ preventScroll: true });
  useOrderActions(orderId, {
    comment() {
      focusText();
      step('ArrowDown');
    },
  });

  function begin(passage: Passage) {
    if (isFull) return;
    comments.begin(content, passage);
    last.current = passage;
    getSelection()?.removeAllRanges();
    setIsOpenedHere(true);
  }

  function step(key: StepKey, isLonger = false) {
    if (!box.current) return;
    const chosen = selectedPassage(box.current, content);
    const next = stepPassage(content, chosen ?? last.current, key, isLonger && chosen !== null);
    if (next) selectPassage(box.current, next);
    setIsByKeys(true);
    last.current = next;
  }

  function actByKey(event: KeyboardEvent) {
    if (!box.current || event.target !== box.current) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // What is drawn may be a key behind.
    const chosen = selectedPassage(box.current, content);
    const key = stepKeys.find((candidate) => candidate === event.key);
    if (key) step(key, event.shiftKey);
    else if (event.key === 'Enter' && chosen) begin(chosen);
    else if (event.key === 'Escape' && chosen) getSelection()?.removeAllRanges();
    else return;
    event.preventDefault();
  }

  /** With the mouse one selects; a finger chooses a sentence by a tap on it, and more by a long press. */
  function act({ nativeEvent }: MouseEvent) {
    const isTap = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
    if (!box.current || !isTap || getSelection()?.isCollapsed === false) return;
    const place = placeAtPoint(box.current, nativeEvent.clientX, nativeEvent.clientY);
    const sentence = place !== null && sentenceAt(content, place);
    if (sentence) selectPassage(box.current, sentence);
  }

  const remarks = (isHere: (place: Passage | null) => boolean) =>
    list.map(({ comment, index, place }) => {
      if (!isHere(place)) return null;
      return comment.before === undefined ? (
        <UnsentCard
          key={index}
          comment={comment}
          isGone={!place}
          onChange={() => {
            comments.change(index);
            setIsOpenedHere(true);
          }}
          onRemove={() => {
            comments.remove(index);
            focusText();
          }}
        />
      ) : (
        <CommentForm
          // The same place in the list may be about other words now.
          key={`${comment.nth} ${comment.quote}`}
          {...{ comments, comment, isOpenedHere }}
          onLeave={focusText}
        />
      );
    });

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
        onClick={act}
      >
        {paragraphsOf(content).map(({ from, text }) => (
          <Fragment key={from}>
            <p data-from={from} dir={directionOf(text)} className={letterLook}>
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
            onClick={(event) => {
              event.stopPropagation();
              begin(selected);
            }}
          >
            Comment
          </button>
        )}
      </fieldset>
      <p id={hint} className="mt-2 text-sm text-quiet">
        Select words to comment on them<span className="not-pointer-coarse:hidden">, or tap a sentence</span>.
        <span className="sr-only group-has-[fieldset:focus-visible]:not-sr-only">
          {' '}
          By keyboard: up and down choose a sentence, left and right a word, with Shift more of them; Enter
          comments.
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
