import { defineConfig } from 'vitest/config';

/** `npm run test:bundle`: cases that the sources are tested with, against what `npm run build` made of them. */
export default defineConfig({
  test: {
    include: ['tests/built/*.built.ts'],
    testTimeout: 120_000,
    hookTimeout: 90_000,
    maxWorkers: '100%',
    isolate: false,
  },
});
