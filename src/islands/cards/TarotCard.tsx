import { classNames } from '../ui/class-names.ts';
import { CardLines } from '../ui/drawings/CardLines.tsx';
import { drawCard } from '../ui/drawings/deck/draw-card.ts';

interface TarotCardProps {
  /** Its name in addresses. */
  card: string;
  isReversed?: boolean;
  className?: string;
}

/** The drawing of a card, as it lies. Decoration only: its name stands beside it. */
export function TarotCard({ card, isReversed = false, className }: TarotCardProps) {
  const drawing = drawCard(card);
  if (!drawing) return null;
  return (
    <CardLines
      drawing={drawing}
      className={classNames('tarot-card', isReversed && 'rotate-180', className)}
    />
  );
}
