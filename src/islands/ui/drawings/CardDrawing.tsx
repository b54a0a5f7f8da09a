import { type CardName, cardDrawings } from './card-drawings.ts';

interface CardDrawingProps {
  card: CardName;
  className?: string;
}

/** One of our tarot cards, drawn with two weights of line in the colours of its surroundings. Decoration only. */
export function CardDrawing({ card, className }: CardDrawingProps) {
  const { fine, bold, solid } = cardDrawings[card];
  return (
    <svg
      viewBox="0 0 120 200"
      className={className}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path className="card-fine" d={fine} />
      <path className="card-bold" d={bold} />
      <path className="card-solid" d={solid} />
    </svg>
  );
}
