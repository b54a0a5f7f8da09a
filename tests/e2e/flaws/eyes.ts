export type Box = Record<'left' | 'top' | 'right' | 'bottom', number>;

/** Red, green, and blue from 0 to 255, and opacity from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

export interface Thing {
  element: Element;
  style: CSSStyleDeclaration;
  box: Box;
  /** The part that no box around it cuts off or scrolls away. */
  shown: Box;
  /** The part that scrolling can reach: all but what is cut off for good. */
  reachable: Box;
  /** The nearest surrounding box that stays in place while the page scrolls; null for the page itself. */
  layer: Element | null;
}

export interface Text {
  thing: Thing;
  lines: Box[];
}

export type Eyes = ReturnType<typeof openEyes>;

/**
 * Reads the visible parts of the page, including open shadow trees, but not what a modal dialog covers. It is
 * sent to the page as text, so it can use nothing outside itself.
 */
export function openEyes() {
  const everywhere: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

  const parentOf = (element: Element): Element | null => {
    if (element.assignedSlot) return element.assignedSlot;
    if (element.parentElement) return element.parentElement;
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  };
  const isInside = (inner: Element, outer: Element): boolean => {
    for (let at: Element | null = inner; at; at = parentOf(at)) if (at === outer) return true;
    return false;
  };
  const meet = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isEmpty = ({ left, top, right, bottom }: Box) => right - left < 1 || bottom - top < 1;

  const cutBy = (element: Element, box: Box, hasCut: (overflow: string) => boolean, from: Box): Box => {
    const { overflowX, overflowY } = getComputedStyle(element);
    const left = box.left + element.clientLeft;
    const top = box.top + element.clientTop;
    const inside = { left, top, right: left + element.clientWidth, bottom: top + element.clientHeight };
    return meet(from, {
      ...everywhere,
      ...(hasCut(overflowX) && { left: inside.left, right: inside.right }),
      ...(hasCut(overflowY) && { top: inside.top, bottom: inside.bottom }),
    });
  };

  const things: Thing[] = [];
  const texts: Text[] = [];
  const look = (element: Element, clip: Box, reach: Box, layer: Element | null): void => {
    const style = getComputedStyle(element);
    const isOut = element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('inert');
    const isDrawn = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    // An element without a box is not drawn, but its contents may be.
    if (isOut || !(isDrawn || style.display === 'contents')) return;
    const box = element.getBoundingClientRect();
    // For screen readers only.
    if (style.overflow !== 'visible' && box.width <= 1 && box.height <= 1) return;

    const isLoose = style.position === 'fixed' || style.position === 'sticky';
    const own = isLoose || element.matches('dialog:modal') ? element : layer;
    const [ownClip, ownReach] = style.position === 'fixed' ? [everywhere, everywhere] : [clip, reach];
    const thing = {
      element,
      style,
      box,
      shown: meet(box, ownClip),
      reachable: meet(box, ownReach),
      layer: own,
    };
    things.push(thing);
    const isRoot = element === document.documentElement || element === document.body;
    const isCut = !isRoot && style.overflow !== 'visible' && style.display !== 'inline';
    const inClip = isCut ? cutBy(element, box, (overflow) => overflow !== 'visible', ownClip) : ownClip;
    const inReach = isCut
      ? cutBy(element, box, (overflow) => /hidden|clip/.test(overflow), ownReach)
      : ownReach;

    const lines: Box[] = [];
    for (const node of element.childNodes) {
      if (!(node instanceof globalThis.Text) || !node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const line of range.getClientRects()) if (!isEmpty(line)) lines.push(line);
    }
    if (lines.length > 0) texts.push({ thing: { ...thing, shown: inClip, reachable: inReach }, lines });
    if (element.matches('select, textarea, iframe, svg')) return;
    for (const child of element.shadowRoot?.children ?? element.children) look(child, inClip, inReach, own);
  };

  const modalIn = (root: Document | ShadowRoot): Element | null => {
    const modal = root.querySelector('dialog:modal');
    if (modal) return modal;
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      const found = shadowRoot && modalIn(shadowRoot);
      if (found) return found;
    }
    return null;
  };
  look(modalIn(document) ?? document.documentElement, everywhere, everywhere, null);

  const controls = things.filter(({ element, box }) => {
    const isOnPage = box.right > 0 && box.bottom + scrollY > 0;
    const kinds = 'a[href], button, input, select, textarea, summary, [contenteditable], [role="button"]';
    const roles = '[role="checkbox"], [role="radio"], [role="switch"], [role="tab"], [role="combobox"]';
    return isOnPage && element.matches(`${kinds}, ${roles}`);
  });
  const isDisabled = (element: Element) =>
    element.matches(':disabled, [aria-disabled="true"]') ||
    element.closest('[aria-disabled="true"]') !== null;

  const labelsOf = (element: Element): Element[] =>
    'labels' in element && element.labels instanceof NodeList
      ? [...element.labels].filter((label) => label instanceof Element)
      : [];
  /** @returns a name as a person would say it: button 'Delete' */
  const nameOf = (element: Element): string => {
    const kind = element.getAttribute('role') ?? element.getAttribute('type') ?? element.localName;
    const isButton = element.matches('button, [type="submit"], [type="button"]');
    const label = labelsOf(element)[0]?.textContent;
    const words = element.getAttribute('aria-label') ?? label ?? element.textContent ?? '';
    const name = (words || (element.getAttribute('placeholder') ?? '')).replace(/\s+/g, ' ').trim();
    const short = name.length > 40 ? `${name.slice(0, 39)}…` : name;
    return `${isButton ? (element.getAttribute('role') ?? 'button') : kind} '${short}'`;
  };

  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const known = new Map<string, Color>();
  const colorOf = (written: string): Color => {
    const found = known.get(written);
    if (found) return found;
    if (!canvas) throw new Error('there is nothing to draw on');
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = '#0000';
    canvas.fillStyle = written;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    const color: Color = [red, green, blue, alpha / 255];
    known.set(written, color);
    return color;
  };
  const lay = ([r, g, b, alpha]: Color, [onR, onG, onB]: Color): Color => {
    const mix = (over: number, under: number) => over * alpha + under * (1 - alpha);
    return [mix(r, onR), mix(g, onG), mix(b, onB), 1];
  };
  const white: Color = [255, 255, 255, 1];
  /** @returns the color at an element, under another if given; ignores pictures and gradients */
  const seenAt = (element: Element | null, top?: Color): Color => {
    const chain: CSSStyleDeclaration[] = [];
    for (let at = element; at; at = parentOf(at)) chain.unshift(getComputedStyle(at));
    const paint = (level: number, under: Color): Color => {
      const style = chain[level];
      if (!style) return top ? lay(top, under) : under;
      const [r, g, b] = paint(level + 1, lay(colorOf(style.backgroundColor), under));
      return lay([r, g, b, Number(style.opacity)], under);
    };
    return paint(0, white);
  };
  /** @returns the contrast of two colors by WCAG, from 1 to 21 */
  const contrast = (a: Color, b: Color): number => {
    const luminance = ([red, green, blue]: Color) => {
      const [r = 0, g = 0, bl = 0] = [red, green, blue].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
    };
    const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  };
  const bordersOf = (style: CSSStyleDeclaration): Color[] =>
    ['top', 'right', 'bottom', 'left']
      .filter((side) => Number.parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0)
      .map((side) => colorOf(style.getPropertyValue(`border-${side}-color`)));
  /** @returns the colors of a box's shadows that look like a line or a ring */
  const shadowsOf = (style: CSSStyleDeclaration): { color: Color; isInside: boolean }[] =>
    style.boxShadow === 'none'
      ? []
      : style.boxShadow.split(/,(?![^(]*\))/).map((shadow) => {
          const lengths = shadow.match(/-?[\d.]+px/g) ?? [];
          const isDrawn = lengths.some((length) => Number.parseFloat(length) !== 0);
          const written = shadow.replace(/-?[\d.]+px|inset/g, '').trim();
          return { color: colorOf(isDrawn ? written : '#0000'), isInside: shadow.includes('inset') };
        });

  const focused = (): Element | null => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at;
  };
  const finishTransitions = (element: Element | null) => {
    for (const animation of element?.getAnimations() ?? []) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  };
  /** Moves the focus without the page noticing, and puts it back. */
  const withLooseFocus = <T>(act: () => T): T => {
    const kinds = ['focus', 'focusin', 'blur', 'focusout', 'change'];
    const stop = (event: Event) => event.stopImmediatePropagation();
    for (const kind of kinds) addEventListener(kind, stop, true);
    const before = focused();
    if (before instanceof HTMLElement) before.blur();
    finishTransitions(before);
    try {
      return act();
    } finally {
      const last = focused();
      if (last instanceof HTMLElement) last.blur();
      if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true });
      for (const kind of kinds) removeEventListener(kind, stop, true);
    }
  };

  return {
    things,
    texts,
    controls,
    parentOf,
    isInside,
    meet,
    isEmpty,
    isDisabled,
    labelsOf,
    nameOf,
    colorOf,
    seenAt,
    contrast,
    bordersOf,
    shadowsOf,
    focused,
    finishTransitions,
    withLooseFocus,
  };
}
