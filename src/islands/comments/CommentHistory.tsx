import { shortenMiddle } from '../../client/format.ts';
import type { ReadingComment } from '../../shared/readings/comments.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { TypedText } from '../ui/TypedText.tsx';

/** How much of a long passage is repeated at its beginning and at its end, in characters. */
const quotedCharacters = 80;

/** Everything that was said about passages of any version of a reading. Nothing when nothing was. */
export function CommentHistory({ comments }: { comments: ReadingComment[] }) {
  const { happened } = useBusinessDays();
  if (comments.length === 0) return null;
  return (
    <Disclosure summary={`Comments (${comments.length})`}>
      <ol className="mt-2 grid max-w-prose gap-3 border-l border-hairline pl-4">
        {comments.map(({ id, revision, quote, text, author, createdAt }) => (
          <li key={id}>
            <p className="text-sm text-quiet wrap-anywhere">
              {author}, {happened(createdAt)}, on version {revision}: “
              {shortenMiddle(quote, quotedCharacters)}”
            </p>
            <p className="as-typed">
              <TypedText text={text} />
            </p>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
