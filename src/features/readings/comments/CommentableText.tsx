import { useStore } from '@nanostores/react';
import { Fragment, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { excessText } from '../../../shared/counted-text.ts';
import { limits } from '../../../shared/limits.ts';
import type { Passage } from '../../../shared/readings/comment-schema.ts';
import type { Reading } from '../../../shared/readings/reading-schema.ts';
import { directionOf } from '../../../shared/text.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextAreaField } from '../../../ui/forms/Field.tsx';
import { discardButtonProps, submitByKey } from '../../../ui/forms/form-keys.ts';
import { TypedText } from '../../../ui/pieces.tsx';
import { useDeskStore, useOrderActions } from '../../desk/desk-hooks.ts';
import { createReadingDesk } from '../reading-store.ts';
import { MarkedText, noLongerInText, shortQuote } from './Comments.tsx';
import { type UnsentComment, unsentComments } from './comment-store.ts';
import { findQuote, nextSentence, trimPassage } from './passages.ts';

const letterLook = 'max-w-[36rem] font-display text-letter leading-[1.75] as-typed';

const buttonWidth = 96;

/** Shows a reading to comment on: the pointer selects words, keys select sentences. A rejection sends the comments. */
export function CommentableText({ reading: { id, orderId, content } }: { reading: Reading }) {
  const comments = useDeskStore(createReadingDesk).readings.commentsOn(id);
  const [open, setOpen] = useState<number | null>(null);
  const list = unsentComments(useStore(comments.draft.$fields))
    .map((comment, index) => ({ comment, index, place: findQuote(content, comment) }))
    .filter(({ comment, index }) => index === open || comment.text.trim() !== '')
    .sort((a, b) => (a.place?.from ?? 0) - (b.place?.from ?? 0));
  const box = useRef<HTMLFieldSetElement>(null);
  const selected = useSelectedPassage(box, content);
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
    // With Shift, the browser itself extends the selection.
    if (!box.current || event.target !== box.current || ctrlKey || metaKey || altKey || shiftKey) return;
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
            // The same index may belong to other words now.
            key={`${index} ${comment.from} ${comment.quote}`}
            comment={comment}
            onType={(text) => comments.type(index, text)}
            onRemove={() => comments.remove(index)}
            onLeave={leave}
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
        {/* Each paragraph with the empty lines after it. */}
        {[...content.matchAll(/[^\n]+\n*|\n+/g)].map(({ 0: text, index: from }) => (
          <Fragment key={from}>
            <p data-of-text dir={directionOf(text)} className={letterLook}>
              <MarkedText text={text} from={from} passages={list.flatMap(({ place }) => place ?? [])} />
            </p>
            {remarks((place) => place !== null && place.to > from && place.to <= from + text.length)}
          </Fragment>
        ))}
        {remarks((place) => place === null)}
        {selected && !isFull && (
          <Button
            ref={(button) => {
              if (isByKeys) button?.scrollIntoView({ block: 'nearest' });
            }}
            className="btn absolute z-1 scroll-my-20 shadow-sm btn-sm [fieldset:active:not(:has(button:active))>&]:hidden"
            style={{
              top: selected.top + 4,
              left: Math.max(0, Math.min(selected.left, (box.current?.clientWidth ?? 0) - buttonWidth)),
            }}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => begin(selected)}
          >
            Comment
          </Button>
        )}
      </fieldset>
      <p id={hint} className="mt-2 text-sm text-quiet">
        Select words to comment on them.
        <span className="sr-only group-has-[fieldset:focus-visible]:not-sr-only">
          {' '}
          Up/Down selects a sentence, Shift+Up/Down adjusts the selection, Enter adds a comment.
        </span>
      </p>
      <p role="status" className="sr-only">
        {isByKeys && selected && `Chosen: ${content.slice(selected.from, selected.to)}`}
      </p>
    </div>
  );
}

