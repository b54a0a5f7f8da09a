import { defineConfig } from '@playwright/test';
import type { EngineOptions } from './visit.ts';

/*
 * `npm run test:browsers`: the main story in engines that the other browser tests do not cover. Playwright
 * runs the tests, but can drive only engines of its own build, which need a download; these are the system's.
 */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../../test-results/browsers',
  preserveOutput: 'failures-only',
  reporter: 'list',
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  projects: [
    { name: 'WebKit', use: { engineName: 'WebKit' } },
    { name: 'Firefox', use: { engineName: 'Firefox' } },
  ],
});
