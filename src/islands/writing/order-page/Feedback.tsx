import { useStore } from '@nanostores/react';
import type { ReaderDesk } from '../../../client/dashboards/reader-desk.ts';
import { counted, plural } from '../../../shared/plural.ts';
import type { OrderReading } from '../../../shared/readings/readings.ts';
import { LoadProblem } from '../../ui/errors/LoadProblem.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TypedText } from '../../ui/TypedText.tsx';

/** Characters */
const longFeedback = 200;

interface FeedbackProps {
  desk: ReaderDesk;
  orderId: string;
  /** Whether a long one is folded, so that the room is left to the text. */
  isFolded?: boolean;
}

/** What the admin wants changed in a rejected reading. */
export function Feedback({ desk, orderId, isFolded = false }: FeedbackProps) {
  const fetched = desk.readingOf(orderId);
  const { data: reading, error } = useStore(fetched.$state);
  if (error && !reading) {
    return (
      <LoadProblem error={error} fallback="The feedback could not be loaded." onRetry={fetched.refresh} />
    );
  }
  if (!reading) return <Skeleton className="h-12" />;
  const words = reading.feedback || wordsInstead(reading);
  const prose = (
    <p className="as-typed">
      <TypedText text={words} />
    </p>
  );
  const isLong = words.length > longFeedback || words.split('\n').length > 3;
  const box = 'rounded-field border border-error px-3 py-2';
  if (isFolded && isLong) {
    return (
      <details className={box}>
        <summary className="cursor-pointer text-sm font-semibold">Feedback from the admin</summary>
        {prose}
      </details>
    );
  }
  return (
    <div className={box}>
      <p className="text-sm font-semibold">Feedback from the admin</p>
      {prose}
    </div>
  );
}

function wordsInstead({ comments, revision }: OrderReading): string {
  const count = comments.filter((comment) => comment.revision === revision).length;
  if (count === 0) return 'No feedback was given. Please ask the admin what to change.';
  return `There ${plural(count, 'is', 'are')} ${counted(count, 'comment')} on the text.`;
}
