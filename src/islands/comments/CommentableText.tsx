import { useStore } from '@nanostores/react';
import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type UnsentComment, unsentComments } from '../../client/comments/comments.ts';
import { findQuote, nextSentence } from '../../client/comments/passages.ts';
import { directionOf } from '../../shared/direction.ts';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import type { Passage } from '../../shared/readings/comments.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk, useOrderActions } from '../desk/desk-hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/forms/Field.tsx';
import { givesUp, submitByKey } from '../ui/forms/form-keys.ts';
import { TypedText } from '../ui/pieces.tsx';
import { MarkedText } from './MarkedText.tsx';
import { noLongerInText, shortQuote } from './SentComments.tsx';
import { selectedPassage, selectPassage, useSelectedPassage } from './selected-passage.ts';

const letterLook = 'max-w-[36rem] font-display text-letter leading-[1.75] as-typed';

const buttonWidth = 96;

/** Passages are selected by pointer, or by sentences with the keys. Comments are sent with the rejection. */
export function CommentableText({ reading: { id, orderId, content } }: { reading: Reading }) {
  const comments = useAdminDesk().readings.commentsOn(id);
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
    // With Shift the browser itself selects more or less.
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
            // The same index may be about other words now.
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
          By keyboard: up and down choose a sentence, Shift and the arrows more or less of it; Enter comments.
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
  const excess = excessWords(text, limits.commentCharacters);
  const keep = () => (excess || isBlank ? field.current?.focus() : onLeave());
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
      <Field
        excess={excess}
        label={<span className="wrap-anywhere">Comment on “{shortQuote(comment)}”</span>}
      >
        {(aria) => (
          <textarea
            {...aria}
            ref={field}
            rows={2}
            className="textarea field-sizing-content max-h-60 w-full"
            value={text}
            onChange={(event) => onType(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-sm btn-primary" disabled={isBlank}>
          {before.current ? 'Save comment' : 'Add comment'}
        </button>
        <Button
          {...givesUp(!isBlank)}
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

/** @param props.isGone whether its words are no longer in the text */
function UnsentCard(props: {
  comment: UnsentComment;
  isGone: boolean;
  onChange: () => void;
  onRemove: () => void;
}) {
  const { comment, isGone, onChange, onRemove } = props;
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
        <Button
          className="btn btn-ghost btn-xs"
          aria-label={`Change the comment on ${about}`}
          onClick={onChange}
        >
          Change
        </Button>
        <Button
          className="btn btn-ghost btn-xs"
          aria-label={`Remove the comment on ${about}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </p>
    </section>
  );
}
