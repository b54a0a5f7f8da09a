import { useStore } from '@nanostores/react';
import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { commentOn, unsentOn } from '../../client/comments/comment-on.ts';
import { type StepKey, sentenceAt, stepKeys, stepPassage } from '../../client/comments/passage-steps.ts';
import type { CommentDraft, UnsentComments } from '../../client/comments/unsent-comments.ts';
import { directionOf } from '../../shared/direction.ts';
import { limits } from '../../shared/limits.ts';
import type { Passage } from '../../shared/readings/passages.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { CommentForm } from './CommentForm.tsx';
import { placeAtPoint, selectedPassage, selectPassage } from './letter-selection.ts';
import { MarkedText } from './MarkedText.tsx';
import { UnsentCard } from './UnsentCard.tsx';
import { useChosenPassage } from './use-chosen-passage.ts';

/** As the customer will have it before them: in the letter's serif, some 65 characters wide. */
const letterLook = 'max-w-[36rem] font-display text-letter leading-[1.75] as-typed';

/** How wide the button at the selection is, in pixels: it stays within the text. */
const buttonWidth = 96;

/**
 * A reading whose passages can be commented on: selected with the mouse or by a long press, chosen by keys or by a
 * tap. The comments stand below the paragraphs they are about until they are sent with the rejection.
 */
export function CommentableText({ reading }: { reading: Reading }) {
  const { comments } = useAdminDesk();
  const draft = comments.draftOf(reading.id);
  const { content } = reading;
  const box = useRef<HTMLFieldSetElement>(null);
  const { unsent, commenting } = useCommenting(draft, reading);
  const { list, open } = unsent;
  const chosen = useChosenPassage(box, content);
  const byKeys = useStepping(box, content);
  const { field, focusForm, leaveForm } = useFormFocus(box);
  const hint = useId();
  const isFull = list.length >= limits.comments;

  function begin(passage: Passage) {
    if (isFull) return;
    commenting.begin(passage);
    byKeys.goOnFrom(passage);
    getSelection()?.removeAllRanges();
    focusForm();
  }

  const remarks = (isHere: (passage: Passage & { isGone?: boolean }) => boolean) => (
    <>
      {list.map((comment, index) =>
        isHere(comment) && open?.changed !== index ? (
          <UnsentCard
            // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else that is their own
            key={index}
            comment={comment}
            onChange={() => {
              commenting.change(index);
              focusForm();
            }}
            onRemove={() => {
              comments.removed(commenting.remove(index));
              leaveForm();
            }}
          />
        ) : null,
      )}
      {open && isHere(open) && (
        <CommentForm
          quote={open.quote}
          text={open.text}
          field={field}
          isChange={open.changed !== null}
          onType={commenting.type}
          onKeep={() => commenting.keep() && leaveForm()}
          onCancel={() => {
            commenting.cancel();
            leaveForm();
          }}
        />
      )}
    </>
  );

  return (
    <div className="group">
      <fieldset
        ref={box}
        aria-label="Text of the reading"
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: passages are chosen in it by keys
        tabIndex={0}
        data-act="comment"
        className="relative min-w-0 rounded-sm outline-offset-4"
        onKeyDown={(event) => byKeys.act(event, begin)}
        onPointerDown={byKeys.leave}
        onClick={(event) => {
          if (event.target === box.current && event.detail === 0) byKeys.step('ArrowDown');
          else chooseByTap(event, box, content);
        }}
      >
        {paragraphsOf(content).map(({ from, text }) => (
          <Fragment key={from}>
            <p data-from={from} dir={directionOf(text)} className={letterLook}>
              <MarkedText text={text} from={from} passages={open ? [...list, open] : list} />
            </p>
            {remarks(({ to, isGone }) => !isGone && to > from && to <= from + text.length)}
          </Fragment>
        ))}
        {remarks(({ isGone = false }) => isGone)}
        {chosen && !isFull && (
          <CommentButton
            chosen={chosen}
            box={box}
            isByKeys={byKeys.said !== ''}
            onPress={() => begin(chosen)}
          />
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
        {byKeys.said}
      </p>
    </div>
  );
}

/** The text in its paragraphs, each with the empty lines after it. */
function paragraphsOf(content: string): { from: number; text: string }[] {
  return [...content.matchAll(/[^\n]+\n*|\n+/g)].map(({ 0: text, index }) => ({ from: index, text }));
}

function useCommenting(draft: CommentDraft, { revision, content }: Reading) {
  const fields = useStore(draft.$fields);
  const unsent: UnsentComments = useMemo(
    () => unsentOn(fields, { revision, content }),
    [fields, revision, content],
  );
  const commenting = useMemo(() => commentOn(draft, { revision, content }), [draft, revision, content]);
  // What is sent is about the text that is seen here.
  useEffect(() => commenting.follow(), [commenting]);
  return { unsent, commenting };
}

/** Choosing by keys, while the text has the focus. */
function useStepping(box: RefObject<HTMLElement | null>, content: string) {
  const last = useRef<Passage | null>(null);
  const [said, setSaid] = useState('');
  // What is drawn may be a key behind.
  const chosenNow = () => box.current && selectedPassage(box.current, content);
  function step(key: StepKey, isLonger = false) {
    const chosen = chosenNow();
    const next = stepPassage(content, chosen ?? last.current, key, isLonger && chosen !== null);
    if (next && box.current) selectPassage(box.current, next);
    setSaid(next ? `Chosen: ${content.slice(next.from, next.to)}` : '');
    last.current = next;
  }
  function act(event: KeyboardEvent, onEnter: (passage: Passage) => void) {
    if (!box.current || event.target !== box.current) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = chosenNow();
    const key = stepKeys.find((candidate): candidate is StepKey => candidate === event.key);
    if (key) step(key, event.shiftKey);
    else if (event.key === 'Enter' && chosen) onEnter(chosen);
    else if (event.key === 'Escape' && chosen) getSelection()?.removeAllRanges();
    else return;
    event.preventDefault();
  }
  function goOnFrom(passage: Passage) {
    last.current = passage;
  }
  return { said, act, step, goOnFrom, leave: () => setSaid('') };
}

/** The form takes the focus when somebody opens it, and not when it was found open. */
function useFormFocus(box: RefObject<HTMLElement | null>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isWanted.current || !field.current) return;
    isWanted.current = false;
    field.current.focus();
    // One goes on where a comment ends.
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
    // With the buttons below it.
    (field.current.closest('form') ?? field.current).scrollIntoView({ block: 'nearest' });
  });
  return {
    field,
    focusForm() {
      isWanted.current = true;
    },
    leaveForm: () => box.current?.focus({ preventScroll: true }),
  };
}

