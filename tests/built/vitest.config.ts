import { defineConfig } from 'vitest/config';

/** `npm run test:bundle`: runs cases of the source tests against the output of `npm run build`. */
export default defineConfig({
  test: {
    include: ['tests/built/*.built.ts'],
    testTimeout: 120_000,
    hookTimeout: 90_000,
    maxWorkers: '100%',
    isolate: false,
  },
});
