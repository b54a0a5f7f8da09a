import type { Box, Eyes } from './eyes.ts';

/**
 * Finds text cut off by its box, an ellipsis, its field, or its button, or squeezed into a column of single
 * words. Text that is complete in the element's title may be cut, and so may a long choice of a list.
 */
export function findCutOff(eyes: Eyes): string[] {
  const slack = 1.5;
  const quote = (text: string) => `'${text.replace(/\s+/g, ' ').trim().slice(0, 40)}'`;
  const found = new Set<string>();

  for (const { thing, lines } of eyes.texts) {
    const { element, reachable, style } = thing;
    const text = element.textContent ?? '';
    if (element.closest('[title]')?.getAttribute('title')?.includes(text.trim())) continue;
    // The button after folded text unfolds it.
    if (element.closest('p:has(+ [aria-expanded="false"])')) continue;
    const control = element.closest('button, summary, .btn, [role="tab"], a');
    const ownsBox = control && getComputedStyle(control).display !== 'inline';
    const around = ownsBox ? control.getBoundingClientRect() : null;
    const hasEllipsis = style.textOverflow === 'ellipsis' && style.overflowX !== 'visible';
    const isShort = hasEllipsis && element.scrollWidth > element.clientWidth;
    const sticksOut = (box: Box) =>
      lines.some(
        (line) =>
          line.left < box.left - slack ||
          line.right > box.right + slack ||
          line.bottom > box.bottom + 4 * slack,
      );
    const widest = Math.max(...lines.map(({ left, right }) => right - left));
    const isSqueezed = lines.length >= 4 && widest < 3 * Number.parseFloat(style.fontSize);
    if (isSqueezed) found.add(`${quote(text)} is squeezed into ${lines.length} lines`);
    if (isShort || sticksOut(reachable)) found.add(`${quote(text)} is cut off`);
    else if (around && sticksOut(around))
      found.add(`${quote(text)} runs out of ${eyes.nameOf(control ?? element)}`);
  }

  const canvas = document.createElement('canvas').getContext('2d');
  for (const { element, style } of eyes.controls) {
    const isChoice = element instanceof HTMLSelectElement;
    const isHint = element instanceof HTMLInputElement && element.value === '';
    if (!canvas || !(isChoice || isHint)) continue;
    const text = isChoice ? (element.selectedOptions[0]?.label ?? '') : element.placeholder;
    if (isChoice && text.length > 20) continue;
    canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
    const arrow = isChoice && style.appearance === 'auto' ? 16 : 0;
    const room = element.clientWidth - padding - arrow;
    if (canvas.measureText(text).width > room + slack)
      found.add(`${quote(text)} is cut off in ${eyes.nameOf(element)}`);
  }
  return [...found];
}
