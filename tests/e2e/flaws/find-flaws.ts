import type { Page } from '@playwright/test';
import { findCutOff } from './cut-off.ts';
import { findWeakEdges } from './edges.ts';
import { type Eyes, openEyes } from './eyes.ts';
import { findWeakFocus } from './focus.ts';
import { findOverlaps } from './overlaps.ts';
import { findUnpainted, listTexts, type SeenText, withoutText } from './painted.ts';
import { findSideways } from './sideways.ts';
import { findSmallFields, findSmallTargets } from './targets.ts';
import { findUnevenFields } from './uneven.ts';

/** Finds flaws, in words. Runs in the page, so it can use nothing outside itself. */
export type Rule = (eyes: Eyes) => string[];

/** Rules that depend on the window's width. */
export const shapeRules: Rule[] = [
  findSideways,
  findSmallTargets,
  findSmallFields,
  findCutOff,
  findOverlaps,
  findUnevenFields,
];
/** Rules that depend on the theme. */
export const colorRules: Rule[] = [findWeakEdges, findWeakFocus];

export function findFlaws(
  page: { evaluate<T>(expression: string): Promise<T> },
  rules: Rule[],
): Promise<string[]> {
  const asked = rules.map((rule) => `...(${rule})(eyes)`).join(', ');
  return page.evaluate<string[]>(`(() => { const eyes = (${openEyes})(); return [${asked}]; })()`);
}

/** Finds texts in the window that are invisible, by comparing pictures with and without text. */
export async function findUnpaintedText(page: Page): Promise<string[]> {
  const takePicture = async (style = '') =>
    (await page.screenshot({ style, animations: 'disabled' })).toString('base64');
  // No style makes selected text transparent in Chromium.
  await page.evaluate(() => {
    const field = document.activeElement;
    if (field instanceof HTMLInputElement && field.selectionStart !== null)
      field.setSelectionRange(field.value.length, field.value.length);
  });
  const texts = await page.evaluate<SeenText[]>(`(${listTexts})((${openEyes})())`);
  const [shown, hidden] = [await takePicture(), await takePicture(withoutText)];
  return page.evaluate(findUnpainted, { texts, shown, hidden });
}
