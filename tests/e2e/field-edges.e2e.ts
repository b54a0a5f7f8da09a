import type { Page } from '@playwright/test';
import { expect, openCheckout, test } from './steps.ts';

/* Where to write is seen before it is read: every field of the public pages has an edge. */

const pages: { path: string; fields: number; open?: (page: Page) => Promise<void> }[] = [
  {
    path: '/',
    fields: 9,
    async open(page) {
      await openCheckout(page);
      await page.getByRole('radio', { name: /^Other/ }).check();
    },
  },
  { path: '/admin/login', fields: 2 },
  { path: '/admin/forgot-password', fields: 1 },
  { path: '/admin/new-password#AAAAAAAAAAAAAAAAAAAAAA', fields: 2 },
  { path: '/email-test', fields: 1 },
];

for (const { path, fields, open } of pages) {
  test(`every field of ${path} has an edge`, async ({ page }) => {
    if (open) await open(page);
    else await page.goto(path);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const measure = () => page.evaluate(measureEdges);
      await expect.poll(measure).toHaveLength(fields);
      expect((await measure()).filter(({ hasEdge }) => !hasEdge)).toEqual([]);
    }
  });
}

/** @returns the fields, and whether a line in another colour than the ground surrounds each */
function measureEdges(): { field: string; hasEdge: boolean }[] {
  const fields = [...document.querySelectorAll<HTMLElement>('input, textarea, select')];
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('there is no canvas to mix colours on');

  /** @returns the colour that is seen when these lie on each other, the lowest first */
  const mix = (colours: string[]) => {
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return canvas.getImageData(0, 0, 1, 1).data.join();
  };
  const groundsOf = (element: Element | null): string[] =>
    element ? [...groundsOf(element.parentElement), getComputedStyle(element).backgroundColor] : ['white'];

  return fields
    .filter((field) => field.checkVisibility())
    .map((field) => {
      const style = getComputedStyle(field);
      const around = groundsOf(field.parentElement);
      const hasEdge = (['Top', 'Right', 'Bottom', 'Left'] as const).every(
        (side) =>
          style[`border${side}Style`] === 'solid' &&
          Number.parseFloat(style[`border${side}Width`]) >= 1 &&
          mix([...around, style.backgroundColor, style[`border${side}Color`]]) !== mix(around),
      );
      return { field: field.outerHTML, hasEdge };
    });
}
