import { withoutBlanks } from '../../client/comments/passage-steps.ts';
import type { Passage } from '../../shared/readings/passages.ts';

/*
 * Between what is selected on the page and a passage of a text. The text stands in paragraphs; each says in `data-from`
 * where in the text it begins, and holds nothing but its part of it. Between them there may be something else.
 */

const paragraphSelector = '[data-from]';

/** @returns what is selected of the text that stands in a box; null when that is nothing */
export function selectedPassage(box: Element, text: string): Passage | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const selected = selection.getRangeAt(0);
  const parts = paragraphsOf(box)
    .filter((paragraph) => selected.intersectsNode(paragraph))
    .map((paragraph) => partOf(paragraph, selected));
  const [first, last] = [parts[0], parts.at(-1)];
  return first && last ? withoutBlanks(text, { from: first.from, to: last.to }) : null;
}

/** Selects a passage of the text that stands in a box. */
export function selectPassage(box: Element, { from, to }: Passage): void {
  const [start, end] = [pointAt(box, from), pointAt(box, to)];
  if (start && end) getSelection()?.setBaseAndExtent(start.node, start.offset, end.node, end.offset);
}

/** @returns where in the text a point of the window is; null when that is nowhere */
export function placeAtPoint(box: Element, x: number, y: number): number | null {
  const point = caretAt(x, y);
  const paragraph = paragraphsOf(box).find((candidate) => point && candidate.contains(point.node));
  if (!paragraph || !point) return null;
  const before = document.createRange();
  before.selectNodeContents(paragraph);
  before.setEnd(point.node, point.offset);
  return beginningOf(paragraph) + before.toString().length;
}

interface Point {
  node: Node;
  offset: number;
}

/** Safari has but the older one of the two. */
function caretAt(x: number, y: number): Point | null {
  if ('caretPositionFromPoint' in document) {
    const caret = document.caretPositionFromPoint(x, y);
    return caret && { node: caret.offsetNode, offset: caret.offset };
  }
  const range = (document as Document).caretRangeFromPoint(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}

function paragraphsOf(box: Element): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(paragraphSelector)];
}

function beginningOf(paragraph: HTMLElement): number {
  return Number(paragraph.dataset.from);
}

/** @returns what is selected of a paragraph */
function partOf(paragraph: HTMLElement, selected: Range): Passage {
  const before = document.createRange();
  before.selectNodeContents(paragraph);
  const within = before.cloneRange();
  if (paragraph.contains(selected.startContainer)) {
    within.setStart(selected.startContainer, selected.startOffset);
  }
  if (paragraph.contains(selected.endContainer)) within.setEnd(selected.endContainer, selected.endOffset);
  before.setEnd(within.startContainer, within.startOffset);
  const from = beginningOf(paragraph) + before.toString().length;
  return { from, to: from + within.toString().length };
}

function pointAt(box: Element, place: number): Point | null {
  const paragraph = paragraphsOf(box).findLast((candidate) => beginningOf(candidate) <= place);
  if (!paragraph) return null;
  let left = place - beginningOf(paragraph);
  const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (left <= length) return { node, offset: left };
    left -= length;
  }
  return null;
}
