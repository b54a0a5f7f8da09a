import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumOptions, storyFlag } from './tests/browser.ts';
import { argumentsOf } from './tests/built/product.ts';
import { genuine, product } from './tests/e2e/steps/servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'career-tarot-e2e-'));
const demo = ['node', ...argumentsOf('demo'), '--empty'].join(' ');

export default defineConfig({
  testDir: './tests/e2e',
  projects: [
    // What `npm test` tells: one sale from the form to the mail, and every screen once.
    { name: 'main', testMatch: '{story,tour}.e2e.ts' },
    // Begun first: those of a file are reported one after the other.
    { name: 'screens', testMatch: 'screens/*.e2e.ts' },
    { name: 'stories', testMatch: '**/*.e2e.ts', testIgnore: ['{story,tour}.e2e.ts', 'screens/**'] },
  ],
  globalSetup: './tests/e2e/steps/dismiss-first-steps.ts',
  fullyParallel: true,
  // Stories wait for much of their time: two workers leave a third of two cores unused, and a fourth gains nothing.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A failed test runs a second time, with a trace. One that passes then fails a run; `tests/run.ts` then asks for more.
  retries: 1,
  failOnFlakyTests: true,
  // No story waits for time to pass: this is what the longest needs on a machine that has much else to do.
  timeout: 120_000,
  // Pictures are renewed by `npm run approve-pictures` alone.
  updateSnapshots: 'none',
  expect: {
    timeout: 10_000,
    toHaveScreenshot: {
      pathTemplate: '{testDir}/pictures/{arg}{ext}',
      // What two runs may differ in, and no eye sees: the edge of one field has more.
      threshold: 0.1,
      maxDiffPixels: 300,
    },
  },
  use: {
    baseURL: product.url,
    // A trace of every test, kept or not, costs a quarter more of the processor's time.
    trace: { mode: 'on-first-retry', screenshots: false },
    launchOptions: chromiumOptions(storyFlag),
  },
  webServer: [
    {
      name: 'product',
      command: demo,
      url: `${product.url}/readyz`,
      env: { ...product.env, DATABASE_PATH: join(folder, 'product.db') },
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
    {
      name: 'genuine',
      command: demo,
      url: `${genuine.url}/readyz`,
      env: { ...genuine.env, DATABASE_PATH: join(folder, 'genuine.db') },
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
  ],
});