function CommentForm(props: {
  comment: UnsentComment;
  onType: (text: string) => void;
  onRemove: () => void;
  onLeave: () => void;
}) {
  const { comment, onType, onRemove, onLeave } = props;
  const { text } = comment;
  const before = useRef(text);
  const field = useRef<HTMLTextAreaElement>(null);
  const isBlank = text.trim() === '';
  const keep = () =>
    isBlank || excessText(text, limits.commentCharacters) ? field.current?.focus() : onLeave();
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(before.current.length, before.current.length);
    field.current?.form?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <form
      className="my-3 grid max-w-prose gap-2 border-l-2 border-accent pl-3 font-sans text-base leading-normal"
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
      onKeyDown={submitByKey}
    >
      <TextAreaField
        label={<span className="wrap-anywhere">Comment on “{shortQuote(comment)}”</span>}
        limit={limits.commentCharacters}
        ref={field}
        rows={2}
        className="field-sizing-content max-h-60"
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-sm btn-primary" disabled={isBlank}>
          {before.current ? 'Save comment' : 'Add comment'}
        </button>
        <Button
          {...discardButtonProps(!isBlank)}
          onClick={() => {
            onType(before.current);
            if (!before.current) onRemove();
            onLeave();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}

type CardProps = { comment: UnsentComment; isGone: boolean; onChange: () => void; onRemove: () => void };

/** @param props.isGone whether its words are no longer in the text */
function UnsentCard({ comment, isGone, onChange, onRemove }: CardProps) {
  const about = `“${shortQuote(comment)}”`;
  return (
    <section
      aria-label={`Comment on ${about}`}
      className="my-3 max-w-prose border-l-2 border-accent pl-3 font-sans text-base leading-normal"
    >
      <p className="text-sm text-quiet wrap-anywhere">{about}</p>
      <TypedText text={comment.text} />
      {isGone && <p className="text-sm">{noLongerInText}. The comment is sent with the feedback.</p>}
      <p className="mt-1 flex flex-wrap gap-2">
        {Object.entries({ Change: onChange, Remove: onRemove }).map(([label, onClick]) => (
          <Button
            key={label}
            className="btn btn-ghost btn-xs"
            aria-label={`${label} the comment on ${about}`}
            onClick={onClick}
          >
            {label}
          </Button>
        ))}
      </p>
    </section>
  );
}

/** The selection in the elements with `data-of-text`, and its end in pixels from the box's upper left. */
type SelectedPassage = Passage & { top: number; left: number };

function useSelectedPassage(box: RefObject<HTMLElement | null>, text: string): SelectedPassage | null {
  const [selected, setSelected] = useState<SelectedPassage | null>(null);
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const look = () => setSelected(box.current && selectedPassage(box.current, text));
    document.addEventListener('selectionchange', look, options);
    addEventListener('resize', look, options);
    return () => listening.abort();
  }, [box, text]);
  return selected;
}

/** Returns the selected part of the text in a box; null if nothing is selected. */
function selectedPassage(box: Element, text: string): SelectedPassage | null {
  const selection = getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0) : null;
  const rect = [...(range?.getClientRects() ?? [])].at(-1);
  if (!range || !rect) return null;
  const from = placeOf(box, range.startContainer, range.startOffset);
  const to = placeOf(box, range.endContainer, range.endOffset);
  const passage = trimPassage(text, { from, to });
  const edge = box.getBoundingClientRect();
  return passage && { ...passage, top: rect.bottom - edge.top, left: rect.right - edge.left };
}

function selectPassage(box: Element, { from, to }: Passage): void {
  const [start, end] = [letterAt(box, from), letterAt(box, to - 1)];
  if (start && end) getSelection()?.setBaseAndExtent(start.node, start.offset, end.node, end.offset + 1);
}

function placeOf(box: Element, node: Node, offset: number): number {
  const before = document.createRange();
  before.setStart(box, 0);
  before.setEnd(node, offset);
  const paragraphs = [...before.cloneContents().querySelectorAll('[data-of-text]')];
  return paragraphs.map(({ textContent }) => textContent).join('').length;
}

function letterAt(box: Element, place: number): { node: Node; offset: number } | null {
  let offset = place;
  for (const { firstChild: node } of box.querySelectorAll('[data-of-text] > *')) {
    const length = node?.textContent?.length ?? 0;
    if (node && offset < length) return { node, offset };
    offset -= length;
  }
  return null;
}
