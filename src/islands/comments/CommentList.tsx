import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { placeComments } from '../../client/comments/passages.ts';
import type { Draft } from '../../client/desk/draft.ts';
import { counted } from '../../shared/plural.ts';
import type { Passage } from '../../shared/readings/comments.ts';
import type { OrderReading } from '../../shared/readings/readings.ts';
import { isPanelCovered } from '../ui/free-keys.ts';
import { useKeys } from '../ui/use-keys.ts';
import { goneWords, SaidComment, shortQuote } from './SaidComment.tsx';

/** The id of what says how many comments there are on the text. */
export const commentsHeading = 'comments-on-the-text';

interface CommentListProps {
  /** What came back. */
  reading: OrderReading;
  /** What it has become. */
  text: string;
  done: Draft<Record<string, string>>;
  /** Leads to a passage in the text. */
  onShow: (passage: Passage) => void;
}

/** An admin's comments on passages of a text that is being revised. Renders nothing without comments. */
export function CommentList({ reading, text, done, onShow }: CommentListProps) {
  const placed = placeComments(reading, text);
  const ticked = useStore(done.$fields) ?? {};
  useNextByKey(
    placed.flatMap(({ comment, place }) => (place && !ticked[comment.id] ? place : [])),
    onShow,
  );
  if (placed.length === 0) return null;
  const count = placed.filter(({ comment }) => ticked[comment.id]).length;
  return (
    <section aria-labelledby={commentsHeading}>
      <p id={commentsHeading} className="text-sm font-semibold">
        {counted(placed.length, 'comment')} on the text{count > 0 && <span>, {count} done</span>}
      </p>
      <ol className="mt-1 grid gap-3">
        {placed.map(({ comment, place }) => (
          <SaidComment key={comment.id} comment={comment}>
            <div className="flex flex-wrap items-center gap-x-4 text-sm">
              {place ? (
                <button
                  type="button"
                  className="text-link min-h-6 cursor-pointer"
                  aria-keyshortcuts="Control+'"
                  title="Ctrl+' for one after the other"
                  aria-label={`Show in the text: ${shortQuote(comment)}`}
                  onClick={() => onShow(place)}
                >
                  Show in the text
                </button>
              ) : (
                <span>{goneWords}.</span>
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
          </SaidComment>
        ))}
      </ol>
    </section>
  );
}

/** Ctrl (or Cmd) and ' lead from one passage to the next, and after the last to the first. */
function useNextByKey(passages: Passage[], onShow: (passage: Passage) => void): void {
  const last = useRef(-1);
  const next = () => {
    const inText = passages.toSorted((a, b) => a.from - b.from);
    const passage = inText.find(({ from }) => from > last.current) ?? inText[0];
    if (!passage) return;
    last.current = passage.from;
    onShow(passage);
  };
  useKeys({ "Control+[Shift]+'": next, "Meta+[Shift]+'": next }, { ignore: isPanelCovered });
}
