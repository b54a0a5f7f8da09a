import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { faviconIn } from '../src/layouts/favicon.ts';
import { day } from '../tailwind.config.mjs';
import { chromiumOptions } from '../tests/browser.ts';
import { ico } from './ico.ts';
import { linkPreview } from './link-preview.ts';
import { touchIcon } from './touch-icon.ts';

/*
 * `npm run pictures`: draws the pictures in public/ that cannot be SVG, from our own drawings. They are in
 * git, so that building the site needs no browser; run this after a change to the drawings or the colours.
 */

const favicon = faviconIn(day.primary);
const publicFolder = fileURLToPath(new URL('../public', import.meta.url));

const browser = await chromium.launch(chromiumOptions());
try {
  write('link-preview.png', await draw(linkPreview(), 1200, 630));
  write('apple-touch-icon.png', await draw(touchIcon(favicon), 180, 180));
  write('favicon.ico', ico(32, await draw(`<body style="margin:0">${favicon}`, 32, 32)));
} finally {
  await browser.close();
}

/** @returns a page of that size as a PNG; where the page has no background, neither has the picture */
async function draw(html: string, width: number, height: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

function write(name: string, content: Buffer): void {
  writeFileSync(`${publicFolder}/${name}`, content);
}
