import { setTimeout as pause } from 'node:timers/promises';
import { inParallel } from '../../../tests/faults/running-service/browser.ts';
import { type Benchmark, format, quantile, result } from '../benchmark.ts';
import { cookieOf, residentBytes, startModule, startProduct } from '../servers.ts';

/** What visitors and staff request most. */
const paths = ['/', '/thank-you', '/api/settings', '/api/orders', '/api/orders?q=anna', '/admin/dashboard'];

/** The time from the start of the process to its first answer, and its memory before and after load. */
export const start: Benchmark = {
  name: 'start',
  comparedWith: 'bare `node:http`, `better-sqlite3` (start only)',
  async run({ progress, databaseWith }) {
    const database = await databaseWith(20_000);
    const queries = [{ sql: 'SELECT count(*) FROM sqlite_master', parameters: [] }];
    const times = { ours: [] as number[], bare: [] as number[] };
    // The first start of each reads its files from disk.
    const starts = 7;
    for (let round = -1; round < starts; round++) {
      const bare = await startModule('bare.js', { database, queries });
      await bare.stop();
      const ours = await startProduct(database);
      await ours.stop();
      if (round < 0) continue;
      times.bare.push(bare.startMs);
      times.ours.push(ours.startMs);
      progress(`start ${round + 1}/${starts}`);
    }
    const product = await startProduct(database);
    await pause(5_000);
    const idle = residentBytes(product.pid);
    const seconds = 60;
    const headers = { 'Accept-Encoding': 'br', Cookie: await cookieOf(product, 'admin') };
    progress(`${seconds} s of load`);
    const endsAt = Date.now() + seconds * 1_000;
    let requests = 0;
    await inParallel(16, 16, async () => {
      while (Date.now() < endsAt) {
        const response = await fetch(product.url + paths[requests++ % paths.length], { headers });
        await response.arrayBuffer();
        if (!response.ok) throw new Error(`${response.url} answers ${response.status}.`);
      }
    });
    const loaded = residentBytes(product.pid);
    const [ours, bare] = [quantile(times.ours), quantile(times.bare)];
    const startTimes = `${format(ours, 'milliseconds')}, bare ${format(bare, 'milliseconds')}`;
    const load = `${format(requests, 'count')} requests`;
    return [
      result('start to first 200, relative to bare', ours / bare, { atMost: 6 }, 'ratio', startTimes),
      result('memory when idle', idle, { atMost: 160_000_000 }, 'megabytes'),
      result('memory after a minute of load', loaded, { atMost: 380_000_000 }, 'megabytes', load),
    ];
  },
};
