import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type Benchmark, format, quantile, result } from '../benchmark.ts';
import { createDatabase } from '../database.ts';
import { cookieOf, startProduct } from '../servers.ts';

const warmUps = 10;

/** Signing in while nothing else happens, with argon2id as it is configured. */
export const signIn: Benchmark = {
  name: 'sign-in',
  async run({ folder }) {
    const product = await startProduct(await createDatabase(join(folder, 'sign-in.db')));
    const times: number[] = [];
    for (let call = 0; call < warmUps + 100; call++) {
      const sentAt = performance.now();
      await cookieOf(product, 'admin');
      times.push(performance.now() - sentAt);
    }
    const measured = times.slice(warmUps);
    const detail = `p99 ${format(quantile(measured, 0.99), 'milliseconds')}`;
    return [result('sign-in alone, p50', quantile(measured), { atMost: 50 }, 'milliseconds', detail)];
  },
};
