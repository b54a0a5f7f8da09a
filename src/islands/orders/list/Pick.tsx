import type { ChangeEvent, ComponentProps, MouseEvent as PointerPress } from 'react';

interface PickProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  /** @param hasShift whether Shift was held: the rows up to this one are meant */
  onPick: (hasShift: boolean) => void;
}

/** A box to tick, with room around it for a finger. */
export function Pick({ onPick, ...box }: PickProps) {
  return (
    <label className="flex cursor-pointer px-2 py-1.5 @max-4xl:py-3" onMouseDown={keepSelection}>
      <input
        {...box}
        type="checkbox"
        className="checkbox checkbox-sm checkbox-primary"
        onChange={(event) => onPick(hasShift(event))}
      />
    </label>
  );
}

function hasShift({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
}

/** Shift would mark the text in between. */
function keepSelection(event: PointerPress): void {
  if (event.shiftKey) event.preventDefault();
}
