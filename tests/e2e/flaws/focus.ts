import type { Color, Eyes } from './eyes.ts';

/**
 * Finds focus marks with less than 3:1 against their ground (WCAG 2.2, 2.4.7 and 1.4.11): an outline, a ring,
 * or an edge, at the control or the box around it. A changed edge or ground also needs 3:1 against its
 * earlier color. Tries one control of each kind (element, type, classes, ground).
 */
export function findWeakFocus(eyes: Eyes): string[] {
  const { contrast, seenAt, colorOf } = eyes;
  const lookOf = (element: Element) => {
    eyes.finishTransitions(element);
    const style = getComputedStyle(element);
    const width = style.outlineStyle === 'none' ? 0 : Number.parseFloat(style.outlineWidth);
    return {
      outline: width > 0 ? colorOf(style.outlineColor) : null,
      isOutlineInside: Number.parseFloat(style.outlineOffset) + width <= 0,
      rings: eyes.shadowsOf(style),
      edges: eyes.bordersOf(style),
      ground: seenAt(element),
      around: seenAt(eyes.parentOf(element)),
    };
  };
  type Look = ReturnType<typeof lookOf>;
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  /** @returns the contrast of the clearest change in look; 0 if there is none */
  const markOf = (element: Element, before: Look, now: Look): number => {
    const marks = [0];
    const parent = eyes.parentOf(element);
    const onAround = (color: Color) => contrast(seenAt(parent, color), now.around);
    const onGround = (color: Color) => contrast(seenAt(element, color), now.ground);
    if (now.outline && !isSame(now.outline, before.outline)) {
      marks.push(now.isOutlineInside ? onGround(now.outline) : onAround(now.outline));
    }
    if (!isSame(now.rings, before.rings)) {
      for (const { color, isInside } of now.rings) marks.push(isInside ? onGround(color) : onAround(color));
    }
    now.edges.forEach((edge, i) => {
      const old = before.edges[i];
      if (isSame(edge, old)) return;
      const fromOld = old ? contrast(seenAt(element, edge), seenAt(element, old)) : Infinity;
      marks.push(Math.min(fromOld, contrast(seenAt(element, edge), now.around)));
    });
    if (!isSame(now.ground, before.ground)) marks.push(contrast(now.ground, before.ground));
    return Math.max(...marks);
  };

  const kindOf = (element: Element) =>
    [element.localName, element.getAttribute('type'), element.getAttribute('aria-invalid')]
      .concat(element.getAttribute('class'), seenAt(eyes.parentOf(element)).map(Math.round).join())
      .join('|');
  const kinds = new Map<string, Element>();
  for (const { element } of eyes.controls) {
    const isReached = !(element instanceof HTMLElement) || element.tabIndex >= 0;
    if (isReached && !eyes.isDisabled(element) && !kinds.has(kindOf(element)))
      kinds.set(kindOf(element), element);
  }

  return eyes.withLooseFocus(() => {
    const weak: string[] = [];
    for (const element of kinds.values()) {
      if (!(element instanceof HTMLElement)) continue;
      const boxes = [element, eyes.parentOf(element)].filter((box) => box !== null);
      const before = boxes.map(lookOf);
      element.focus({ preventScroll: true, focusVisible: true });
      if (eyes.focused() === element) {
        const marks = boxes.map((box, i) => {
          const old = before[i];
          return old ? markOf(box, old, lookOf(box)) : 0;
        });
        const best = Math.max(...marks);
        const said = best === 0 ? 'nothing' : `a mark of ${best.toFixed(2)}:1`;
        if (best < 3) weak.push(`the focus on ${eyes.nameOf(element)} shows ${said}`);
      }
      element.blur();
      eyes.finishTransitions(element);
    }
    return weak;
  });
}
