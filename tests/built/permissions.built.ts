import { eq } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import { users } from '../../db/schema.ts';
import { type AttackedService, startService } from '../faults/running-service/service.ts';
import { testPermissions } from '../kit/permission-cases.ts';
import { createStaffedApp, type Staffed } from '../kit/permission-table.ts';

let service: AttackedService;
let staffed: Staffed;
let passwords: { id: string; passwordHash: string }[];
beforeAll(async () => {
  service = await startService({ isBundle: true, env: { RATE_LIMITS: 'off' } });
  staffed = await createStaffedApp(service);
  passwords = staffed.app.db.select({ id: users.id, passwordHash: users.passwordHash }).from(users).all();
});
afterAll(() => service.stop());

async function staffWithPasswords(): Promise<Staffed> {
  for (const { id, passwordHash } of passwords)
    staffed.app.db.update(users).set({ passwordHash }).where(eq(users.id, id)).run();
  return staffed;
}

testPermissions(staffWithPasswords, {
  'GET /metrics': 'callers on the machine itself are answered',
  'PUT /api/business/parts/:id/restore': 'the calls before it have changed the text',
  'PUT /api/offers/:id/picture': 'the calls before it have changed the offer',
  'PUT /api/account/two-factor': 'the call before it has begun what this one finishes',
  'PUT /api/orders/:id/accept-payment': 'the sandbox does not know the payment of the fake',
  'POST /api/orders/:id/refund': 'the sandbox does not know the payment of the fake',
});
