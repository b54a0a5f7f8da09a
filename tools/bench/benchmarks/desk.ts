import { orderSorts, sortDirections } from '../../../src/shared/orders/order-sorts.ts';
import type { OrderPage } from '../../../src/shared/orders/orders.ts';
import { atMost, type Finding, type Workplace } from '../harness/benchmark.ts';
import * as format from '../harness/format.ts';
import { startProduct } from '../harness/servers.ts';
import { measureDeskScreen } from './desk-screen.ts';
import { measureTyping } from './desk-typing.ts';

const orders = 100_000;
/** Milliseconds an action of the admin's desk may take on the server. */
const target = 100;
const callsPerAction = 5;
const pagesDeep = 10;

interface Action {
  what: string;
  run: (ask: Ask) => Promise<unknown>;
}
type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** The admin's desk, at the server and in the browser. */
export async function measureDesk(workplace: Workplace): Promise<Finding[]> {
  return [
    ...(await measureCalls(workplace)),
    ...(await measureDeskScreen(workplace)),
    ...(await measureTyping(workplace)),
  ];
}

/** Everything the admin can do with the list of orders, one call after the other: the slowest answer counts. */
async function measureCalls({ progress, databaseWith }: Workplace): Promise<Finding[]> {
  const database = await databaseWith(orders);
  const product = await startProduct(database.path);
  const origin = `http://127.0.0.1:${product.port}`;
  try {
    const ask: Ask = async (method, path, body) => {
      const headers = { Cookie: database.adminCookie, Origin: origin, 'Content-Type': 'application/json' };
      const init = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(`${origin}${path}`, { method, headers, ...init });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answers ${response.status}: ${text}`);
      return JSON.parse(text);
    };
    const { orders: newest } = await ask<OrderPage>('GET', '/api/orders?limit=200');
    const ids = newest.map(({ id }) => id);
    const actions = [...lists(), ...deeds(ids)];
    // The first housekeeping of a database that was never served takes its time.
    for (const { run } of actions) await run(ask);
    const findings: Finding[] = [];
    for (const { what, run } of actions) {
      const times: number[] = [];
      const timed: Ask = async (method, path, body) => {
        const start = performance.now();
        try {
          return await ask(method, path, body);
        } finally {
          times.push(performance.now() - start);
        }
      };
      for (let call = 0; call < callsPerAction; call += 1) await run(timed);
      const slowest = Math.max(...times);
      progress(`${what}: at most ${format.milliseconds(slowest)}`);
      findings.push(atMost(what, slowest, target, format.milliseconds));
    }
    return findings;
  } finally {
    await product.stop();
  }
}

/** Every filter and search, in every order, with the pages that follow. */
function lists(): Action[] {
  const filters = [
    '',
    'status=pending',
    'status=approved',
    'payment=all',
    'payment=unpaid',
    'payment=refunded',
    'reader=reader-one',
    'reader=none',
    'overdue=true',
    'deleted=true',
    'status=approved&reader=reader-two&payment=paid',
    'q=a',
    'q=an',
    'q=anna',
    'q=quisenberry',
    'q=nobody+is+called+like+this',
    'q=customers.example&status=rejected',
    'q=anna&reader=reader-one&payment=refunded',
  ];
  return filters.map((filter) => ({
    what: `list ${filter || 'of all'}, every sort, ${pagesDeep} pages`,
    run: async (ask) => {
      for (const sort of orderSorts) {
        for (const direction of sortDirections)
          await readPages(ask, `${filter}&sort=${sort}&direction=${direction}`);
      }
    },
  }));
}

async function readPages(ask: Ask, query: string): Promise<void> {
  let cursor = '';
  for (let page = 0; page < pagesDeep; page += 1) {
    const { nextCursor } = await ask<OrderPage>('GET', `/api/orders?${query}${cursor}`);
    if (!nextCursor) return;
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
  }
}

function deeds(ids: string[]): Action[] {
  let next = 0;
  const anOrder = () => {
    next += 1;
    return ids[next % ids.length];
  };
  return [
    { what: 'overview', run: (ask) => ask('GET', '/api/overview') },
    { what: 'alerts', run: (ask) => ask('GET', '/api/alerts') },
    { what: 'readings to approve', run: (ask) => ask('GET', '/api/readings/pending') },
    {
      what: 'an order and its history',
      run: async (ask) => {
        const id = anOrder();
        for (const part of ['', '/events', '/mails']) await ask('GET', `/api/orders/${id}${part}`);
      },
    },
    {
      what: 'delete and restore',
      run: async (ask) => {
        const id = anOrder();
        await ask('DELETE', `/api/orders/${id}`);
        await ask('PUT', `/api/orders/${id}/restore`);
      },
    },
    {
      what: 'assign 200 orders at once',
      run: async (ask) => {
        for (const readerId of ['reader-one', 'reader-two'])
          await ask('PUT', '/api/assignments', { orderIds: ids, readerId });
      },
    },
  ];
}