/** With the mouse one selects; a finger chooses a sentence by a tap on it, and more by a long press. */
function chooseByTap(
  { nativeEvent, target }: MouseEvent,
  box: RefObject<HTMLElement | null>,
  content: string,
) {
  const isTap = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
  const isText = target instanceof Element && target.closest('[data-from]');
  if (!box.current || !isTap || !isText || getSelection()?.isCollapsed === false) return;
  const place = placeAtPoint(box.current, nativeEvent.clientX, nativeEvent.clientY);
  const sentence = place === null ? null : sentenceAt(content, place);
  if (sentence) selectPassage(box.current, sentence);
}

interface CommentButtonProps {
  chosen: { top: number; left: number };
  box: RefObject<HTMLElement | null>;
  /** Who chooses with the mouse or a finger looks at it. */
  isByKeys: boolean;
  onPress: () => void;
}

function CommentButton({ chosen: { top, left }, box, isByKeys, onPress }: CommentButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is somewhere else
  useEffect(() => {
    if (isByKeys) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isByKeys, top, left]);
  const rightmost = (box.current?.clientWidth ?? 0) - buttonWidth;
  return (
    <button
      ref={button}
      type="button"
      className="btn absolute z-1 scroll-my-20 shadow-sm btn-sm"
      style={{ top: top + 4, left: Math.max(0, Math.min(left, rightmost)) }}
      // The selection stays what it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      Comment
    </button>
  );
}
