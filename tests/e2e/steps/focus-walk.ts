import type { Page } from '@playwright/test';

/** The name of what has the focus, in open shadow trees too. Runs in the page. */
function nameOfFocus(): string {
  let focused = document.activeElement ?? document.body;
  while (focused.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const labels = 'labels' in focused ? (focused.labels as NodeListOf<HTMLElement> | null) : null;
  return (focused.getAttribute('aria-label') ?? labels?.[0]?.innerText ?? focused.textContent ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

export function walkOn(page: Page) {
  const stops: string[] = [];
  const tab = async (key = 'Tab') => {
    await page.keyboard.press(key);
    const name = await page.evaluate(nameOfFocus);
    stops.push(name);
    return name;
  };
  return {
    stops,
    tab,
    /** @throws when the name does not come within so many stops */
    async tabTo(name: string | RegExp, most = 15): Promise<void> {
      for (let steps = 0; steps < most; steps += 1) {
        const stop = await tab();
        if (typeof name === 'string' ? stop === name : name.test(stop)) return;
      }
      throw new Error(`the Tab key does not lead to ${name}, but to ${stops.slice(-most).join(' > ')}`);
    },
  };
}
