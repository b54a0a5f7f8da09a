import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { shortenMiddle } from '../../client/format.ts';
import type { ReadingComment } from '../../shared/readings/comments.ts';
import { placesOf } from '../../shared/readings/passages.ts';
import type { Reading } from '../../shared/readings/readings.ts';
import { useAdminDesk } from '../desk/desk-context.ts';
import { LoadProblem } from '../ui/errors/LoadProblem.tsx';
import { TypedText } from '../ui/TypedText.tsx';

/** How much of a long passage is repeated at its beginning and at its end, in characters. */
const quotedCharacters = 80;

/** What was said about passages when a reading was rejected last, and what became of them. */
export function EarlierComments({ reading }: { reading: Reading }) {
  return reading.revision > 1 ? <OfRevised reading={reading} /> : null;
}

function OfRevised({ reading }: { reading: Reading }) {
  const { readings } = useAdminDesk();
  const fetched = readings.ofOrder(reading.orderId);
  const { data, error } = useStore(fetched.$state);
  if (error && !data) {
    return (
      <LoadProblem error={error} fallback="The comments could not be loaded." onRetry={fetched.refresh} />
    );
  }
  const newest = Math.max(0, ...(data?.comments ?? []).map(({ revision }) => revision));
  const comments = data?.comments.filter(({ revision }) => revision === newest) ?? [];
  return comments.length > 0 ? <WithPlaces reading={reading} comments={comments} /> : null;
}

function WithPlaces({ reading, comments }: { reading: Reading; comments: ReadingComment[] }) {
  const { readings } = useAdminDesk();
  const { data: revisions } = useStore(readings.revisionsOf(reading).$state);
  const version = comments[0]?.revision;
  const before = revisions?.find(({ revision }) => revision === version)?.content;
  const outcomes = useMemo(
    () => (before === undefined ? [] : outcomesOf(comments, before, reading.content)),
    [comments, before, reading.content],
  );
  return (
    <section
      aria-label="Comments at the last rejection"
      className="rounded-field border border-hairline px-4 py-3"
    >
      <p className="text-sm font-semibold">
        Comments on version {version}, and what became of their passages
      </p>
      <ol className="mt-1 grid max-w-prose gap-3">
        {comments.map(({ id, quote, text }, index) => (
          <li key={id} className="border-l-2 border-accent pl-3">
            <p className="text-sm text-quiet wrap-anywhere">“{shortenMiddle(quote, quotedCharacters)}”</p>
            <p className="as-typed">
              <TypedText text={text} />
            </p>
            <p className="text-sm wrap-anywhere">{outcomes[index]}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function outcomesOf(comments: ReadingComment[], before: string, now: string): string[] {
  return placesOf(comments, before, now).map((place) => {
    if (place.state !== 'changed') return place.state === 'gone' ? 'Gone' : 'Unchanged';
    return `Changed to “${shortenMiddle(now.slice(place.from, place.to), quotedCharacters)}”`;
  });
}
