import type { ReactNode } from 'react';
import { findWords } from '../../client/comments/passages.ts';
import { shortenMiddle } from '../../client/format.ts';
import type { ReadingComment } from '../../shared/readings/comments.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { WhenFetched } from '../ui/errors/WhenFetched.tsx';
import { TypedText } from '../ui/TypedText.tsx';

/** Of a comment whose passage cannot be found. */
export const goneWords = 'These words are no longer in the text';

/** @returns the words a comment is about; of many the beginning and the end */
export const shortQuote = ({ quote }: { quote: string }) => shortenMiddle(quote, 80);

interface SaidCommentProps {
  comment: ReadingComment;
  /** Who said it, and when. */
  said?: string;
  children?: ReactNode;
}

/** A comment that was sent, in a list of them: the words it is about, and what it says. */
export function SaidComment({ comment, said = '', children }: SaidCommentProps) {
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

/** All comments on passages of any version of a reading. Renders nothing without comments. */
export function CommentHistory({ comments }: { comments: ReadingComment[] }) {
  const { happened } = useBusinessDays();
  if (comments.length === 0) return null;
  return (
    <Disclosure summary={`Comments (${comments.length})`}>
      <ol className="mt-2 grid max-w-prose gap-3">
        {comments.map((comment) => (
          <SaidComment
            key={comment.id}
            comment={comment}
            said={`${comment.author}, ${happened(comment.createdAt)}, on version ${comment.revision}: `}
          />
        ))}
      </ol>
    </Disclosure>
  );
}

/** The comments on passages of the version that was rejected last. Renders nothing without comments. */
export function EarlierComments({ reading }: { reading: Reading }) {
  const fetched = useAdminDesk().readings.ofOrder(reading.orderId);
  return (
    <WhenFetched fetched={fetched} fallback="The comments could not be loaded.">
      {({ comments }) => {
        const version = comments.at(-1)?.revision;
        return (
          version && (
            <section
              aria-label="Comments at the last rejection"
              className="rounded-field border border-hairline px-4 py-3"
            >
              <p className="text-sm font-semibold">Comments on version {version}</p>
              <ol className="mt-1 grid max-w-prose gap-3">
                {comments
                  .filter(({ revision }) => revision === version)
                  .map((comment) => (
                    <SaidComment key={comment.id} comment={comment}>
                      {!findWords(reading.content, comment) && <p className="text-sm">{goneWords}.</p>}
                    </SaidComment>
                  ))}
              </ol>
            </section>
          )
        );
      }}
    </WhenFetched>
  );
}
