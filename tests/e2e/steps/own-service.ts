import type { AttackedService } from '../../faults/running-service/service.ts';
import { test } from './desk-steps.ts';

/**
 * A test whose shop is shared only with tests of its file: for a file that changes a setting, a due day, or
 * all readers, needs another environment or short lists, or restarts the process.
 */
export const testAlone = test.extend<{ environment: Record<string, string>; service: AttackedService }>({
  environment: [{}, { option: true }],
  service: async ({ sharedShop, environment }, use, { file }) => use(await sharedShop(file, environment)),
  baseURL: ({ service }, use) => use(service.url),
});
