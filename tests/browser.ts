import { spawnSync } from 'node:child_process';
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type LaunchOptions } from 'playwright';

/*
 * The browser for tests: CHROMIUM_PATH, or Debian's, or Playwright's own. Run as a command, installs it and
 * its fonts on Debian, as root; elsewhere prints what to do.
 */

/** The headless one comes first because it draws no windows. */
const debianPaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  // Turns off its own connections to the internet, on which tests must not depend.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Hinting: chromium-headless-shell reads it from here, chromium from fonts.conf.
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

/** For stories, which look at few pages at a time: starts no spare renderer process. */
export const storyFlag = '--renderer-process-limit=1';

function findChromium(): string | null {
  const candidates = [process.env.CHROMIUM_PATH, ...debianPaths, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** @returns whether the fonts in fonts.conf are installed; only Linux asks fontconfig */
export const hasFonts = (): boolean =>
  process.platform !== 'linux' || globSync('/usr/share/fonts/**/LiberationSans-Regular.ttf').length > 0;

/** Starts Chromium so that every machine draws the same letters; without the fonts, it uses its own. */
export function chromiumOptions(...more: string[]): LaunchOptions {
  const fonts = hasFonts() && { FONTCONFIG_FILE: fileURLToPath(new URL('fonts.conf', import.meta.url)) };
  return {
    executablePath: findChromium() ?? '',
    args: [...flags, ...more],
    env: { ...process.env, ...fonts },
  };
}

/** Keeps Debian from starting a service that it installs. */
const servicePolicy = '/usr/sbin/policy-rc.d';

/** Installs packages on Debian as root, and starts none of their services, which would take ports. */
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
