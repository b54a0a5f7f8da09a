import { permissionTable } from '../../../src/testing/permission-table.ts';
import { type Browser, signIn } from '../attacks-support/browser.ts';
import { type AttackedService, startService } from '../attacks-support/service.ts';
import { fillWithOrders, rewrittenOrder } from '../many-orders.ts';
import { createTally, type Trial, timeLimit } from '../trial.ts';

const orders = 20_000;
/** For how long one answer may keep all others waiting, in milliseconds. */
const limit = 20;
/** Tidying up memory falls into some answer, and neighbours make the processor slower: the best of so many counts. */
const tries = 10;
/** How many pages of a list are read. */
const pages = 3;

/** What a list is asked for, besides nothing. */
const queries: Record<string, string[]> = {
  '/api/orders': ['limit=200', 'q=lindqvist&sort=customer', 'q=ma', 'overdue=true&sort=status', 'reader=any'],
  '/api/orders.csv': ['overdue=true'],
};

/** @returns every GET call of the permission table, with an order of which there is more than of any other */
function addresses(): string[] {
  const paths = Object.keys(permissionTable).flatMap((route) => {
    const [method, path = ''] = route.split(' ');
    return method === 'GET' ? [path] : [];
  });
  return paths.flatMap((path) => {
    const address = path.replace('/staff/:id', '/staff/nobody').replace(':id', rewrittenOrder);
    return [address, ...(queries[path] ?? []).map((query) => `${address}?${query}`)];
  });
}

/** @returns the longest turn of the service while it answered, and where the next page is */
async function measure(
  service: AttackedService,
  browser: Browser,
  address: string,
): Promise<{ held: number; status: number; next: string | null }> {
  await service.ask('longest turn');
  const { status, headers } = await browser.call('GET', address);
  const held = await service.ask('longest turn');
  return { held, status, next: /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1] ?? null };
}

async function bestOf(service: AttackedService, browser: Browser, address: string) {
  let best = await measure(service, browser, address);
  for (let n = 1; n < tries && best.held > limit; n++) {
    const again = await measure(service, browser, address);
    if (again.held < best.held) best = again;
  }
  return best;
}

export const trials: Trial[] = [
  {
    table: 'fault',
    name: 'no-answer-stops-the-others',
    promise: `no answer holds the loop for more than ${limit} ms at ${orders} orders`,
    counts: { quick: 1, full: 10 },
    async run(count, progress) {
      const tally = createTally();
      const service = await startService({ env: { RATE_LIMITS: 'off' } });
      const longest: { address: string; held: number } = { address: '', held: 0 };
      try {
        fillWithOrders(service.databasePath, orders);
        for (let round = 0; round < count; round++) {
          for (const person of ['admin', 'reader1']) {
            const browser = await signIn(service.url, person);
            for (const address of addresses()) {
              let next: string | null = address;
              for (let page = 0; page < pages && next; page++) {
                const {
                  held,
                  status,
                  next: following,
                }: Awaited<ReturnType<typeof bestOf>> = await bestOf(service, browser, next);
                if (held > longest.held) Object.assign(longest, { address: next, held });
                const what = `GET ${next} by ${person}`;
                if (status >= 500) tally.count(`${what} is answered ${status}`);
                else tally.count(held > timeLimit(limit) ? `${what}: ${held.toFixed(0)} ms` : null);
                next = following;
              }
            }
          }
          progress(round + 1);
        }
      } finally {
        await service.stop();
      }
      return tally.outcome(
        `at most ${longest.held.toFixed(0)} ms, by ${longest.address.replace(/\?.*/, '')}`,
      );
    },
  },
];
