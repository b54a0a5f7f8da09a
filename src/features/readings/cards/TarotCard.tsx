import { drawCard } from '../../../shared/drawings/draw-card.ts';
import { CardLines } from '../../../ui/CardLines.tsx';
import { classNames } from '../../../ui/class-names.ts';

/** Draws a card, or nothing for an unknown one. Decoration only: its name is beside it. */
export function TarotCard(props: { card: string; isReversed?: boolean; className?: string }) {
  const { card, isReversed = false, className } = props;
  const drawing = drawCard(card);
  if (!drawing) return null;
  return (
    <CardLines
      drawing={drawing}
      className={classNames('tarot-card', isReversed && 'rotate-180', className)}
    />
  );
}
