import type { Locator, Page, Request, Response } from '@playwright/test';
import { expect } from './steps.ts';

/** Opens a page and waits until it has settled. */
export function arrive(page: Page, path: string): Promise<Response | null> {
  return settled(page, () => page.goto(path));
}

/**
 * Does something at a page, and waits until what is to come to life has done so, everything that was asked for has
 * been answered, and nothing more is asked for when that is drawn.
 */
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

/**
 * Waits until something stands still: what came after it, above or beside it, has moved it as far as it will.
 *
 * @returns where it stands
 */
export async function placeOf(thing: Locator): Promise<Box> {
  let place: Box | null = null;
  const isWhereItWas = async () => {
    const before = place;
    place = await thing.boundingBox();
    return place !== null && JSON.stringify(place) === JSON.stringify(before);
  };
  await expect.poll(isWhereItWas, { intervals: [100], message: 'it stands still' }).toBe(true);
  if (!place) throw new Error('it has no place');
  return place;
}
type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

const drawTwice = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  });
