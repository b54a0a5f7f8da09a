import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 20_000,
    // All cores: left to itself it keeps one free for an editor, which on two cores leaves one.
    maxWorkers: '100%',
    // A worker loads the sources once for all its files: nothing in them is kept in a module.
    isolate: false,
    // Begun in the order of their names, so that the longest files do not come last.
    projects: [
      { extends: true, test: { name: 'faults', include: ['tests/faults/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'parts',
          include: [
            'src/**/*.test.ts',
            'db/**/*.test.ts',
            'emails/**/*.test.ts',
            'bench/**/*.test.ts',
            'packaging/**/*.test.ts',
            'tests/*.test.ts',
          ],
        },
      },
    ],
  },
});
