import { beforeAll, describe, expect, test } from 'vitest';
import { callAs, callers, createSubject, idFor, permissionTable, type Staffed } from './permission-table.ts';

/** Tests the answer to each caller of every API call. @param differing calls to leave out, and why */
export function testPermissions(staff: () => Promise<Staffed>, differing: Record<string, string> = {}): void {
  test.each(Object.entries(permissionTable).filter(([route]) => !differing[route]))(
    '%s answers each kind of caller as the table says',
    async (route, row) => {
      const staffed = await staff();
      const statuses: Record<string, number> = {};
      for (const caller of callers) {
        const subject = await createSubject(staffed, row.order);
        const id = idFor(route, subject);
        const answer = await callAs(staffed, caller, route.replace(':id', id), row.body?.(subject));
        statuses[caller] = answer.status;
        if (answer.status >= 400) expect(answer.body.error?.message).toMatch(/^[A-Z].*\.$/s);
      }
      expect(statuses).toEqual(Object.fromEntries(callers.map((caller, i) => [caller, row.expected[i]])));
    },
  );

  const routesWithId = Object.entries(permissionTable).filter(([route]) => route.includes(':id'));
  describe('an id that does not exist', () => {
    let staffed: Staffed;
    beforeAll(async () => {
      staffed = await staff();
    });
    test.each(routesWithId)('is a 404 to %s', async (route, row) => {
      const subject = await createSubject(staffed, undefined);
      const caller = row.expected[3] === 403 ? 'reader' : 'admin';
      for (const id of ['no-such-id', '%00', '..%2F..%2Fetc', '%F0%9F%83%8F', 'x'.repeat(2000)]) {
        const answer = await callAs(staffed, caller, route.replace(':id', id), row.body?.(subject));
        expect([id, answer.status]).toEqual([id, 404]);
        expect(answer.body.error?.code).toMatch(/_not_found$/);
      }
    });
  });
}
