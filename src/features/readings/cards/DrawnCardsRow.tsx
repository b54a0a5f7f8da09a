import { cardTitle, type DrawnCard } from '../../../shared/readings/cards.ts';
import { directionOf } from '../../../shared/text.ts';
import { CardLines } from '../../../ui/CardLines.tsx';
import { findDrawing } from '../../../ui/card-files.ts';
import { classNames } from '../../../ui/class-names.ts';

/** Renders the row of pictures, titles and positions for `DrawnCards`, which loads it only when needed. */
export function DrawnCardsRow({ cards }: { cards: readonly DrawnCard[] }) {
  return (
    <ol
      aria-label="The cards that were drawn"
      className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 gap-y-2"
    >
      {cards.map((drawn, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same card may lie there twice
        <li key={index} className="flex max-w-40 items-center gap-2 text-xs leading-snug wrap-anywhere">
          <CardPicture card={drawn.card} isReversed={drawn.isReversed} className="w-8 shrink-0" />
          <span>
            {cardTitle(drawn)}
            {drawn.position && (
              <span dir={directionOf(drawn.position)} className="block text-quiet">
                {drawn.position}
              </span>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Draws a card as decoration, hidden from screen readers; renders nothing for an unknown card. */
export function CardPicture(props: { card: string; isReversed?: boolean; className?: string }) {
  const { card, isReversed = false, className } = props;
  const drawing = findDrawing(card);
  if (!drawing) return null;
  return (
    <CardLines
      drawing={drawing}
      className={classNames('tarot-card', isReversed && 'rotate-180', className)}
    />
  );
}
