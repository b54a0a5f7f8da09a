import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { findWeakEdges } from '../../e2e/flaws/edges.ts';
import { openEyes } from '../../e2e/flaws/eyes.ts';
import { shapeRules } from '../../e2e/flaws/find-flaws.ts';
import { findWeakFocus } from '../../e2e/flaws/focus.ts';
import { findUnpainted, listTexts, withoutText } from '../../e2e/flaws/painted.ts';

/** Expects no flaws at 360 and 1440 px by all rules of tests/e2e/flaws and axe, in the light theme. */
export async function expectNoFlaws(): Promise<void> {
  for (const width of [360, 1440]) {
    await page.viewport(width, 900);
    await expect
      .poll(() => shapeRules.flatMap((rule) => rule(openEyes())), { message: `flaws at ${width} px` })
      .toEqual([]);
  }
  await expect.poll(findUnpaintedText).toEqual([]);
  await expect.poll(() => [findWeakEdges, findWeakFocus].flatMap((rule) => rule(openEyes()))).toEqual([]);
  // The page around a component belongs to the test runner.
  const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } };
  const lookByAxe = () => axe.run(document.body, { resultTypes: ['violations'], rules });
  await expect
    .poll(async () => (await lookByAxe()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`))
    .toEqual([]);
}

async function findUnpaintedText(): Promise<string[]> {
  const takePicture = (style = '') =>
    page.screenshot({ save: false, element: document.documentElement, style });
  scrollTo({ top: 0, behavior: 'instant' });
  const texts = listTexts(openEyes());
  const [shown, hidden] = [await takePicture(), await takePicture(withoutText)];
  return findUnpainted({ texts, shown, hidden });
}
