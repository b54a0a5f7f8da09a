import type { Box, Eyes } from './eyes.ts';

export interface SeenText {
  name: string;
  /** In pixels of a picture of the window. */
  box: Box;
}

/** Lists the lines and fields with visible text in the window, except where another layer covers them. */
export function listTexts(eyes: Eyes): SeenText[] {
  const quote = (text: string) => `'${text.replace(/\s+/g, ' ').trim().slice(0, 40)}'`;
  const seen: SeenText[] = [];
  // Toasts let the pointer through but still cover what is below.
  const touchable = new CSSStyleSheet();
  touchable.replaceSync('* { pointer-events: auto !important }');
  document.adoptedStyleSheets.push(touchable);
  const add = (name: string, { element }: { element: Element }, box: Box) => {
    // Chromium paints no row of a long list while it is outside the window.
    if (!element.checkVisibility({ contentVisibilityAuto: true })) return;
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (hit && (eyes.isInside(hit, element) || hit.contains(element))) seen.push({ name, box });
  };
  for (const { thing, lines } of eyes.texts) {
    // The space at the end of a line is a box of its own.
    const rows = new Map<number, Box>();
    for (const { left, top, right, bottom } of lines) {
      const row = rows.get(top);
      rows.set(top, {
        left: Math.min(left, row?.left ?? left),
        top,
        right: Math.max(right, row?.right ?? right),
        bottom,
      });
    }
    for (const { left, top, right, bottom } of rows.values()) {
      // Lines are higher than their letters, and a line scrolled away to a sliver may show none.
      const fifth = (bottom - top) / 5;
      const box = eyes.meet({ left, top: top + fifth, right, bottom: bottom - fifth }, thing.shown);
      const isWhole = box.bottom - box.top > 2 * fifth;
      const isWide = box.right - box.left >= Math.min(12, right - left);
      const name = `the text ${quote(thing.element.textContent ?? '')}`;
      // A machine without a font for Han characters draws nothing in their place.
      const isHan = /^[\p{Script=Han}\s]+$/u.test(thing.element.textContent ?? '');
      if (isWhole && isWide && !isHan) add(name, thing, box);
    }
  }
  for (const control of eyes.controls) {
    const { element, shown } = control;
    const isSelect = element instanceof HTMLSelectElement;
    const isField = element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
    if (
      !(isSelect || isField) ||
      element.matches('[type="checkbox"], [type="radio"], [type="range"], [type="color"]')
    )
      continue;
    const text = isSelect ? element.selectedOptions[0]?.label : element.value || element.placeholder;
    if (text?.trim() && shown.bottom - shown.top > 16) add(eyes.nameOf(element), control, shown);
  }
  document.adoptedStyleSheets.pop();
  return seen;
}

/** Styles for a picture without text. Keeps `currentcolor`, in which lines and icons are drawn. */
export const withoutText =
  '*, ::before, ::after, ::placeholder { -webkit-text-fill-color: transparent !important; text-shadow: none !important }';

/** Finds texts that look the same in pictures (base64) with and without text. Runs in the page. */
export async function findUnpainted(seen: {
  texts: SeenText[];
  shown: string;
  hidden: string;
}): Promise<string[]> {
  const read = async (picture: string) => {
    const bytes = Uint8Array.from(atob(picture), (byte) => byte.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    if (!canvas) throw new Error('there is nothing to draw on');
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(0, 0, image.width, image.height);
  };
  const [shown, hidden] = [await read(seen.shown), await read(seen.hidden)];
  const leastDifference = 40;
  const isPainted = ({ left, top, right, bottom }: Box) => {
    for (let y = Math.ceil(top); y < bottom; y += 1) {
      for (let x = Math.floor(left); x < right; x += 1) {
        const at = 4 * (y * shown.width + x);
        const apart = (part: number) =>
          Math.abs((shown.data[at + part] ?? 0) - (hidden.data[at + part] ?? 0));
        if (apart(0) + apart(1) + apart(2) > leastDifference) return true;
      }
    }
    return false;
  };
  const isInPicture = ({ left, top, right, bottom }: Box) =>
    left >= 0 && top >= 0 && right <= shown.width && bottom <= shown.height;
  return seen.texts
    .filter(({ box }) => isInPicture(box) && !isPainted(box))
    .map(({ name }) => `${name} is not painted`);
}
