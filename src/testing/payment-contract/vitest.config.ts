import { defineConfig } from 'vitest/config';

/** What is not among the other tests, because it asks somebody else. */
export default defineConfig({
  test: {
    include: ['src/testing/payment-contract/elsewhere.contract.ts'],
    reporters: ['verbose'],
    testTimeout: 180_000,
  },
});
