import type { WritingStore } from '../../client/writing/writing.ts';
import { counted, plural } from '../../shared/plural.ts';
import type { OrderReading } from '../../shared/readings/readings.ts';
import { WhenFetched } from '../ui/errors/WhenFetched.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TypedText } from '../ui/TypedText.tsx';

/** What the admin wants changed in a rejected reading. It stays in view while one writes (writing.css). */
export function Feedback({ store, orderId }: { store: WritingStore; orderId: string }) {
  return (
    <WhenFetched
      fetched={store.readingOf(orderId)}
      fallback="The feedback could not be loaded."
      loading={<Skeleton className="h-12" />}
    >
      {(reading) => (
        <section
          aria-label="Feedback from the admin"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long one scrolls, also without a pointer
          tabIndex={0}
          className="feedback-to-see rounded-field border border-error px-3 py-2"
        >
          <p className="text-sm font-semibold">Feedback from the admin</p>
          <TypedText text={reading.feedback || wordsInstead(reading)} />
        </section>
      )}
    </WhenFetched>
  );
}

function wordsInstead({ comments, revision }: OrderReading): string {
  const count = comments.filter((comment) => comment.revision === revision).length;
  if (count === 0) return 'No feedback was given. Please ask the admin what to change.';
  return `There ${plural(count, 'is', 'are')} ${counted(count, 'comment')} on the text.`;
}
