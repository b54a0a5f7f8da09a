import type { Box, Eyes } from './eyes.ts';

/**
 * Finds controls that overlap a control or text, and text on other text, in the same layer: a box that does not scroll
 * with the page (a toast, a bar at the bottom) may cover what passes below. A mark in a field that lets the pointer
 * through belongs to the field.
 */
export function findOverlaps(eyes: Eyes): string[] {
  interface Piece {
    element: Element;
    layer: Element | null;
    box: Box;
    isControl: boolean;
    name: () => string;
  }
  const quote = (text: string | null) => `'${(text ?? '').replace(/\s+/g, ' ').trim().slice(0, 40)}'`;
  const pieces: Piece[] = eyes.controls.map(({ element, layer, shown, style }) => {
    // A link in a text is as large as its lines, not as the box around them.
    const isInline = style.display === 'inline';
    return {
      element,
      layer,
      box: isInline ? { left: 0, top: 0, right: 0, bottom: 0 } : shrink(shown, 1, 1),
      isControl: true,
      name: () => eyes.nameOf(element),
    };
  });
  for (const { thing, lines } of eyes.texts) {
    for (const line of lines) {
      // Lines of letters are higher than the letters.
      const box = shrink(eyes.meet(line, thing.shown), 1, (line.bottom - line.top) / 5);
      const name = () => `the text ${quote(thing.element.textContent)}`;
      pieces.push({ element: thing.element, layer: thing.layer, box, isControl: false, name });
    }
  }
  function shrink(box: Box, x: number, y: number): Box {
    return { left: box.left + x, right: box.right - x, top: box.top + y, bottom: box.bottom - y };
  }
  const isOneThing = (a: Piece, b: Piece) =>
    a.element === b.element ||
    ((a.isControl || b.isControl) &&
      (eyes.isInside(a.element, b.element) || eyes.isInside(b.element, a.element)));
  const isMarkIn = (mark: Piece, field: Piece) =>
    !mark.isControl &&
    field.element.matches('input, select') &&
    getComputedStyle(mark.element).pointerEvents === 'none';

  const found = new Set<string>();
  const seen = pieces.filter(({ box }) => !eyes.isEmpty(box)).sort((a, b) => a.box.top - b.box.top);
  for (const [i, upper] of seen.entries()) {
    for (let k = i + 1; k < seen.length; k += 1) {
      const lower = seen[k];
      if (!lower || lower.box.top >= upper.box.bottom) break;
      if (lower.layer !== upper.layer || eyes.isEmpty(eyes.meet(upper.box, lower.box))) continue;
      if (isOneThing(upper, lower) || isMarkIn(upper, lower) || isMarkIn(lower, upper)) continue;
      found.add(`${upper.name()} and ${lower.name()} lie on each other`);
    }
  }

  return [...found];
}
