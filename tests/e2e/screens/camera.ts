import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { toastOn } from '../steps/checkout-steps.ts';
import { expect } from '../steps/steps.ts';

/** The time in all pictures: a Wednesday at 2:30 p.m. in New York. */
export const moment = '2026-11-18T14:30:00-05:00';

export interface Screen {
  name: string;
  /** Takes the page to the screen, at the service with that address, and waits until it is there. */
  reach: (page: Page, url: string) => Promise<unknown>;
  isPictured?: boolean;
  extent?: 'whole page' | ((page: Page) => Locator);
  hidden?: (page: Page) => Locator;
}

/** A screen with an approved picture of the window. */
export const picture = (name: string, reach: Screen['reach']): Screen => ({ name, reach, isPictured: true });
export const wholePicture = (name: string, reach: Screen['reach']): Screen => ({
  ...picture(name, reach),
  extent: 'whole page',
});
/** Another state of a screen, checked for flaws only. */
export const state = (name: string, reach: Screen['reach']): Screen => ({ name, reach });

const sizes = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
];

export function picturesOf({ name, isPictured }: Screen): string[] {
  return isPictured ? sizes.map(({ width }) => `${name}-${width}.png`) : [];
}

export async function compare(page: Page, { name, extent, hidden }: Screen): Promise<void> {
  // What floats above the page would be elsewhere in each picture of a part of it.
  if (typeof extent === 'function') await page.addStyleTag({ content: `${notices} { display: none; }` });
  // A busy machine takes seconds to picture a whole page, and two in a row must be the same.
  const options = { mask: hidden ? [hidden(page)] : [], maskColor: '#8a8580', timeout: 30_000 };
  // Pages of the site load the last fonts after the first paint; the emails have none.
  await page.waitForFunction(() => {
    const later = document.querySelector('noscript[data-later-fonts]')?.textContent;
    const isNamed = (href: string | null) => href !== null && later?.includes(new URL(href).pathname);
    return !later || [...document.styleSheets].some(({ href }) => isNamed(href));
  });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.evaluate(async () => {
      await document.fonts.ready;
      scrollTo({ top: 0, behavior: 'instant' });
      // A picture of a whole page shows images that no one has scrolled to.
      for (const image of document.images) image.loading = 'eager';
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    });
    const picture = `${name}-${size.width}.png`;
    if (typeof extent === 'function') await expect.soft(extent(page)).toHaveScreenshot(picture, options);
    else await expect.soft(page).toHaveScreenshot(picture, { ...options, fullPage: extent === 'whole page' });
  }
}

/** Closes the toast, which would otherwise disappear at some point. */
export async function closeToast(page: Page): Promise<void> {
  await toastOn(page).getByRole('button', { includeHidden: true }).last().click();
  await expect(toastOn(page)).toHaveCount(0);
}

const notices = '[role="region"][aria-label^="Notifications"]';
const fontPath = '/the-font-of-the-pictures/';
/** What moves or sticks may get a separate layer, where letters are shifted by a fraction of a pixel. */
const still = `
  *, ::before, ::after { animation: none !important; transition: none !important; }
  .roomy\\:sticky, .\\@4xl\\:sticky, .order-card { position: static !important; }`;

const fontFolder = fileURLToPath(new URL('.', import.meta.resolve('@fontsource-variable/rubik/index.css')));
const font = '"Rubik Variable"';

/** Draws text in a font from the tests, through the style sheets, and stops the browser’s clock. */
export async function prepare(context: BrowserContext): Promise<void> {
  const faces = readFileSync(`${fontFolder}index.css`, 'utf8').replaceAll('url(./files/', `url(${fontPath}`);
  await context.route(`**${fontPath}*`, (route) =>
    route.fulfill({ path: `${fontFolder}files/${route.request().url().split('/').at(-1)}` }),
  );
  await context.route('**/*.css', async (route) => {
    const response = await route.fetch();
    const styles = (await response.text())
      .replaceAll(/\bui-sans-serif\b|\bui-monospace\b|\bGeorgia\b/g, font)
      // Unlike the fonts of the site it draws a box for letters that it lacks, as those of machines do.
      .replaceAll(/\blocal\([^)]*\)/g, `url(${fontPath}rubik-latin-wght-normal.woff2)`);
    // The card form hides its styles, but its element belongs to the page.
    const cardForm = `[data-stripe-sandbox] { font-family: ${font} !important; }`;
    await route.fulfill({ response, body: [styles, faces, cardForm, still].join('\n') });
  });
  await context.clock.setFixedTime(moment);
  // How long an approved email is held depends on how long the service has run.
  await context.route('**/api/readings/held', async (route) => {
    const response = await route.fetch();
    const held: object[] = await response.json();
    await route.fulfill({ response, json: held.map((reading) => ({ ...reading, undoForMs: 600_000 })) });
  });
  // chromium asks whether to allow notifications; chromium-headless-shell refuses them.
  await context.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
  );
}
