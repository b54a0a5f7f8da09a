import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumOptions } from '../browser.ts';

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  plugins: [tailwindcss(), react()],
  // A dependency found later would reload the page in the middle of a test.
  optimizeDeps: {
    entries: ['src/**/*.test.tsx', 'src/{features,ui}/**/*.tsx'],
    include: ['axe-core', 'cmdk', 'react-dom/client', 'react-dom/server', 'tinykeys', 'vitest-browser-react'],
  },
  test: {
    name: 'components',
    include: ['src/**/*.test.tsx'],
    setupFiles: ['tests/kit/components/setup.ts'],
    // A busy machine is slow.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    isolate: false,
    // Most of a test's time is waiting for the browser, so two pages can share it.
    maxWorkers: 2,
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: chromiumOptions(),
        // Days must be the same everywhere, even if the date differs from UTC's.
        contextOptions: { timezoneId: 'America/Los_Angeles' },
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1440, height: 900 },
      screenshotFailures: false,
    },
  },
});
