import { type RefObject, useEffect, useState } from 'react';
import { withoutBlanks } from '../../client/comments/passages.ts';
import type { Passage } from '../../shared/readings/comments.ts';

/*
 * Between what is selected on the page and a passage of a text. The text stands in the elements with `data-of-text`,
 * which hold nothing else. Between them there may be something else.
 */

/** What is selected, and where it ends on the page: in pixels from the upper left of the box. */
interface SelectedPassage extends Passage {
  top: number;
  left: number;
}

/** @returns what is selected of the text in a box */
export function useSelectedPassage(box: RefObject<HTMLElement | null>, text: string): SelectedPassage | null {
  const [selected, setSelected] = useState<SelectedPassage | null>(null);
  useEffect(() => {
    const look = () => setSelected(box.current && selectedPassage(box.current, text));
    document.addEventListener('selectionchange', look);
    addEventListener('resize', look);
    return () => {
      document.removeEventListener('selectionchange', look);
      removeEventListener('resize', look);
    };
  }, [box, text]);
  return selected;
}

/** @returns what is selected of the text that stands in a box; null when that is nothing */
export function selectedPassage(box: Element, text: string): SelectedPassage | null {
  const selection = getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0) : null;
  const rect = [...(range?.getClientRects() ?? [])].at(-1);
  if (!range || !rect) return null;
  const from = placeOf(box, range.startContainer, range.startOffset);
  const to = placeOf(box, range.endContainer, range.endOffset);
  const passage = withoutBlanks(text, { from, to });
  const edge = box.getBoundingClientRect();
  return passage && { ...passage, top: rect.bottom - edge.top, left: rect.right - edge.left };
}

/** Selects a passage of the text that stands in a box. */
export function selectPassage(box: Element, { from, to }: Passage): void {
  const [start, end] = [letterAt(box, from), letterAt(box, to - 1)];
  if (start && end) getSelection()?.setBaseAndExtent(start.node, start.offset, end.node, end.offset + 1);
}

/** @returns how much of the text stands before a point of the page, in characters */
function placeOf(box: Element, node: Node, offset: number): number {
  const before = document.createRange();
  before.setStart(box, 0);
  // The range is empty when the point is above the box.
  before.setEnd(node, offset);
  const paragraphs = [...before.cloneContents().querySelectorAll('[data-of-text]')];
  return paragraphs.map(({ textContent }) => textContent).join('').length;
}

/** @returns where the letter is that stands at a place of the text */
function letterAt(box: Element, place: number): { node: Node; offset: number } | null {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
    parentElement?.closest('[data-of-text]') ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  );
  let offset = place;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (offset < length) return { node, offset };
    offset -= length;
  }
  return null;
}
