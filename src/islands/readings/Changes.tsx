import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** What changed between two texts. To compare them takes code of its own, which comes when it is looked at. */
export const Changes = lazyPart(
  () => import('./Difference.tsx'),
  'Difference',
  <div role="status" aria-label="Loading changes">
    <Skeleton className="h-24" />
  </div>,
);
