import { retriable } from '../../client/retriable.ts';
import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { DifferenceProps } from './Difference.tsx';

/** What changed between two texts. To compare them takes code of its own, which comes when it is looked at. */
export const Changes = lazyPart<DifferenceProps>(
  retriable(() => import('./Difference.tsx').then(({ Difference }) => Difference), 'Difference'),
  <div role="status" aria-label="Loading changes">
    <Skeleton className="h-24" />
  </div>,
);
