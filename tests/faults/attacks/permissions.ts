import {
  callAs,
  callers,
  createStaffedApp,
  createSubject,
  idFor,
  permissionTable,
} from '../../../src/testing/permission-table.ts';
import { apiRoutes } from '../attacks-support/routes.ts';
import { createTally, type Trial } from '../trial.ts';

/** What belongs to the order of the builders and to nobody who was refused it. */
const privateTexts = ['The Star speaks of patience', 'Which Star is it?', 'maya@customers.example', 'Maya'];

/** Which column of the table holds for a caller: it knows one reader's order, here it is the other's in turn. */
function columnOf(caller: (typeof callers)[number], isOtherReaders: boolean): number {
  if (!isOtherReaders) return callers.indexOf(caller);
  if (caller === 'reader') return callers.indexOf('other reader');
  return callers.indexOf(caller === 'other reader' ? 'reader' : caller);
}

type Staffed = Awaited<ReturnType<typeof createStaffedApp>>;

/** @returns all that a refused call could have changed */
function snapshot({ app }: Staffed): string {
  const tables = [
    'orders',
    'readings',
    'reading_revisions',
    'order_events',
    'customer_questions',
    'outbox',
    'settings',
    'users',
    'snippets',
  ];
  return JSON.stringify(tables.map((name) => app.db.$client.prepare(`SELECT * FROM ${name}`).all()));
}

/** One route, every caller, the order of either reader. @returns a loss, or null, for each call */
async function tryRoute(route: string): Promise<(string | null)[]> {
  const row = permissionTable[route];
  if (!row) return [`${route} is missing in the table`];
  const results: (string | null)[] = [];
  for (const owner of ['reader', 'other reader'] as const) {
    const staffed = await createStaffedApp();
    for (const caller of callers) {
      const subject = await createSubject(staffed, row.order, staffed.people[owner] ?? undefined);
      const path = route.replace(/:\w+/, idFor(route, subject));
      const before = snapshot(staffed);
      const { status, body } = await callAs(staffed, caller, path, row.body?.(subject));
      const expected = row.expected[columnOf(caller, owner === 'other reader')];
      const what = `${route} by ${caller} on the order of ${owner}`;
      const text = JSON.stringify(body);
      const isChanged = status >= 400 && before !== snapshot(staffed);
      const leak = status >= 400 ? privateTexts.find((secret) => text.includes(secret)) : undefined;
      if (status !== expected) results.push(`${what}: ${status} instead of ${expected}`);
      else if (isChanged) results.push(`${what} was refused, and changed something`);
      else if (leak) results.push(`${what} was refused, and told "${leak}"`);
      else if (caller.includes('reader') && text.includes('@customers.example')) {
        results.push(`${what} tells a reader the customer's address`);
      } else results.push(null);
    }
  }
  return results;
}

const routes = apiRoutes();

export const trials: Trial[] = [
  {
    table: 'attack',
    name: 'every route by everybody',
    promise: "exactly the permission table; another reader's order is a 404",
    // In the quick form some of them: permissions.test.ts asks all.
    counts: { quick: 8, full: routes.length },
    async run(count, progress) {
      const tally = createTally();
      for (let i = 0; i < count; i++) {
        const route = routes[Math.floor((i * routes.length) / count)] ?? '';
        for (const loss of await tryRoute(route)) tally.count(loss);
        progress(i + 1);
      }
      for (const route of Object.keys(permissionTable)) {
        tally.count(routes.includes(route) ? null : `${route} stands in the table only`);
      }
      return tally.outcome(`${routes.length} routes`);
    },
  },
];
