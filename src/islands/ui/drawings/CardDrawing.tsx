import { CardLines } from './CardLines.tsx';
import { type CardName, cardDrawings } from './card-drawings.ts';

interface CardDrawingProps {
  card: CardName;
  className?: string;
}

export function CardDrawing({ card, className }: CardDrawingProps) {
  return <CardLines drawing={cardDrawings[card]} className={className} />;
}
