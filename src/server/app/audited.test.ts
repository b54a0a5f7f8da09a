import { expect, test } from 'vitest';
import { audit } from '../../../db/schema.ts';
import { callAs, createStaffedApp, createSubject, idFor } from '../../../tests/kit/permission-calls.ts';
import { permissionTable } from '../../../tests/kit/permission-table.ts';

/*
 * What an admin does to money, orders, people, settings or privacy is written down (docs/promises.md). A new call of
 * the API is audited, or stands here with the reason why not.
 */

const inOrder = 'stands in the history of the order, as everybody’s work on it does';
const ownTools = 'a user’s own tool, which other users do not see';

const notAudited: Record<string, string> = {
  'POST /api/settings/backups/now': 'changes nothing',
  'PUT /api/first-steps': 'ticks a hint, or closes the list of them',
  'POST /api/logout': 'takes nothing but one’s own session',
  'POST /api/orders/:id/customer/notes': 'a note with its own author and time, never changed',
  'PUT /api/orders/:id/notes': inOrder,
  'POST /api/orders/:id/messages': inOrder,
  'PUT /api/messages/:id/close': inOrder,
  'PUT /api/orders/:id/assignee': inOrder,
  'PUT /api/assignments': inOrder,
  'POST /api/orders/:id/new-day': inOrder,
  'POST /api/mails/:id/resend': inOrder,
  'POST /api/orders/:id/delivery-preview': 'changes nothing',
  'POST /api/privacy/find': 'shows how much there is of a person, and nothing of it',
  'POST /api/privacy/erase': 'here of a person without data; the rest is in privacy/',
  'PUT /api/orders/:id/draft': 'what one has typed so far, for oneself alone',
  'POST /api/readings': inOrder,
  'PUT /api/readings/:id': inOrder,
  'PUT /api/readings/:id/approve': inOrder,
  'PUT /api/readings/:id/reject': inOrder,
  'PUT /api/readings/:id/undo-approval': inOrder,
  'POST /api/snippets': ownTools,
  'PUT /api/account': 'which notices one gets; a new address is audited',
  'POST /api/account/two-factor': 'nothing is switched on before a code proves it',
};

/** Calls that the table of permissions cannot let succeed; each has its test where the feature is. */
const notHere = [
  'PUT /api/snippets/:id',
  'DELETE /api/snippets/:id',
  'POST /api/staff/:id/invitation',
  'DELETE /api/staff/:id/sessions/:session',
  'DELETE /api/account/sessions/:session',
  'PUT /api/account/two-factor',
];

/** What takes data with it. */
const isExport = (route: string) => /^GET .*(\.csv|\/evidence|export)/.test(route);

const [visitor, admin] = [0, 3];
const ofAdmins = Object.entries(permissionTable).filter(([route, { expected }]) => {
  if (route === 'POST /api/login') return true;
  const isClosed = expected[visitor] === 401 && expected[admin] !== 403;
  return isClosed && (!route.startsWith('GET ') || isExport(route));
});
const mayFail = ofAdmins.filter(
  ([route, { expected }]) => expected[admin] !== 200 && notHere.includes(route),
);
const succeed = ofAdmins.filter((row) => !mayFail.includes(row));

test.each(succeed)('audits %s by an admin, or lists the reason why not', async (route, row) => {
  const staffed = await createStaffedApp();
  const subject = await createSubject(staffed, row.order);
  const count = () => staffed.app.db.select().from(audit).all().length;
  const before = count();
  const path = route.replace(':id', idFor(route, subject));
  const answer = await callAs(staffed, 'admin', path, row.body?.(subject));
  expect(answer.status).toBe(200);
  expect([route, count() - before]).toEqual([route, route in notAudited ? 0 : 1]);
});

test('allows no outdated exception from the audit log', () => {
  const routes = ofAdmins.map(([route]) => route);
  const excused = Object.keys(notAudited).filter((route) => route !== 'POST /api/logout');
  expect(excused.filter((route) => !routes.includes(route))).toEqual([]);
  expect(mayFail.map(([route]) => route)).toEqual(notHere);
});

test('records no customer name or email in the audit log', async () => {
  const staffed = await createStaffedApp();
  for (const [route, row] of succeed) {
    const subject = await createSubject(staffed, row.order);
    const path = route.replace(':id', idFor(route, subject));
    await callAs(staffed, 'admin', path, row.body?.(subject));
  }
  await callAs(staffed, 'admin', 'GET /api/orders.csv?q=Maya%20Lindqvist', undefined);
  const rows = JSON.stringify(staffed.app.db.select().from(audit).all());
  const customers = staffed.app.db.query.orders.findMany().sync();
  expect(customers.length).toBeGreaterThan(5);
  for (const { customerName, customerEmail } of customers) {
    expect(rows).not.toContain(customerName);
    expect(rows.toLowerCase()).not.toContain(customerEmail.toLowerCase());
  }
  expect(rows).not.toMatch(/@|lindqvist/i);
});
