import { performance } from 'node:perf_hooks';
import { rareName } from '../../../src/demo/sample-shop/drawn-customer.ts';
import { orderNumberOf } from '../../../src/demo/sample-shop/years.ts';
import { orderSorts, sortDirections } from '../../../src/shared/orders/order-status.ts';
import { type Benchmark, format, manyOrders, quantile, result } from '../benchmark.ts';
import { connectTo } from '../client.ts';
import { cookieOf, startProduct } from '../servers.ts';

/** Terms of 1 to 30 characters that find no order, a few, or a large share of all. */
const terms = [
  ...'_ jj quisenberry a @ an ber anna berg customers customers.example'.split(' '),
  'the name of no customer',
  'maya l',
  'anna bergmann',
  orderNumberOf(1_000),
  orderNumberOf(1).slice(0, 7),
  ...[3, 5, 8, 12, 20, 30].map((length) => rareName.slice(0, length)),
];
const orders = orderSorts.flatMap((sort) => sortDirections.map((direction) => ({ sort, direction })));

export const search: Benchmark = {
  name: 'search',
  async run(setup) {
    const product = await startProduct(await setup.databaseWith(manyOrders));
    const connection = await connectTo(product.port);
    const headers = { Cookie: await cookieOf(product, 'admin') };
    const calls = 100;
    const measure = async (q: string, order: (typeof orders)[number]) => {
      const path = `/api/orders?${new URLSearchParams({ q, ...order })}`;
      const times: number[] = [];
      while (times.length < calls) {
        const sentAt = performance.now();
        const { status } = await connection.ask('GET', path, headers);
        if (status !== 200) throw new Error(`${path} answers ${status}.`);
        times.push(performance.now() - sentAt);
      }
      return { name: `"${q}" by ${order.sort}, ${order.direction}`, p99: quantile(times, 0.99) };
    };
    // The first searches compile the code and fill the caches.
    for (const term of terms) await measure(term, { sort: 'date', direction: 'desc' });
    const searches = [];
    for (const term of terms) {
      setup.progress(`"${term}"`);
      for (const order of orders) searches.push(await measure(term, order));
    }
    connection.close();
    const slowest = searches.toSorted((a, b) => b.p99 - a.p99)[0]?.name;
    const p99 = Math.max(...searches.map((each) => each.p99));
    const what = `search among ${format(manyOrders, 'count')} orders, p99 of the slowest`;
    return [result(what, p99, { atMost: 40 }, 'milliseconds', slowest)];
  },
};
