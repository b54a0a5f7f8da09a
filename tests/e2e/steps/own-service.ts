import { signIn as signInByApi } from '../../faults/attacks-support/browser.ts';
import type { AttackedService } from '../../faults/attacks-support/service.ts';
import { expect, test } from './steps.ts';

interface OwnService {
  /** What its process finds in its environment, beside what every such service has. */
  environment: Record<string, string>;
  service: AttackedService;
}

/** A test that has a service to itself: it may change the price, or break what the others need. */
export const testAlone = test.extend<OwnService>({
  environment: [{}, { option: true }],
  service: async ({ premises, environment }, use) => use(await premises(environment)),
  baseURL: ({ service }, use) => use(service.url),
});

/** Sets the price in dollars, as the admin does. */
export async function setPrice({ url }: AttackedService, price: number): Promise<void> {
  const admin = await signInByApi(url, 'admin');
  const { status } = await admin.call('PUT', '/api/settings/price', { price });
  expect(status).toBe(200);
}
