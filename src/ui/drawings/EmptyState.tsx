import type { ReactNode } from 'react';
import { CardLines } from './CardLines.tsx';
import { type CardName, cardDrawings } from './card-drawings.ts';

export function EmptyState(props: { card: CardName; title: string; children?: ReactNode }) {
  const { card, title, children } = props;
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      <CardLines drawing={cardDrawings[card]} className="h-28 w-auto" />
      <p className="font-display text-xl">{title}</p>
      {children && <div className="max-w-prose text-quiet">{children}</div>}
    </div>
  );
}
