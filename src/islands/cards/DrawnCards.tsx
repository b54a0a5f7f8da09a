import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { DrawnCardsProps } from './DrawnCardsRow.tsx';

/** Comes when there are cards to be seen. */
const Row = lazyPart(
  () => import('./DrawnCardsRow.tsx'),
  'DrawnCardsRow',
  <Skeleton label="Loading the cards" className="h-14" />,
);

/** The cards that were drawn for a reading. Renders nothing without cards. */
export function DrawnCards({ cards }: DrawnCardsProps) {
  return cards.length > 0 ? <Row cards={cards} /> : null;
}
