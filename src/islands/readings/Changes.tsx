import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** What changed between two texts. To compare them takes code of its own, which comes when it is looked at. */
export const Changes = lazyPart(
  () => import('./Difference.tsx'),
  'Difference',
  <Skeleton label="Loading changes" className="h-24" />,
);
