import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Frame, Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Shows a mail; no script runs in it, axe's neither. */
const deadFrame = 'iframe[sandbox]:not([sandbox~="allow-scripts"])';

interface Axe {
  run(context: { exclude: string }, options: RunOptions): Promise<AxeResults>;
}

/** Runs axe on a page and its frames, by all rules unless some are named. Says which is broken, and where. */
export async function findBarriers(page: Page, rules?: string[]): Promise<string[]> {
  for (const frame of await liveFrames(page)) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
  }
  const options: RunOptions = {
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: true } },
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  const { violations } = await page.evaluate(
    ([context, how]) => {
      const axe: Axe = Reflect.get(window, 'axe');
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
