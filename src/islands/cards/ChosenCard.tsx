import { type PointerEvent, useId } from 'react';
import { excessWords } from '../../shared/excess-words.ts';
import { limits } from '../../shared/limits.ts';
import { cardAsDrawn, type DrawnCard, findCard } from '../../shared/readings/cards.ts';
import { TarotCard } from './TarotCard.tsx';

interface ChosenCardProps {
  drawn: DrawnCard;
  /** From 1. */
  place: number;
  isFirst: boolean;
  isLast: boolean;
  onChange: (drawn: DrawnCard) => void;
  onMove: (by: 1 | -1) => void;
  onRemove: () => void;
  onGrab: (event: PointerEvent) => void;
}

const round = 'btn btn-ghost btn-sm btn-square';

/** One card of the sequence: how it lies, what its place stands for, and where it goes. */
export function ChosenCard(props: ChosenCardProps) {
  const { drawn, place, isFirst, isLast, onChange, onMove, onRemove, onGrab } = props;
  const name = findCard(drawn.card)?.name ?? drawn.card;
  const excess = excessWords(drawn.position, limits.cardPositionCharacters);
  const excessId = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span
        aria-hidden="true"
        title="Drag to move"
        className="cursor-grab touch-none px-1 py-4 text-quiet select-none"
        onPointerDown={onGrab}
      >
        ⠿
      </span>
      <TarotCard card={drawn.card} isReversed={drawn.isReversed} className="w-9 flex-none" />
      <div className="min-w-0 flex-1 basis-36">
        <p className="leading-snug font-semibold wrap-anywhere">
          {place}. {name}
        </p>
        <label className="inline-flex min-h-6 items-center gap-2 text-sm">
          <input
            type="checkbox"
            className="checkbox checkbox-sm checkbox-primary"
            aria-label={`${name} reversed`}
            checked={drawn.isReversed}
            onChange={(event) => onChange({ ...drawn, isReversed: event.target.checked })}
          />
          Reversed
        </label>
      </div>
      <input
        type="text"
        dir="auto"
        autoComplete="off"
        aria-label={`Position of ${name}`}
        placeholder="Position"
        className="input input-sm min-w-0 flex-1 basis-40"
        aria-invalid={excess ? true : undefined}
        aria-describedby={excess ? excessId : undefined}
        value={drawn.position}
        onChange={(event) => onChange({ ...drawn, position: event.target.value })}
      />
      {excess && (
        <p id={excessId} className="field-error basis-full">
          {excess}
        </p>
      )}
      <div className="ms-auto flex flex-none gap-1">
        <button
          type="button"
          className={round}
          aria-label={`Move ${name} up`}
          aria-disabled={isFirst}
          aria-keyshortcuts="Alt+ArrowUp"
          onClick={() => onMove(-1)}
        >
          ↑
        </button>
        <button
          type="button"
          className={round}
          aria-label={`Move ${name} down`}
          aria-disabled={isLast}
          aria-keyshortcuts="Alt+ArrowDown"
          onClick={() => onMove(1)}
        >
          ↓
        </button>
        <button
          type="button"
          data-remove
          className={round}
          aria-label={`Take out ${cardAsDrawn(drawn)}`}
          onClick={onRemove}
        >
          ×
        </button>
      </div>
    </div>
  );
}
