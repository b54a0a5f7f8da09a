import { existsSync, globSync } from 'node:fs';
import { installOnDebian } from '../browser.ts';

/* Run as a command, installs WebKit and Firefox on Debian, as root; elsewhere prints what to do. */

const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'fonts-liberation'];

const places = {
  firefox: '/usr/bin/firefox{-esr,}',
  webKitDriver: '/usr/bin/WebKitWebDriver',
  miniBrowser: '/usr/{lib/*,lib,libexec}/webkit2gtk-4.*/MiniBrowser',
  display: '/usr/bin/Xvfb',
};
export type Program = keyof typeof places;

/** @returns the path of a program; empty if it is not installed */
export function findProgram(program: Program): string {
  return globSync(places[program]).find(existsSync) ?? '';
}

const isComplete = () => Object.keys(places).every((program) => findProgram(program as Program) !== '');

if (import.meta.main) {
  if (!isComplete()) installOnDebian(...packages);
  if (!isComplete()) {
    console.error(`Other browsers for the tests are missing: install Debian's ${packages.join(', ')}`);
    process.exit(1);
  }
}
