import { orderSorts } from '../../src/shared/orders/order-sorts.ts';
import { atMost, type Finding, type Workplace } from '../harness/benchmark.ts';
import * as format from '../harness/format.ts';
import { type LoadReport, putGetLoadOn } from '../harness/load-client.ts';
import { startProduct } from '../harness/servers.ts';
import { median } from '../harness/statistics.ts';

const target = 20;
const requestsPerSearch = 100;
const secondsPerSearch = 1;

interface Search extends LoadReport {
  term: string;
  sort: string;
}

/**
 * The admin's search, one call after the other, so that the time of an answer is the time the server
 * spends on it, and for that long it does nothing else.
 */
export async function measureSearch({ extent, progress, databaseWith }: Workplace): Promise<Finding[]> {
  const database = await databaseWith(extent.manyOrders);
  const product = await startProduct(database.path);
  try {
    const measure = async (term: string): Promise<Search[]> => {
      const searches: Search[] = [];
      for (const sort of orderSorts) {
        const report = await putGetLoadOn({
          port: product.port,
          path: `/api/orders?${new URLSearchParams({ q: term, sort })}`,
          headers: { Cookie: database.adminCookie },
          connections: 1,
          seconds: secondsPerSearch,
          maximum: requestsPerSearch,
        });
        progress(`"${term}" by ${sort}: ${times(report)}`);
        searches.push({ ...report, term, sort });
      }
      return searches;
    };
    const findings: Finding[] = [];
    for (const kind of ['rare', 'common'] as const) {
      const searches: Search[] = [];
      for (const term of database.terms[kind]) searches.push(...(await measure(term)));
      findings.push(...report(kind, extent.manyOrders, searches));
    }
    return findings;
  } finally {
    await product.stop();
  }
}

function report(kind: string, orders: number, searches: Search[]): Finding[] {
  const worst = searches.toSorted((a, b) => b.p99 - a.p99)[0];
  if (!worst) throw new Error('Nothing was searched for.');
  const what = `${kind} terms among ${format.count(orders)} orders, p99 of the worst`;
  return [
    atMost(what, worst.p99, target, format.milliseconds),
    { what: `  "${worst.term}" by ${worst.sort}`, measured: times(worst) },
    { what: '  p50 over all terms', measured: format.milliseconds(median(searches.map(({ p50 }) => p50))) },
  ];
}

function times({ p50, p99, count }: LoadReport): string {
  return `p50 ${format.milliseconds(p50)}, p99 ${format.milliseconds(p99)} (${count} calls)`;
}
