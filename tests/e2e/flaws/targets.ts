import type { Eyes, Thing } from './eyes.ts';

/**
 * Finds targets smaller than 24 x 24 px (WCAG 2.2, 2.5.8), with the exceptions there: another target that
 * does the same, a link in a line of text, the browser's own check boxes, and a free circle of 24 px.
 */
export function findSmallTargets(eyes: Eyes): string[] {
  const least = 24;
  const isLarge = ({ width, height }: DOMRect) => width >= least - 0.01 && height >= least - 0.01;
  const canBePressed = ({ element, style }: Thing) =>
    !eyes.isDisabled(element) && style.pointerEvents !== 'none';
  const targets = eyes.controls.filter(canBePressed);
  const boxOf = ({ element }: Thing) => element.getBoundingClientRect();
  const large = targets.filter((target) => isLarge(boxOf(target)));

  const hasEquivalent = ({ element }: Thing) =>
    eyes.labelsOf(element).some((label) => isLarge(label.getBoundingClientRect())) ||
    large.some(
      (other) =>
        element instanceof HTMLAnchorElement &&
        other.element instanceof HTMLAnchorElement &&
        other.element.href === element.href,
    );
  const isInText = (target: Thing) => {
    if (!target.style.display.startsWith('inline')) return false;
    let block = eyes.parentOf(target.element);
    while (block && getComputedStyle(block).display.startsWith('inline')) block = eyes.parentOf(block);
    const { top, bottom } = boxOf(target);
    return eyes.texts.some(
      ({ thing, lines }) =>
        block?.contains(thing.element) &&
        !targets.some(({ element }) => element.contains(thing.element)) &&
        lines.some((line) => line.top < bottom && line.bottom > top),
    );
  };
  const isBrowsers = ({ element, style }: Thing) =>
    element.matches('[type="checkbox"], [type="radio"]') &&
    style.appearance === 'auto' &&
    style.width === '13px';

  const small = targets.filter(
    (target) => !isLarge(boxOf(target)) && !hasEquivalent(target) && !isInText(target) && !isBrowsers(target),
  );
  const middleOf = (box: DOMRect) => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });
  const isCrowded = (target: Thing) => {
    const { x, y } = middleOf(boxOf(target));
    return targets.some((other) => {
      if (other === target || eyes.isInside(other.element, target.element)) return false;
      if (eyes.isInside(target.element, other.element)) return false;
      const box = boxOf(other);
      const toX = Math.max(box.left - x, 0, x - box.right);
      const toY = Math.max(box.top - y, 0, y - box.bottom);
      if (Math.hypot(toX, toY) < least / 2 - 0.01) return true;
      const middle = middleOf(box);
      return small.includes(other) && Math.hypot(middle.x - x, middle.y - y) < least - 0.01;
    });
  };
  return small.filter(isCrowded).map((target) => {
    const { width, height } = boxOf(target);
    return `${eyes.nameOf(target.element)} is ${Math.round(width)} x ${Math.round(height)} px`;
  });
}

/** Finds fields with text smaller than 16 px, on which iOS zooms in when they get the focus. */
export function findSmallFields({ controls, nameOf }: Eyes): string[] {
  const isTyped = ({ element }: Thing) =>
    element.matches(
      'select, textarea, input:not([type="checkbox"], [type="radio"], [type="file"], [type="range"])',
    );
  return controls
    .filter((control) => isTyped(control) && Number.parseFloat(control.style.fontSize) < 16)
    .map(({ element, style }) => `${nameOf(element)} is written in ${style.fontSize}`);
}
