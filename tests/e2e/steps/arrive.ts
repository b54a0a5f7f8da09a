import type { Page, Request, Response } from '@playwright/test';
import { expect } from './steps.ts';

export function arrive(page: Page, path: string): Promise<Response | null> {
  return settled(page, () => page.goto(path));
}

/** Acts on a page, and waits until its islands are hydrated and all answers have arrived and are drawn. */
export async function settled<T>(page: Page, act: () => Promise<T>): Promise<T> {
  const open = new Set<Request>();
  const begin = (request: Request) => open.add(request);
  const end = (request: Request) => open.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  const result = await act();
  await expect(page.locator('astro-island:is([client="painted"], [client="order"])[ssr]')).toHaveCount(0);
  const unanswered = async () => {
    await page.evaluate(drawTwice);
    return [...open].map((request) => request.url());
  };
  await expect.poll(unanswered).toEqual([]);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  return result;
}

const drawTwice = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
