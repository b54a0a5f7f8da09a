import {
  callAs,
  callers,
  createStaffedApp,
  createSubject,
  idFor,
  permissionTable,
  type Staffed,
} from '../../kit/permission-table.ts';
import { apiRoutes } from '../running-service/routes.ts';
import type { Trial } from '../trial.ts';

const privateTexts = ['The Star speaks of patience', 'Which Star is it?', 'maya@customers.example', 'Maya'];

const tables = [
  ...['orders', 'readings', 'reading_revisions', 'order_events', 'messages', 'outbox'],
  ...['settings', 'users', 'snippets'],
];

function snapshot({ app }: Staffed): string {
  return JSON.stringify(tables.map((name) => app.db.$client.prepare(`SELECT * FROM ${name}`).all()));
}

const routes = apiRoutes();

const everyRoute: Trial = {
  table: 'attack',
  name: 'every route by everybody',
  promise: "exactly the permission table; another reader's order is a 404",
  // The quick form tries some of them: permissions.test.ts tries all.
  counts: { quick: 8, full: routes.length },
  async run(times, { count }) {
    for (let i = 0; i < times; i++)
      await tryRoute(routes[Math.floor((i * routes.length) / times)] ?? '', count);
    const unknown = Object.keys(permissionTable).find((route) => !routes.includes(route));
    count(unknown === undefined ? null : `${unknown} stands in the table only`);
    return `${routes.length} routes`;
  },
};

async function tryRoute(route: string, count: (loss: string | null) => void): Promise<void> {
  const row = permissionTable[route];
  if (!row) return count(`${route} is missing in the table`);
  for (const owner of ['reader', 'other reader'] as const) {
    const staffed = await createStaffedApp();
    for (const [i, caller] of callers.entries()) {
      const subject = await createSubject(staffed, row.order, staffed.people[owner] ?? undefined);
      const path = route.replace(':id', idFor(route, subject));
      const before = snapshot(staffed);
      const { status, body } = await callAs(staffed, caller, path, row.body?.(subject));
      // The table is about the reader's order; on the other reader's order, the two readers swap.
      const isSwapped = owner === 'other reader' && (i === 1 || i === 2);
      const expected = row.expected[isSwapped ? 3 - i : i];
      const what = `${route} by ${caller} on the order of ${owner}`;
      const text = JSON.stringify(body);
      const leak = privateTexts.find((secret) => text.includes(secret));
      if (status !== expected) count(`${what}: ${status} instead of ${expected}`);
      else if (status >= 400 && before !== snapshot(staffed))
        count(`${what} was refused, and changed something`);
      else if (status >= 400 && leak) count(`${what} was refused, and told "${leak}"`);
      else if (caller.includes('reader') && text.includes('@customers.example'))
        count(`${what} tells a reader the customer's address`);
      else count(null);
    }
  }
}

export const trials: Trial[] = [everyRoute];
