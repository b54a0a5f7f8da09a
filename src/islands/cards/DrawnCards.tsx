import type { DrawnCard } from '../../shared/readings/cards.ts';
import { lazyPart } from '../ui/errors/lazy-part.tsx';
import { Skeleton } from '../ui/pieces.tsx';

const Row = lazyPart(
  () => import('./DrawnCardsRow.tsx'),
  'DrawnCardsRow',
  <Skeleton label="Loading the cards" className="h-14" />,
);

export function DrawnCards({ cards }: { cards: readonly DrawnCard[] }) {
  return cards.length > 0 ? <Row cards={cards} /> : null;
}
