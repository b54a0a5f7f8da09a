import { test } from '@playwright/test';
import { type AttackedService, startService } from '../../faults/running-service/service.ts';

/**
 * Opens a shop for the tests of one file that want this environment. They share it, as far as one worker runs them one
 * after the other; for another file, or another environment, an empty one takes its place.
 */
type Premises = (file: string, environment: Record<string, string>) => Promise<AttackedService>;

/**
 * What every test begins with. Playwright gives tests that differ in what they share with others a worker, with a
 * browser, of their own: so it is here, and made only for those that ask for it.
 */
export const testWithPremises = test.extend<object, { premises: Premises }>({
  premises: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      let service: AttackedService | undefined;
      let tenant = '';
      await use(async (file, environment) => {
        const wanted = JSON.stringify([file, environment]);
        if (service && tenant === wanted) return service;
        const options = { isBuilt: true, env: { RATE_LIMITS: 'off', ...environment } };
        service = service ? await service.replace(options) : await startService(options);
        tenant = wanted;
        return service;
      });
      await service?.stop();
    },
    { scope: 'worker' },
  ],
});
