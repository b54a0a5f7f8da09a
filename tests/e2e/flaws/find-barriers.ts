import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The frame of a mail; no script runs in it, not even axe's. */
const deadFrame = 'iframe[sandbox]:not([sandbox~="allow-scripts"])';

/** Checks a page and its frames with axe, by default with all rules; reads its half megabyte once a page. */
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
