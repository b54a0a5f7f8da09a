import type { Page } from '@playwright/test';

/** Returns the looks of an element that may show the focus. The card fields are in a shadow tree. */
function lookAtFocus() {
  const lookOf = (element: Element) => {
    const looks: string[] = [];
    // The box around a field may show it instead.
    for (let at: Element | null = element, level = 0; at && level < 2; at = at.parentElement, level += 1) {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(at);
      const outline = outlineStyle === 'none' ? 'none' : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
      looks.push([outline, boxShadow, borderColor].join(' '));
    }
    return looks.join(' | ');
  };
  const nameOf = (element: Element) => {
    const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLElement> | null) : null;
    return (element.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? element.textContent ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  };
  let focused = document.activeElement ?? document.body;
  while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const last: unknown = Reflect.get(window, 'lastFocused');
  Reflect.set(window, 'lastFocused', focused);
  return {
    isFrame: focused instanceof HTMLIFrameElement,
    name: nameOf(focused),
    look: lookOf(focused),
    lookOfLast: last instanceof Element ? lookOf(last) : '',
  };
}

/** Walks with the Tab key and notes each stop with an invisible focus. */
export function walkOn(page: Page) {
  const stops: string[] = [];
  const invisible: string[] = [];
  let last: ReturnType<typeof lookAtFocus> | null = null;
  /** Notes how the focused element looks now, after its state has changed. */
  const look = async () => {
    last = await page.evaluate(lookAtFocus);
  };
  const tab = async () => {
    await page.keyboard.press('Tab');
    const now = await page.evaluate(lookAtFocus);
    // In a frame, something inside the frame changes its look.
    if (last && !last.isFrame && last.look === now.lookOfLast) invisible.push(last.name);
    last = now;
    stops.push(now.name);
    return now.name;
  };
  return {
    invisible,
    look,
    tab,
    /** @throws if the name does not come within `most` stops */
    async tabTo(name: string | RegExp, most = 15): Promise<void> {
      for (let steps = 0; steps < most; steps += 1) {
        const stop = await tab();
        if (typeof name === 'string' ? stop === name : name.test(stop)) return;
      }
      throw new Error(`the Tab key does not lead to ${name}, but to ${stops.slice(-most).join(' > ')}`);
    },
  };
}
