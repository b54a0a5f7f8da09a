import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumOptions } from '../browser.ts';

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  plugins: [tailwindcss(), react()],
  // A dependency that is found later reloads the page in the middle of a test.
  optimizeDeps: {
    entries: ['src/**/*.test.tsx', 'src/{features,ui}/**/*.tsx'],
    include: ['axe-core', 'cmdk', 'react-dom/client', 'react-dom/server', 'tinykeys', 'vitest-browser-react'],
  },
  test: {
    name: 'components',
    include: ['src/**/*.test.tsx'],
    setupFiles: ['tests/kit/components/setup.ts'],
    // A machine that has much else to do takes its time.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    isolate: false,
    // Most of a test's time is waiting for the browser, so two pages at once use what one leaves free.
    maxWorkers: 2,
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: chromiumOptions(),
        // Days are the same everywhere, also where the date is another one than in UTC.
        contextOptions: { timezoneId: 'America/Los_Angeles' },
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1440, height: 900 },
      screenshotFailures: false,
    },
  },
});
