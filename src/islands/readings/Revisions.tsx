import { useStore } from '@nanostores/react';
import { type Change, diffWordsWithSpace } from 'diff';
import { useEffect, useMemo, useState } from 'react';
import type { Fetched } from '../../client/fetched.ts';
import { formatDateTime, shortenMiddle } from '../../client/format.ts';
import type { ReadingRevision } from '../../shared/readings/readings.ts';

/** How much of an unchanged stretch stands on either side of a change. */
const unchangedCharacters = 120;
/** How long nothing is typed before texts are compared, and how long that may take. */
const pauseMs = 400;
const comparingMs = 300;

/** Every version of a reading, and what changed from one to the next. */
export function Revisions({ fetched }: { fetched: Fetched<ReadingRevision[]> }) {
  const { data: revisions = [] } = useStore(fetched.$state);
  if (revisions.length < 2) return null;
  return (
    <details>
      <summary className="cursor-pointer font-semibold">Versions ({revisions.length})</summary>
      <ol className="mt-2 grid gap-3 border-l border-hairline pl-4">
        {revisions.map((revision, index) => (
          <Revision key={revision.revision} revision={revision} previous={revisions[index + 1]} />
        ))}
      </ol>
    </details>
  );
}

function Revision({
  revision,
  previous,
}: {
  revision: ReadingRevision;
  previous: ReadingRevision | undefined;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <div className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <span className="font-semibold">Version {revision.revision}</span>
        <span className="text-quiet wrap-anywhere">
          {revision.author ?? 'unknown'}, {formatDateTime(revision.createdAt)}
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
          {previous ? <Changes from={previous.content} to={revision.content} /> : revision.content}
        </div>
      )}
    </li>
  );
}

interface ChangesProps {
  from: string;
  to: string;
  /** Leaves out most of what both have, so that the changes are seen at once. */
  isBrief?: boolean;
}

/** What was taken out is struck through, what came in is underlined: the colour only helps. */
export function Changes({ from, to, isBrief = false }: ChangesProps) {
  // A long text takes its time to compare: not at each key.
  const settled = useSettled(to);
  const changes = useMemo(() => compare(from, settled), [from, settled]);
  let position = 0;
  return changes.map(({ value, added, removed }) => {
    position += 1;
    if (added) {
      return (
        <ins key={position} className="bg-tone-success-paper text-tone-success">
          {value}
        </ins>
      );
    }
    if (removed) {
      return (
        <del key={position} className="bg-tone-error-paper text-tone-error">
          {value}
        </del>
      );
    }
    return <span key={position}>{isBrief ? shortenMiddle(value, unchangedCharacters) : value}</span>;
  });
}

/** Two texts that have so little in common that it takes too long to find are shown one after the other. */
function compare(from: string, to: string): Change[] {
  const whole: Change[] = [
    { value: from, added: false, removed: true, count: 1 },
    { value: to, added: true, removed: false, count: 1 },
  ];
  return diffWordsWithSpace(from, to, { timeout: comparingMs }) ?? whole;
}

/** @returns a text as it was when its typing paused last */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
