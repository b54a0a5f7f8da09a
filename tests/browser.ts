import { spawnSync } from 'node:child_process';
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type LaunchOptions } from 'playwright';

/*
 * The browser for tests: CHROMIUM_PATH, else Debian's, else Playwright's own. Run as a command, this installs it and its
 * fonts on Debian, as root; elsewhere it says what to do.
 */

/** The headless one first: it draws no windows. */
const debianPaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  // Without its own ways to the internet, which tests must not depend on.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // chromium-headless-shell takes its hinting from here, chromium from fonts.conf.
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

/** For stories, which look at few pages at a time: without a process that stands by for a page that never comes. */
export const storyFlag = '--renderer-process-limit=1';

function findChromium(): string | null {
  const candidates = [process.env.CHROMIUM_PATH, ...debianPaths, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** Only Linux asks fontconfig. @returns whether the fonts are there that fonts.conf names */
export const hasFonts = (): boolean =>
  process.platform !== 'linux' || globSync('/usr/share/fonts/**/LiberationSans-Regular.ttf').length > 0;

/** Starts Chromium so that every machine draws the same letters; one without the fonts draws with its own. */
export function chromiumOptions(...more: string[]): LaunchOptions {
  const fonts = hasFonts() && { FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', import.meta.url)) };
  return {
    executablePath: findChromium() ?? '',
    args: [...flags, ...more],
    env: { ...process.env, ...fonts },
  };
}

/** Tells Debian not to start a service that it installs. */
const servicePolicy = '/usr/sbin/policy-rc.d';

/** Installs packages where this runs as root on Debian, and starts none of their services, which would take ports. */
export function installOnDebian(...packages: string[]): void {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/etc/debian_version')) return;
  console.log(`Installing from Debian: ${packages.join(' ')} ...`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const hasPolicy = existsSync(servicePolicy);
  if (!hasPolicy) writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  for (const step of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    spawnSync('apt-get', step, { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
  }
  if (!hasPolicy) rmSync(servicePolicy);
}

if (import.meta.main) {
  const missing = [
    ...(findChromium() ? [] : ['chromium-headless-shell']),
    ...(hasFonts() ? [] : ['fonts-liberation']),
  ];
  if (missing.length > 0) installOnDebian(...missing);
  if (!hasFonts()) console.warn('The pictures are not compared: they need the fonts of fonts-liberation.');
  if (!findChromium()) {
    console.error('No browser for the tests: set CHROMIUM_PATH, or run: npx playwright install chromium');
    process.exit(1);
  }
}
