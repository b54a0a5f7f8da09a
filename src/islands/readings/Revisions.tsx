import { useState } from 'react';
import type { Fetched } from '../../client/fetched.ts';
import { areSameCards, cardsInWords } from '../../shared/readings/cards.ts';
import type { ReadingRevision } from '../../shared/readings/readings.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { WhenFetched } from '../ui/errors/WhenFetched.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Changes } from './Changes.tsx';

interface RevisionsProps {
  /** The number of the newest version, from 1. */
  newest: number;
  /** Asked for when they are looked at. */
  fetched: Fetched<ReadingRevision[]>;
}

/** Every version of a reading, and what changed from one to the next. Nothing while there is only one. */
export function Revisions({ newest, fetched }: RevisionsProps) {
  if (newest < 2) return null;
  return (
    <Disclosure summary={`Versions (${newest})`}>
      <WhenFetched
        fetched={fetched}
        fallback="The versions could not be loaded."
        loading={<Skeleton label="Loading versions" className="h-24" />}
      >
        {(revisions) => (
          <ol className="mt-2 grid gap-3 border-l border-hairline pl-4">
            {revisions.map((revision, index) => (
              <Revision key={revision.revision} revision={revision} previous={revisions[index + 1]} />
            ))}
          </ol>
        )}
      </WhenFetched>
    </Disclosure>
  );
}

function Revision({
  revision,
  previous,
}: {
  revision: ReadingRevision;
  previous: ReadingRevision | undefined;
}) {
  const { happened } = useBusinessDays();
  const [isOpen, setIsOpen] = useState(false);
  const areOtherCards = !areSameCards(revision.cards, previous?.cards ?? []);
  return (
    <li>
      <div className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <span className="font-semibold">Version {revision.revision}</span>
        <span className="text-quiet wrap-anywhere">
          {revision.author ?? 'unknown'}, {happened(revision.createdAt)}
        </span>
        <button
          type="button"
          className="text-link cursor-pointer"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {previous ? 'Show changes' : 'Show text'}
        </button>
      </div>
      {isOpen && (
        <div className="mt-2 max-w-prose leading-relaxed as-typed">
          {areOtherCards && (
            <p className="text-sm text-quiet">Cards: {cardsInWords(revision.cards) || 'none'}</p>
          )}
          {previous ? (
            <Changes from={previous.content} to={revision.content} />
          ) : (
            <span>{revision.content}</span>
          )}
        </div>
      )}
    </li>
  );
}
