import type { Color, Eyes } from './eyes.ts';

/**
 * Finds controls whose edge or ground has less than 3:1 against its surroundings (WCAG 2.2, 1.4.11). A button
 * with words needs no box, but a drawn box must be visible; a line on one side is no box. A button without
 * words needs its box or drawing. Disabled controls and the browser's own are exempt.
 */
export function findWeakEdges(eyes: Eyes): string[] {
  const { contrast, seenAt, bordersOf, shadowsOf, colorOf } = eyes;
  const isNothing = (ratio: number) => ratio < 1.05;
  const isOwn = (style: CSSStyleDeclaration) => style.appearance === 'auto';

  const weak: string[] = [];
  for (const { element, style } of eyes.controls) {
    if (eyes.isDisabled(element)) continue;
    const around = seenAt(eyes.parentOf(element));
    const against = (color: Color) => contrast(color, around);
    const best = (ratios: number[]) => Math.max(1, ...ratios);
    const edges = bordersOf(style);
    const lines = [...edges, ...shadowsOf(style).map(({ color }) => color)];
    const ofGround = against(seenAt(element));
    const ofBox = best([ofGround, ...lines.map((line) => against(seenAt(element, line)))]);
    const isField = element.matches('input, select, textarea, [contenteditable], [role="combobox"]');
    const isPressed = element.matches('[type="submit"], [type="button"], [type="reset"]');

    if (isField && !isPressed) {
      if (isOwn(style) && element.matches('[type="checkbox"], [type="radio"]')) continue;
      if (ofBox < 3)
        weak.push(`${eyes.nameOf(element)} stands out from what is around it at ${ofBox.toFixed(2)}:1`);
      continue;
    }
    const drawing = [
      ...element.querySelectorAll('path, circle, ellipse, rect, line, polyline, polygon'),
    ].flatMap((part) => {
      const { stroke, fill } = getComputedStyle(part);
      return [stroke, fill].filter((paint) => paint !== 'none' && !paint.startsWith('url'));
    });
    const words = (element instanceof HTMLInputElement ? element.value : element.textContent)?.trim();
    if (!words && drawing.length > 0) {
      const ofDrawing = best(
        drawing.map((paint) => contrast(seenAt(element, colorOf(paint)), seenAt(element))),
      );
      if (Math.max(ofBox, ofDrawing) < 3) {
        weak.push(`the drawing of ${eyes.nameOf(element)} has ${ofDrawing.toFixed(2)}:1`);
      }
    }
    if (element.matches(':hover, :focus-visible')) continue;
    const hasBox = !isNothing(ofGround) || (edges.length >= 3 && !isNothing(ofBox));
    if (hasBox && ofBox < 3) {
      weak.push(
        `the box of ${eyes.nameOf(element)} stands out from what is around it at ${ofBox.toFixed(2)}:1`,
      );
    }
  }
  return weak;
}
