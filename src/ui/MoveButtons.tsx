import { useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { Chevron } from './Icon.tsx';

/** Renders a list row's buttons to move it up and down. The pressed one keeps the focus. */
export function MoveButtons(props: {
  /** Such as the name of the moved item. */
  name: string;
  /** Its index. */
  place: number;
  count: number;
  isBusy?: boolean;
  /** Returns false if it was not moved. */
  onMove: (to: number) => unknown;
}) {
  const { name, place, count, isBusy = false, onMove } = props;
  const pressed = useRef<HTMLButtonElement>(null);
  // A row loses the focus where the browser takes it out and puts it elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [place]);

  async function move(button: HTMLButtonElement, to: number) {
    if (isBusy || to < 0 || to >= count) return;
    pressed.current = button;
    if ((await onMove(to)) === false) pressed.current = null;
  }

  const directions = [
    { label: `Move up: ${name}`, to: place - 1, isPossible: place > 0 },
    { label: `Move down: ${name}`, to: place + 1, isPossible: place < count - 1 },
  ];
  return directions.map(({ label, to, isPossible }) => (
    <Button
      key={to - place}
      className="btn btn-sm btn-square"
      aria-label={label}
      // Not disabled: that would lose the focus of a row that reached an end.
      aria-disabled={!isPossible}
      onClick={(event) => void move(event.currentTarget, to)}
    >
      <Chevron isUp={to < place} />
    </Button>
  ));
}
