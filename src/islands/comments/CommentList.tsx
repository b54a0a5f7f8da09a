import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import type { Draft } from '../../client/desk/draft.ts';
import { shortenMiddle } from '../../client/format.ts';
import { counted } from '../../shared/plural.ts';
import type { Passage } from '../../shared/readings/passages.ts';
import type { OrderReading } from '../../shared/readings/readings.ts';
import { isPanelCovered } from '../ui/free-keys.ts';
import { TypedText } from '../ui/TypedText.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { usePlaces } from './use-places.ts';

interface CommentListProps {
  /** What came back. */
  reading: OrderReading;
  /** What it has become. */
  text: string;
  done: Draft<Record<string, string>>;
  /** Of its heading, which also says of the text's field that there are comments. */
  headingId: string;
  /** Leads to a passage in the text. */
  onShow: (passage: Passage) => void;
}

/** How much of a long passage is repeated at its beginning and at its end, in characters. */
const quotedCharacters = 80;

/** What an admin said about passages of a text that is revised. Nothing when they said nothing. */
export function CommentList({ reading, text, done, headingId, onShow }: CommentListProps) {
  const { placed } = usePlaces(reading, text);
  const ticked = useStore(done.$fields) ?? {};
  useNextByKey(
    placed.flatMap(({ comment, place }) => (place.state === 'gone' || ticked[comment.id] ? [] : place)),
    onShow,
  );
  if (placed.length === 0) return null;
  const count = placed.filter(({ comment }) => ticked[comment.id]).length;
  return (
    <section aria-labelledby={headingId}>
      <p id={headingId} className="text-sm font-semibold">
        {counted(placed.length, 'comment')} on the text{count > 0 && <span>, {count} done</span>}
      </p>
      <ol className="mt-1 grid gap-3">
        {placed.map(({ comment, place }) => {
          const quote = shortenMiddle(comment.quote, quotedCharacters);
          return (
            <li key={comment.id} className="border-l-2 border-accent pl-3">
              <p className="text-sm text-quiet wrap-anywhere">“{quote}”</p>
              <p className="as-typed">
                <TypedText text={comment.text} />
              </p>
              <div className="flex flex-wrap items-center gap-x-4 text-sm">
                {place.state === 'gone' ? (
                  <span>Its passage is gone.</span>
                ) : (
                  <button
                    type="button"
                    className="text-link min-h-6 cursor-pointer"
                    aria-keyshortcuts="Control+'"
                    title="Ctrl+' for one after the other"
                    aria-label={`Show in the text: ${quote}`}
                    onClick={() => onShow(place)}
                  >
                    Show in the text
                  </button>
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
            </li>
          );
        })}
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
