import chariot from '../assets/cards/the-chariot.svg?raw';
import hermit from '../assets/cards/the-hermit.svg?raw';
import star from '../assets/cards/the-star.svg?raw';
import wheel from '../assets/cards/wheel-of-fortune.svg?raw';
import { type CardDrawing, readDrawing } from '../shared/readings/card-drawing.ts';

/** The cards that decorate the site. */
export const siteCards = {
  star: readDrawing(star),
  chariot: readDrawing(chariot),
  wheel: readDrawing(wheel),
  hermit: readDrawing(hermit),
};
export type CardName = keyof typeof siteCards;

interface CardLinesProps {
  drawing: CardDrawing;
  className?: string | undefined;
}

/** Draws a card in the page's colors. */
export function CardLines({ drawing: { fine, bold, solid }, className }: CardLinesProps) {
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
