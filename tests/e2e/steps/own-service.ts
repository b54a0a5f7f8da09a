import type { AttackedService } from '../../faults/running-service/service.ts';
import { colleague, test } from './desk-steps.ts';

/*
 * Stories share the running shop, and bring their own orders and people. These files have a shop of their own:
 *
 * - for a setting: checkout/price, checkout/wallets, checkout/promised-day, aftercare/withdrawal, site/business
 * - for its people: desks/desk-readers-away (no reader is free), site/front-page (closes the accounts of readers)
 * - for its environment: desks/desk-approvals (a minute to undo), desks/due-days (another time zone)
 * - for its process: desks/live (restarts it), writing/reader-writing (kills it), desks/broken-parts (reads its log)
 * - for its database: desks/late-readings and desks/busy-morning (change a due day), desks/health (checks it, and makes backups)
 * - for short lists: desks/desk-budgets (what is loaded and drawn depends on them)
 *
 * site/payloads (200 payloads in every list), site/set-up, site/demo, site/dev and site/built-product (other ways to
 * start) start theirs themselves.
 */

interface OwnService {
  /** What its process finds in its environment, beside what every such service has. */
  environment: Record<string, string>;
  service: AttackedService;
}

/** A test with a shop that it shares with the other tests of its file alone, as far as they want the same one. */
export const testAlone = test.extend<OwnService>({
  environment: [{}, { option: true }],
  service: async ({ premises, environment }, use, { file }) => use(await premises(file, environment)),
  baseURL: ({ service }, use) => use(service.url),
});

/** Sets the price in dollars, as the admin does. */
export async function setPrice({ url }: { url: string }, price: number): Promise<void> {
  const admin = await colleague(url);
  await admin.ask('PUT', '/api/settings/price', { price });
}
