import type { Eyes } from './eyes.ts';

/** Finds what scrolls or sticks out sideways: the page, a panel, a dialog, a box. A row of tabs may. */
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

/** Where a field is written in less than 16 px, iOS enlarges the page as soon as it is typed into. */
export function findSmallFields({ controls, nameOf }: Eyes): string[] {
  const isTyped = ({ element }: Eyes['controls'][number]) =>
    element.matches(
      'select, textarea, input:not([type="checkbox"], [type="radio"], [type="file"], [type="range"])',
    );
  return controls
    .filter((control) => isTyped(control) && Number.parseFloat(control.style.fontSize) < 16)
    .map(({ element, style }) => `${nameOf(element)} is written in ${style.fontSize}`);
}
