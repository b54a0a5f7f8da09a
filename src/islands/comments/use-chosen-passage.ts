import { type RefObject, useEffect, useState } from 'react';
import type { Passage } from '../../shared/readings/passages.ts';
import { selectedPassage } from './letter-selection.ts';

/** What is selected, and where it ends on the page: in pixels from the upper left of the box. */
export interface ChosenPassage extends Passage {
  top: number;
  left: number;
}

/** @returns what is selected of the text in a box; with the mouse only when its button is up again */
export function useChosenPassage(box: RefObject<HTMLElement | null>, text: string): ChosenPassage | null {
  const [chosen, setChosen] = useState<ChosenPassage | null>(null);
  useEffect(() => {
    let isDragging = false;
    const look = () => setChosen(box.current && !isDragging ? chosenIn(box.current, text) : null);
    const press = ({ pointerType }: PointerEvent) => {
      isDragging = pointerType === 'mouse';
    };
    const release = () => {
      isDragging = false;
      look();
    };
    document.addEventListener('selectionchange', look);
    addEventListener('resize', look);
    addEventListener('pointerdown', press);
    addEventListener('pointerup', release);
    addEventListener('pointercancel', release);
    return () => {
      document.removeEventListener('selectionchange', look);
      removeEventListener('resize', look);
      removeEventListener('pointerdown', press);
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', release);
    };
  }, [box, text]);
  return chosen;
}

function chosenIn(box: HTMLElement, text: string): ChosenPassage | null {
  const passage = selectedPassage(box, text);
  // Without a passage nothing may be selected at all.
  const end = passage && getSelection()?.getRangeAt(0).getClientRects();
  const last = end?.[end.length - 1];
  if (!passage || !last) return null;
  const edge = box.getBoundingClientRect();
  return { ...passage, top: last.bottom - edge.top, left: last.right - edge.left };
}
