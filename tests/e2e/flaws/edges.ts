import type { Colour, Eyes } from './eyes.ts';

/**
 * Finds fields, lists, check boxes and radio buttons whose edge and ground both have less than 3:1 against what is around
 * them (WCAG 2.2, 1.4.11). Disabled ones, and check boxes that the browser draws, are exempt.
 */
export function findWeakEdges(eyes: Eyes): string[] {
  const isField = (element: Element) =>
    element.matches('input, select, textarea, [contenteditable], [role="combobox"]') &&
    !element.matches('[type="submit"], [type="button"], [type="reset"]');
  const isBrowsers = (element: Element, style: CSSStyleDeclaration) =>
    style.appearance === 'auto' && element.matches('[type="checkbox"], [type="radio"]');

  return eyes.controls.flatMap(({ element, style }) => {
    if (!isField(element) || eyes.isDisabled(element) || isBrowsers(element, style)) return [];
    const around = eyes.seenAt(eyes.parentOf(element));
    const lines = [...eyes.bordersOf(style), ...eyes.shadowsOf(style)];
    const against = (colour?: Colour) => eyes.contrast(eyes.seenAt(element, colour), around);
    const best = Math.max(against(), ...lines.map(against));
    return best < 3
      ? [`${eyes.nameOf(element)} stands out from what is around it at ${best.toFixed(2)}:1`]
      : [];
  });
}
