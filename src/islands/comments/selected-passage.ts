import { type RefObject, useEffect, useState } from 'react';
import { withoutBlanks } from '../../client/comments/passages.ts';
import type { Passage } from '../../shared/readings/comments.ts';

/*
 * Between what is selected on the page and a passage of a text. The text stands in paragraphs; each says in `data-from`
 * where in the text it begins, and holds nothing but its part of it. Between them there may be something else.
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
  const touched = paragraphsOf(box).filter((paragraph) => range?.intersectsNode(paragraph));
  const [first, last] = [touched[0], touched.at(-1)];
  const rect = [...(range?.getClientRects() ?? [])].at(-1);
  if (!range || !first || !last || !rect) return null;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const from = first.contains(startContainer) ? placeOf(first, startContainer, startOffset) : placeOf(first);
  const to = last.contains(endContainer)
    ? placeOf(last, endContainer, endOffset)
    : placeOf(last, last, last.childNodes.length);
  const passage = withoutBlanks(text, { from, to });
  const edge = box.getBoundingClientRect();
  return passage && { ...passage, top: rect.bottom - edge.top, left: rect.right - edge.left };
}

/** Selects a passage of the text that stands in a box. */
export function selectPassage(box: Element, { from, to }: Passage): void {
  const [start, end] = [pointAt(box, from), pointAt(box, to)];
  if (start && end) getSelection()?.setBaseAndExtent(...start, ...end);
}

function paragraphsOf(box: Element): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>('[data-from]')];
}

/** @returns where in the text a point of a paragraph is */
function placeOf(paragraph: HTMLElement, node: Node = paragraph, offset = 0): number {
  const before = document.createRange();
  before.setStart(paragraph, 0);
  before.setEnd(node, offset);
  return Number(paragraph.dataset.from) + before.toString().length;
}

function pointAt(box: Element, place: number): [node: Node, offset: number] | null {
  const paragraph = paragraphsOf(box).findLast(({ dataset }) => Number(dataset.from) <= place);
  if (!paragraph) return null;
  let left = place - Number(paragraph.dataset.from);
  const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (left <= length) return [node, left];
    left -= length;
  }
  return null;
}
