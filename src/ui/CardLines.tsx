import type { CardDrawing } from '../shared/drawings/card-frame.ts';

export function CardLines({ drawing, className }: { drawing: CardDrawing; className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 120 200"
      className={className}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path className="card-fine" d={drawing.fine} />
      <path className="card-bold" d={drawing.bold} />
      <path className="card-solid" d={drawing.solid} />
    </svg>
  );
}
