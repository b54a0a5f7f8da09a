import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Shows a mail; no script runs in it, axe's neither. */
const deadFrame = 'iframe[sandbox]:not([sandbox~="allow-scripts"])';

/** Has axe check a page and its frames, by all rules unless given; its half a megabyte is read once for each page. */
export async function findBarriers(page: Page, rules?: string[]): Promise<string[]> {
  for (const frame of await liveFrames(page)) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
  }
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  const { violations } = await page.evaluate(
    ([context, how]) => {
      const axe: typeof import('axe-core') = Reflect.get(window, 'axe');
      return axe.run(context, how);
    },
    [{ exclude: deadFrame }, options] as const,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

async function liveFrames(page: Page): Promise<Frame[]> {
  const live: Frame[] = [];
  for (const frame of page.frames()) {
    const inPage = frame.parentFrame() && (await frame.frameElement());
    const isDead = await inPage?.evaluate((iframe: Element, dead) => iframe.matches(dead), deadFrame);
    if (!isDead) live.push(frame);
  }
  return live;
}
