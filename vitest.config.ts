import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'db/**/*.test.ts',
      'emails/**/*.test.ts',
      'tests/*.test.ts',
      'tests/faults/**/*.test.ts',
    ],
    testTimeout: 20_000,
  },
});
