import { join } from 'node:path';
import { chromium, type Request } from '@playwright/test';
import { chromiumOptions } from '../../../tests/browser.ts';
import { type Benchmark, format, result } from '../benchmark.ts';
import { checkoutBudgets } from '../budgets.ts';
import { createDatabase } from '../database.ts';
import { startProduct } from '../servers.ts';

type Kind = keyof typeof checkoutBudgets;

const kinds: Record<string, Kind> = {
  document: 'HTML',
  stylesheet: 'CSS',
  script: 'JavaScript',
  font: 'fonts',
};

/** What a browser loads from us until the checkout can be paid. The stories of its budgets fail when it is too much. */
export const checkout: Benchmark = {
  name: 'checkout',
  async run({ folder, progress }) {
    const product = await startProduct(await createDatabase(join(folder, 'checkout.db')));
    const browser = await chromium.launch(chromiumOptions());
    const page = await browser.newPage();
    const finished: Request[] = [];
    page.on('requestfinished', (request) => finished.push(request));
    await page.goto(product.url, { waitUntil: 'networkidle' });
    const sums = { JavaScript: 0, CSS: 0, HTML: 0, fonts: 0 };
    for (const request of finished) {
      const kind = kinds[request.resourceType()];
      // The stand-in for Stripe's own script.
      if (!kind || request.url().includes('/sandbox/stripe/')) continue;
      const { responseBodySize } = await request.sizes();
      progress(`${format(responseBodySize, 'kilobytes')} ${new URL(request.url()).pathname}`);
      sums[kind] += responseBodySize;
    }
    await browser.close();
    return Object.values(kinds).map((kind) =>
      result(`${kind} of the checkout`, sums[kind], { atMost: checkoutBudgets[kind] }, 'kilobytes'),
    );
  },
};
