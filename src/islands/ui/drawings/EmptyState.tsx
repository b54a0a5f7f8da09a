import type { ReactNode } from 'react';
import { CardDrawing } from './CardDrawing.tsx';
import type { CardName } from './card-drawings.ts';

export function EmptyState({
  card,
  title,
  children,
}: {
  card: CardName;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-12 text-center">
      <CardDrawing card={card} className="h-28 w-auto" />
      <p className="font-display text-xl">{title}</p>
      {children && <div className="max-w-prose text-quiet">{children}</div>}
    </div>
  );
}
