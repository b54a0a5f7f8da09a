import { test } from '@playwright/test';
import { type AttackedService, startService } from '../../faults/running-service/service.ts';

/** Opens a shop for the tests of a file, or takes the one that the same file opened with the same environment. */
type Premises = (file: string, environment: Record<string, string>) => Promise<AttackedService>;

/** The base of all tests. Playwright starts another worker, with a browser, where fixtures of a worker differ. */
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
