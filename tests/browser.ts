import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installOnDebian } from './debian.ts';

/*
 * The browser for tests: CHROMIUM_PATH, else Debian's, else Playwright's own. Run as a command, this
 * makes sure that there is one: on Debian and as root it installs a package, elsewhere it says what
 * to do.
 */

/** The one without windows first: it draws nothing that nobody looks at. */
const debianPaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** Chromium without its own ways to the internet, which tests must not depend on. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** For stories, which look at few pages at a time: without a process that stands by for a page that never comes. */
export const storyArguments = [...chromiumArguments, '--renderer-process-limit=1'];

/** @returns the path of a Chromium that is there, or null */
export function findChromium(): string | null {
  const candidates = [process.env.CHROMIUM_PATH, ...debianPaths, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

if (import.meta.main) {
  if (!findChromium()) installOnDebian('chromium-headless-shell', 'fonts-liberation');
  if (!findChromium()) {
    console.error('No browser for the tests: set CHROMIUM_PATH, or run: npx playwright install chromium');
    process.exit(1);
  }
}
