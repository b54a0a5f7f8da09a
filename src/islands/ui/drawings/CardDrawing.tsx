import { CardLines } from './CardLines.tsx';
import { type CardName, cardDrawings } from './card-drawings.ts';

export function CardDrawing({ card, className }: { card: CardName; className?: string }) {
  return <CardLines drawing={cardDrawings[card]} className={className} />;
}
