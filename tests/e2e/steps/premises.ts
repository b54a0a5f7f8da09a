import { test } from '@playwright/test';
import { type AttackedService, startService } from '../../faults/attacks-support/service.ts';

/** Opens services one after the other in one process, each with an empty shop; the one before is closed. */
type Premises = (environment: Record<string, string>) => Promise<AttackedService>;

/**
 * What every test begins with. Playwright gives tests that differ in what they share with others a worker, with a
 * browser, of their own: so it is here, and made only for those that ask for it.
 */
export const testWithPremises = test.extend<object, { premises: Premises }>({
  premises: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      let service: AttackedService | undefined;
      await use(async (environment) => {
        const options = { isBuilt: true, env: { RATE_LIMITS: 'off', ...environment } };
        service = service ? await service.replace(options) : await startService(options);
        return service;
      });
      await service?.stop();
    },
    { scope: 'worker' },
  ],
});
