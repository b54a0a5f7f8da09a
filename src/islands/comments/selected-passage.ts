import { type RefObject, useEffect, useState } from 'react';
import { trimPassage } from '../../client/comments/passages.ts';
import type { Passage } from '../../shared/readings/comments.ts';

/** The selection in the elements with `data-of-text`, and where it ends: in pixels from the upper left of the box. */
type SelectedPassage = Passage & { top: number; left: number };

export function useSelectedPassage(box: RefObject<HTMLElement | null>, text: string): SelectedPassage | null {
  const [selected, setSelected] = useState<SelectedPassage | null>(null);
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const look = () => setSelected(box.current && selectedPassage(box.current, text));
    document.addEventListener('selectionchange', look, options);
    addEventListener('resize', look, options);
    return () => listening.abort();
  }, [box, text]);
  return selected;
}

/** @returns the selection of the text in a box; null when it is empty */
export function selectedPassage(box: Element, text: string): SelectedPassage | null {
  const selection = getSelection();
  const range = selection?.rangeCount ? selection.getRangeAt(0) : null;
  const rect = [...(range?.getClientRects() ?? [])].at(-1);
  if (!range || !rect) return null;
  const from = placeOf(box, range.startContainer, range.startOffset);
  const to = placeOf(box, range.endContainer, range.endOffset);
  const passage = trimPassage(text, { from, to });
  const edge = box.getBoundingClientRect();
  return passage && { ...passage, top: rect.bottom - edge.top, left: rect.right - edge.left };
}

export function selectPassage(box: Element, { from, to }: Passage): void {
  const [start, end] = [letterAt(box, from), letterAt(box, to - 1)];
  if (start && end) getSelection()?.setBaseAndExtent(start.node, start.offset, end.node, end.offset + 1);
}

function placeOf(box: Element, node: Node, offset: number): number {
  const before = document.createRange();
  before.setStart(box, 0);
  before.setEnd(node, offset);
  const paragraphs = [...before.cloneContents().querySelectorAll('[data-of-text]')];
  return paragraphs.map(({ textContent }) => textContent).join('').length;
}

function letterAt(box: Element, place: number): { node: Node; offset: number } | null {
  let offset = place;
  for (const { firstChild: node } of box.querySelectorAll('[data-of-text] > *')) {
    const length = node?.textContent?.length ?? 0;
    if (node && offset < length) return { node, offset };
    offset -= length;
  }
  return null;
}
