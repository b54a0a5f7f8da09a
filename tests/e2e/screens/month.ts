import { expect, type Page } from '@playwright/test';
import { type CustomerName, customers } from '../../../src/demo/sample-shop/sample-customers.ts';
import type { Person } from '../../../src/shared/people/staff.ts';
import { type AttackedService, startService } from '../../faults/running-service/service.ts';
import { colleague, signInHere } from '../steps/desk-steps.ts';
import { orderLink, type SandboxMail, test } from '../steps/steps.ts';
import { moment } from './camera.ts';

const startTimeoutMs = 120_000;

/** A test on a service with the demo month; tests of a file run in sequence, so it is made once. */
export const testInMonth = test.extend<object, { month: AttackedService }>({
  month: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const env = { RATE_LIMITS: 'off', APPROVAL_UNDO_SECONDS: '600', MONTH_BEFORE: moment };
      const service = await startService({ isBuilt: true, env, startTimeoutMs: startTimeoutMs });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: startTimeoutMs + 10_000 },
  ],
  baseURL: ({ month }, use) => use(month.url),
  locale: 'en-US',
  timezoneId: 'America/New_York',
  contextOptions: { reducedMotion: 'reduce' },
});

const emailOf = (name: CustomerName) => customers[name].customerEmail;

export async function openOrderPage(page: Page, name: CustomerName): Promise<void> {
  const mails: SandboxMail[] = await (await page.request.get('/sandbox/mail.json')).json();
  await page.goto(orderLink(mails.find(({ to }) => to === emailOf(name))));
}

export async function openOrderOf(page: Page, url: string, name: CustomerName): Promise<void> {
  const orders = await (await colleague(url)).ordersOf(emailOf(name));
  await signInHere(page, url, 'admin');
  await page.goto(`/admin/dashboard?order=${orders.at(-1)?.id}`);
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Facts' })).toBeVisible();
  // It is behind the dialog, which hides it from assistive technology.
  await expect(page.locator('[role=tab]', { hasText: /^Today\s*\d/ })).toBeVisible();
  await expect(page.locator('[aria-label="Emails about to go out"]')).toBeVisible();
}

/** Shows one session only: sessions depend on the machine's clock and on how many tests ran before. */
export async function standStillSessions(page: Page): Promise<void> {
  const time = new Date(moment).toISOString();
  const sessions = [
    { id: 'this', device: 'Firefox on Linux', startedAt: time, lastUsedAt: time, isCurrent: true },
  ];
  const change = async (path: RegExp, to: (answer: never) => unknown) => {
    await page.route(path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: to((await response.json()) as never) });
    });
  };
  await change(/\/api\/account$/, (account: object) => ({ ...account, sessions }));
  await change(/\/api\/staff$/, (people: Person[]) => people.map((person) => ({ ...person, sessions })));
}
