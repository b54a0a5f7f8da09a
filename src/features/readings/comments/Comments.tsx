import { useStore } from '@nanostores/react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { shortenMiddle } from '../../../lib/format.ts';
import type { Draft } from '../../../lib/kept-text.ts';
import { counted } from '../../../shared/counted-text.ts';
import type { Passage, ReadingComment } from '../../../shared/readings/comment-schema.ts';
import type { OrderReading } from '../../../shared/readings/reading-schema.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { isPanelCovered, useKeys } from '../../../ui/keys.ts';
import { Disclosure, TypedText } from '../../../ui/pieces.tsx';
import { useDateFormats } from '../../desk/desk-hooks.ts';
import { placeComments } from './passages.ts';

export const noLongerInText = 'These words are no longer in the text';

/** Shortens a quote in its middle to 80 characters. */
export const shortQuote = ({ quote }: { quote: string }) => shortenMiddle(quote, 80);

/** Renders a sent comment as a list item. @param props.said author and time */
export function SentComment(props: { comment: ReadingComment; said?: string; children?: ReactNode }) {
  const { comment, said = '', children } = props;
  return (
    <li className="border-l-2 border-accent pl-3">
      <p className="text-sm text-quiet wrap-anywhere">
        {said}“{shortQuote(comment)}”
      </p>
      <TypedText text={comment.text} />
      {children}
    </li>
  );
}

export function CommentHistory({ comments }: { comments: ReadingComment[] }) {
  const { dateTime } = useDateFormats();
  if (comments.length === 0) return null;
  return (
    <Disclosure summary={`Comments (${comments.length})`}>
      <ol className="mt-2 grid max-w-prose gap-3">
        {comments.map((comment) => (
          <SentComment
            key={comment.id}
            comment={comment}
            said={`${comment.author}, ${dateTime(comment.createdAt)}, on version ${comment.revision}: `}
          />
        ))}
      </ol>
    </Disclosure>
  );
}

export const commentsHeading = 'comments-on-the-text';

/** `text` is the current one, and `done` has the ids of the comments checked off. */
type OnTextProps = { reading: OrderReading; text: string; done: Draft<Record<string, string>> };

/** Lists the comments on a rejected version, each with a Done box; Ctrl+' shows the next in the text. */
export function CommentList(props: OnTextProps & { onShow: (passage: Passage) => void }) {
  const { reading, text, done, onShow } = props;
  const placed = placeComments(reading, text);
  const ticked = useStore(done.$fields) ?? {};
  const last = useRef(-1);
  /** Shows the next passage, and after the last one the first. */
  const showNext = () => {
    const passages = placed.flatMap(({ comment, place }) => (place && !ticked[comment.id] ? place : []));
    const inText = passages.sort((a, b) => a.from - b.from);
    const passage = inText.find(({ from }) => from > last.current) ?? inText[0];
    if (!passage) return;
    last.current = passage.from;
    onShow(passage);
  };
  useKeys({ "Control+[Shift]+'": showNext, "Meta+[Shift]+'": showNext }, { ignore: isPanelCovered });
  if (placed.length === 0) return null;
  const count = placed.filter(({ comment }) => ticked[comment.id]).length;
  return (
    <section aria-labelledby={commentsHeading}>
      <p id={commentsHeading} className="text-sm font-semibold">
        {counted(placed.length, 'comment')} on the text{count > 0 && <span>, {count} done</span>}
      </p>
      <ol className="mt-1 grid gap-3">
        {placed.map(({ comment, place }) => (
          <SentComment key={comment.id} comment={comment}>
            <div className="flex flex-wrap items-center gap-x-4 text-sm">
              {place ? (
                <Button
                  className="text-link min-h-6 cursor-pointer"
                  aria-keyshortcuts="Control+'"
                  title="Ctrl+' for the next comment"
                  aria-label={`Show in the text: ${shortQuote(comment)}`}
                  onClick={() => onShow(place)}
                >
                  Show in the text
                </Button>
              ) : (
                <span>{noLongerInText}.</span>
              )}
              <label className="flex min-h-6 cursor-pointer items-center gap-2">
                <input
                  type="checkbox"
                  className="checkbox checkbox-sm checkbox-primary"
                  checked={Boolean(ticked[comment.id])}
                  onChange={(event) =>
                    done.write({ ...ticked, [comment.id]: event.target.checked ? 'yes' : '' })
                  }
                />
                Done
              </label>
            </div>
          </SentComment>
        ))}
      </ol>
    </section>
  );
}

/** Marks the comments' words in a field, by a transparent copy of its text over it, with the same `className`. */
export function CommentMarks(
  props: OnTextProps & { field: RefObject<HTMLTextAreaElement | null>; className: string },
) {
  const { reading, text, field, className, done } = props;
  const ticked = useStore(done.$fields) ?? {};
  const sheet = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const area = field.current;
    const follow = () => {
      if (sheet.current && area) sheet.current.scrollTop = area.scrollTop;
    };
    follow();
    area?.addEventListener('scroll', follow, { passive: true });
    return () => area?.removeEventListener('scroll', follow);
  });
  const passages = placeComments(reading, text).flatMap(({ comment, place }) =>
    place && !ticked[comment.id] ? place : [],
  );
  return (
    <div
      ref={sheet}
      inert
      className={classNames(
        className,
        'absolute inset-0 overflow-auto border-transparent bg-transparent',
        'wrap-break-word whitespace-pre-wrap text-transparent shadow-none',
      )}
    >
      <MarkedText text={text} passages={passages} />
      {/* In a field, a final line break adds a line. */}
      {'\n'}
    </div>
  );
}

/** Renders a text with marked passages, which may overlap. @param props.from the position of `text` in the whole */
export function MarkedText(props: { text: string; from?: number; passages: readonly Passage[] }) {
  const { text, from = 0, passages } = props;
  const to = from + text.length;
  const marked = passages.filter((passage) => passage.from < to && passage.to > from);
  const edges = marked.flatMap((passage) => [Math.max(from, passage.from), Math.min(to, passage.to)]);
  const cuts = [...new Set([from, ...edges, to])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? to;
    const part = text.slice(start - from, end - from);
    const isMarked = marked.some((passage) => passage.from <= start && passage.to >= end);
    return isMarked ? (
      <mark key={start} className="passage">
        {part}
      </mark>
    ) : (
      <span key={start}>{part}</span>
    );
  });
}
