import type { Box, Eyes } from './eyes.ts';

/**
 * Finds controls and texts that overlap, and covered controls. Compares only within a layer: a toast or a bar
 * at the edge may cover what scrolls below it. A mark that the pointer passes through is part of its field.
 */
export function findOverlaps(eyes: Eyes): string[] {
  const quote = (text: string | null) => `'${(text ?? '').replace(/\s+/g, ' ').trim().slice(0, 40)}'`;
  const pieces = eyes.controls.map(({ element, layer, shown, style }) => {
    // A link in a text covers its lines, not the box around them.
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
      // Lines are higher than their letters.
      const box = shrink(eyes.meet(line, thing.shown), 1, (line.bottom - line.top) / 5);
      const name = () => `the text ${quote(thing.element.textContent)}`;
      pieces.push({ element: thing.element, layer: thing.layer, box, isControl: false, name });
    }
  }
  function shrink(box: Box, x: number, y: number): Box {
    return { left: box.left + x, right: box.right - x, top: box.top + y, bottom: box.bottom - y };
  }
  type Piece = (typeof pieces)[number];
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

  const hitAt = (x: number, y: number): Element | null => {
    let hit = document.elementFromPoint(x, y);
    for (let root = hit?.shadowRoot; root; root = hit?.shadowRoot) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === hit) break;
      hit = inner;
    }
    return hit;
  };
  const layerOf = (element: Element) => eyes.things.find((thing) => thing.element === element)?.layer;
  for (const { element, layer, shown, style } of eyes.controls) {
    if (style.display === 'inline' || style.pointerEvents === 'none' || eyes.isEmpty(shown)) continue;
    const at = (share: number, from: number, to: number) => from + (to - from) * share;
    // The corners may be round.
    const points = [0.5, 0.18, 0.82].flatMap((x) => [0.5, 0.18, 0.82].map((y) => [x, y] as const));
    for (const [x, y] of points) {
      const [pointX, pointY] = [at(x, shown.left, shown.right), at(y, shown.top, shown.bottom)];
      if (pointX < 0 || pointY < 0 || pointX >= innerWidth || pointY >= innerHeight) continue;
      const hit = hitAt(pointX, pointY);
      if (!hit || eyes.isInside(hit, element) || eyes.isInside(element, hit)) continue;
      const over = layerOf(hit);
      if (over === undefined || over !== layer) continue;
      found.add(`${eyes.nameOf(element)} is covered by ${hit.localName} ${quote(hit.textContent)}`);
      break;
    }
  }
  return [...found];
}
