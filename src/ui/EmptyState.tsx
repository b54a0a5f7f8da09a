import type { ComponentProps } from 'react';
import { type CardName, cardDrawings } from '../shared/drawings/card-drawings.ts';
import { CardLines } from './CardLines.tsx';

type EmptyStateProps = ComponentProps<'div'> & { card: CardName; title: string };

/** A panel that says why a list is empty. */
export function EmptyState({ card, title, className = '', children, ...panel }: EmptyStateProps) {
  return (
    <div {...panel} className={`panel flex flex-col items-center gap-3 px-4 py-12 text-center ${className}`}>
      <CardLines drawing={cardDrawings[card]} className="h-28 w-auto" />
      <p className="font-display text-xl">{title}</p>
      {children && <div className="max-w-prose text-quiet">{children}</div>}
    </div>
  );
}
