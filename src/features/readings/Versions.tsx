import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { Fetched } from '../../lib/fetched.ts';
import { areSameCards, cardsText } from '../../shared/readings/cards.ts';
import type { ReadingRevision } from '../../shared/readings/reading-schema.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyPart } from '../../ui/errors/lazy-part.tsx';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { Disclosure, Skeleton } from '../../ui/pieces.tsx';
import { useDateFormats } from '../desk/desk-hooks.ts';

export const Changes = lazyPart(
  () => import('./Difference.tsx'),
  'Difference',
  <Skeleton label="Loading changes" className="h-24" />,
);

interface VersionConflictProps {
  label: string;
  message: ReactNode;
  mine: string;
  theirs: string;
  className: string;
  children?: ReactNode;
  takeLabel: string;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  field: RefObject<HTMLElement | null>;
}

/** Compares a draft (`mine`) with another session's version (`theirs`), with buttons to choose one. */
export function VersionConflict(props: VersionConflictProps) {
  const notice = useRef<HTMLElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const choose = (choice: () => void) => () => {
    choice();
    props.field.current?.focus();
  };
  return (
    <section
      ref={notice}
      aria-label={props.label}
      className="grid scroll-mb-2 gap-3 rounded-field border border-warning px-4 py-3"
    >
      {/* The comparison below changes with every key and is not announced. */}
      <div role="alert">{props.message}</div>
      {props.mine !== props.theirs && (
        <section
          aria-label="Comparison"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also without a pointer
          tabIndex={0}
          className={classNames('max-w-prose overflow-y-auto leading-relaxed as-typed', props.className)}
        >
          <Changes from={props.mine} to={props.theirs} />
        </section>
      )}
      {props.children}
      <div className="flex flex-wrap gap-2">
        <Button className="btn btn-sm btn-primary" onClick={choose(props.onKeepMine)}>
          Keep mine
        </Button>
        <Button onClick={choose(props.onTakeTheirs)}>{props.takeLabel}</Button>
      </div>
    </section>
  );
}

type NewerVersionProps = Omit<VersionConflictProps, 'label' | 'message' | 'className' | 'takeLabel'> & {
  what: string;
};

/** Says that another session saved a newer version of `what`, and compares it with yours; buttons choose one. */
export function NewerVersion({ what, ...conflict }: NewerVersionProps) {
  return (
    <VersionConflict
      {...conflict}
      label="A newer version"
      message={
        <>
          <p className="font-semibold">
            Someone saved {what} while you were typing. What you typed is below, unsaved.
          </p>
          <p className="text-sm">
            Words only in yours are <del>struck through</del>. Words only in theirs are <ins>underlined</ins>.
          </p>
        </>
      }
      className="max-h-80"
      takeLabel="Use theirs"
    />
  );
}

/** Renders a folded list of a reading's versions with their changes; nothing if there is only one. */
export function Revisions({ newest, fetched }: { newest: number; fetched: Fetched<ReadingRevision[]> }) {
  if (newest < 2) return null;
  return (
    <Disclosure summary={`Versions (${newest})`}>
      <WhenFetched fetched={fetched} what="versions" height="h-24">
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

function Revision(props: { revision: ReadingRevision; previous: ReadingRevision | undefined }) {
  const { revision, previous } = props;
  const { dateTime } = useDateFormats();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <div className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <span className="font-semibold">Version {revision.revision}</span>
        <span className="text-quiet wrap-anywhere">
          {revision.author ?? 'unknown'}, {dateTime(revision.createdAt)}
        </span>
        <Button
          className="text-link cursor-pointer"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {previous ? 'Show changes' : 'Show text'}
        </Button>
      </div>
      {isOpen && (
        <div className="mt-2 max-w-prose leading-relaxed as-typed">
          {!areSameCards(revision.cards, previous?.cards ?? []) && (
            <p className="text-sm text-quiet">Cards: {cardsText(revision.cards) || 'none'}</p>
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
