import type { Eyes } from './eyes.ts';

/** Finds pages, panels, dialogs, and boxes wider than their room; only a row of tabs may scroll sideways. */
export function findSideways(eyes: Eyes): string[] {
  const found: string[] = [];
  const quote = (element: Element | undefined) => `'${element?.textContent?.trim().slice(0, 40)}'`;
  const ofPage = document.documentElement.scrollWidth - window.innerWidth;
  if (ofPage > 0) {
    const [widest] = [...eyes.things].sort((a, b) => b.box.right - a.box.right);
    found.push(`the page is ${ofPage} px too wide: ${widest?.element.localName} ${quote(widest?.element)}`);
  }
  for (const { element, style, box } of eyes.things) {
    const isBox = element.matches('.panel, [role="dialog"], [role="alertdialog"], dialog');
    const scrolls = /auto|scroll/.test(style.overflowX) && !element.matches('html, body, [role="tablist"]');
    const over = element.scrollWidth - element.clientWidth;
    if ((isBox || scrolls) && over > 0 && element.clientWidth > 0) {
      found.push(`${eyes.nameOf(element)} is ${over} px too wide for itself`);
    }
    const isInTabs = element.closest('[role="tablist"]') !== null;
    const isBeyond = !isInTabs && box.right > 0 && box.left < -1 && box.right - box.left > 1;
    if (isBeyond && eyes.texts.some(({ thing }) => thing.element === element)) {
      found.push(`${quote(element)} begins left of the page`);
    }
  }
  return found;
}
