import { defineConfig } from 'vitest/config';

/** What starts whole services or other programs, lives through weeks, or tries out thousands of ways: `npm run test:all`. */
const slow = [
  'src/demo/month.test.ts',
  'src/sandbox/{books,api/garbage}.test.ts',
  'tests/simulation/**/*.test.ts',
  'tests/faults/*.test.ts',
  'tests/{backup-examples,deploy,old-databases,proxies,release}.test.ts',
];

export default defineConfig({
  test: {
    // A machine that has much else to do takes its time.
    testTimeout: 60_000,
    // All cores: left to itself it keeps one free for an editor, which on two cores leaves one.
    maxWorkers: '100%',
    // A worker loads the sources once for all its files: nothing in them is kept in a module.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,db,emails,tools,tests/kit}/**/*.test.ts', 'tests/*.test.ts'],
          exclude: slow,
        },
      },
      { extends: true, test: { name: 'slow', include: slow } },
    ],
  },
});
