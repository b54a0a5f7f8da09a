import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { faviconSvg } from '../../src/layouts/favicon.ts';
import { day } from '../../tailwind.config.mjs';
import { chromiumOptions } from '../../tests/browser.ts';
import { linkPreview } from './link-preview.ts';

/* `npm run pictures`: draws the pictures in public/ that cannot be SVG; run it when drawings or colors change. */

const favicon = faviconSvg(day.primary);
// A phone's home screen shows transparent parts as black.
const touchIcon = `<style>
    body { margin: 0; display: grid; place-items: center; height: 100vh; background: ${day['base-200']}; }
    svg { height: 78%; }
  </style>
  ${favicon}`;
const publicFolder = fileURLToPath(new URL('../../public', import.meta.url));

const browser = await chromium.launch(chromiumOptions());
try {
  write('link-preview.png', await draw(linkPreview(), 1200, 630));
  write('link-preview-cards.png', await draw(linkPreview(false), 1200, 630));
  write('apple-touch-icon.png', await draw(touchIcon, 180, 180));
  write('favicon.ico', ico(32, await draw(`<body style="margin:0">${favicon}`, 32, 32)));
} finally {
  await browser.close();
}

/** Renders a page of that size as a PNG; without a page background, it is transparent. */
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

/** Wraps a square PNG of less than 256 pixels into favicon.ico: one picture with 32 bits per pixel. */
function ico(size: number, png: Buffer): Buffer {
  const header = Buffer.from([0, 0, 1, 0, 1, 0, size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  header.writeUInt32LE(png.length, 14);
  return Buffer.concat([header, png]);
}
