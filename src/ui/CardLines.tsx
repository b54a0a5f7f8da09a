import chariot from '../assets/cards/the-chariot.svg?raw';
import hermit from '../assets/cards/the-hermit.svg?raw';
import star from '../assets/cards/the-star.svg?raw';
import wheel from '../assets/cards/wheel-of-fortune.svg?raw';
import { readDrawing } from '../shared/readings/card-drawing.ts';

/** The files of the cards that decorate the site. */
export const siteCards = { star, chariot, wheel, hermit };
export type CardName = keyof typeof siteCards;

/** Draws a card from its SVG file in the colors of the page. */
export function CardLines({ svg, className }: { svg: string; className?: string | undefined }) {
  const { fine, bold, solid } = readDrawing(svg);
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
