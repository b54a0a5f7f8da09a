import { defineConfig } from 'vitest/config';

/** Runs apart from the other tests because it calls the real provider. */
export default defineConfig({
  test: {
    include: ['src/testing/payment-contract/elsewhere.contract.ts'],
    reporters: ['verbose'],
    testTimeout: 180_000,
  },
});
