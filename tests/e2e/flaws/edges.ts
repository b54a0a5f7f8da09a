import type { Colour, Eyes } from './eyes.ts';

/**
 * What shows that a control is there has 3:1 against what is around it (WCAG 2.2, 1.4.11 Non-text Contrast).
 *
 * - A field to fill in, a list to choose from, a check box and a radio button are told by nothing but their
 *   edge or their ground: one of the two stands out.
 * - A button or a link is told by its words, and theirs is another contrast, which axe measures. WCAG asks no
 *   box of it. One that draws a box draws one that everybody can see: else it is a button to some and a
 *   caption to others. A line on one side only, as under a tab, is no box.
 * - A button without words is told by its box or by its drawing.
 *
 * What cannot be used at the moment, and what the browser draws as it likes, is exempt, as in WCAG.
 */
export function findWeakEdges(eyes: Eyes): string[] {
  const { contrast, seenAt, bordersOf, shadowsOf, colourOf } = eyes;
  /** What is hardly another colour is not meant to be seen. */
  const isNothing = (ratio: number) => ratio < 1.05;
  const isOwn = (style: CSSStyleDeclaration) => style.appearance === 'auto';

  const weak: string[] = [];
  for (const { element, style } of eyes.controls) {
    if (eyes.isDisabled(element)) continue;
    const around = seenAt(eyes.parentOf(element));
    const against = (colour: Colour) => contrast(colour, around);
    const best = (ratios: number[]) => Math.max(1, ...ratios);
    const edges = bordersOf(style);
    const lines = [...edges, ...shadowsOf(style).map(({ colour }) => colour)];
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
        drawing.map((paint) => contrast(seenAt(element, colourOf(paint)), seenAt(element))),
      );
      if (Math.max(ofBox, ofDrawing) < 3) {
        weak.push(`the drawing of ${eyes.nameOf(element)} has ${ofDrawing.toFixed(2)}:1`);
      }
    }
    // Under the pointer, or with the focus and its mark, it may look otherwise.
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
